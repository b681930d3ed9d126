"""PyTorch: converts sets to tensors, and to planes of 0 and 1 for a neural network."""

import numpy as np
import torch

import setwise


def planes(boards):
    """Returns sets as float planes of shape (..., 8, 8), rank 1 first."""
    bytes_ = np.ascontiguousarray(boards, dtype="<u8")[..., None].view(np.uint8)
    bits = np.unpackbits(bytes_[..., None], axis=-1, bitorder="little")
    return torch.from_numpy(bits).to(torch.float32)


def run(fens):
    positions = setwise.read_fens(fens)
    white_knights = positions.white_knights
    # PyTorch has few operations on unsigned integers, so the tensor holds the same bits as int64. Nothing is copied.
    knights = torch.from_numpy(white_knights.view(np.int64))
    attacks = torch.empty_like(knights)
    setwise.knight_attacks(knights.numpy(), out=attacks.numpy())
    return {
        "attacks": attacks.numpy().view(np.uint64),
        "mobility": planes(attacks.numpy().view(np.uint64)).sum(dim=(1, 2)).numpy(),
        "moves": setwise.knight_moves(white_knights, positions.white),
        "white_forks_safe": positions.white_forks_safe,
    }
