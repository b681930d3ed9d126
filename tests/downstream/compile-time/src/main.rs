//! A program compiled with `RUSTFLAGS='--cfg setwise_backend="NAME"'`: `auto` is that backend in the whole binary.

// Without the cfg this does not compile, so the choice cannot be forgotten.
const _: () = assert!(setwise::FIXED_BACKEND.is_some());

fn main() {
    println!("auto {}", setwise::auto().id());
}
