//! The properties of this machine's memory that determine how loops access long columns. They follow from CPUID.

use core::arch::x86_64::{__cpuid_count, CpuidResult};
use core::sync::atomic::{AtomicUsize, Ordering};

use setwise_core::Memory;

/// The properties, packed into a number, or 0 if the CPU has not been queried yet. They are stored because a query
/// takes thousands of cycles in a virtual machine.
static PACKED: AtomicUsize = AtomicUsize::new(0);

/// Returns the properties of this machine's memory. The first call queries the CPU, and later calls return the stored
/// answer.
pub(crate) fn of_this_machine() -> Memory {
    let packed = match PACKED.load(Ordering::Relaxed) {
        0 => {
            let packed = pack(query());
            PACKED.store(packed, Ordering::Relaxed);
            packed
        }
        packed => packed,
    };
    unpack(packed)
}

/// Packs the properties into a number that is not 0. The lowest bit is always 1, and the next bit is the flag. The
/// other bits are the size of the cache, which is a multiple of four.
fn pack(memory: Memory) -> usize {
    memory.last_level_cache & !3 | usize::from(memory.prefetch_few) << 1 | 1
}

fn unpack(packed: usize) -> Memory {
    Memory { last_level_cache: packed & !3, prefetch_few: packed & 2 != 0 }
}

/// The CPUID leaf that describes the caches of AMD's CPUs, in the format of Intel's leaf.
const AMD_CACHES: u32 = 0x8000_001D;
/// The CPUID leaf that describes the caches of Intel's CPUs.
const INTEL_CACHES: u32 = 4;

fn query() -> Memory {
    let CpuidResult { eax: last_leaf, ebx, .. } = leaf(0, 0);
    // `ebx` has the first four letters of the vendor's name, `AuthenticAMD` or `HygonGenuine`. Hygon's CPUs have AMD's
    // cores.
    let is_amd = [*b"Auth", *b"Hygo"].contains(&ebx.to_le_bytes());
    let (caches, last_leaf) = if is_amd { (AMD_CACHES, leaf(0x8000_0000, 0).eax) } else { (INTEL_CACHES, last_leaf) };
    // Each subleaf describes one cache. After the last cache, the lowest five bits of `eax` are 0.
    let sizes = (0..8).map(|n| leaf(caches, n)).take_while(|cache| cache.eax & 31 != 0).map(|cache| bytes(&cache));
    let largest = if last_leaf < caches { None } else { sizes.max() };
    Memory {
        last_level_cache: largest.unwrap_or(Memory::UNKNOWN.last_level_cache),
        // On Zen 4, `map` and `total` over one or two long columns are faster without prefetching, and over eight columns
        // they are slower.
        prefetch_few: !is_amd,
    }
}

/// Returns the size of a cache in bytes: the product of ways, partitions, the line size and sets. CPUID reports each of
/// these numbers minus 1.
fn bytes(cache: &CpuidResult) -> usize {
    let factors = [cache.ebx >> 22, cache.ebx >> 12 & 0x3FF, cache.ebx & 0xFFF, cache.ecx];
    factors.iter().map(|factor| *factor as usize + 1).fold(1, usize::saturating_mul)
}

fn leaf(leaf: u32, subleaf: u32) -> CpuidResult {
    // SAFETY: every CPU that runs 64-bit programs has CPUID.
    #[allow(unused_unsafe, reason = "later versions of Rust declare the function safe")]
    unsafe {
        __cpuid_count(leaf, subleaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing() {
        for last_level_cache in [1 << 15, 260 << 20, usize::MAX & !3] {
            for prefetch_few in [false, true] {
                let memory = Memory { last_level_cache, prefetch_few };
                assert_eq!(unpack(pack(memory)), memory);
                assert_ne!(pack(memory), 0);
            }
        }
    }

    /// The subleaf of a cache of 32 MiB: 16 ways, one partition, lines of 64 bytes, 32,768 sets.
    #[test]
    fn the_size_is_the_product_of_four_numbers() {
        let cache = CpuidResult { eax: 3 | 3 << 5, ebx: 15 << 22 | 63, ecx: 32_767, edx: 0 };
        assert_eq!(bytes(&cache), 32 << 20);
    }
}
