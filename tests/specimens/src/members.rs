//! Methods of listing the members of a column of sets. The library uses all of them except the plain loop.

use setwise::ListError;
use setwise::backend::{ListMembers, Scalar, list_members};

/// A method of listing the members of a column of sets.
#[derive(Debug, Clone, Copy)]
pub struct ListMethod {
    /// The name, such as `avx512-vbmi2`.
    pub name: &'static str,
    /// The method, or `None` if this CPU lacks the instructions.
    pub list: Option<ListSets>,
}

/// A function that lists the members of sets, as `Backend::list_members` does.
pub type ListSets = fn(&[u64], &mut [u8], &mut [u64]) -> Result<usize, ListError>;

/// Returns every method that this build contains.
#[must_use]
pub fn list_methods() -> Vec<ListMethod> {
    #[allow(unused_mut, reason = "some targets have no further methods")]
    let mut methods = vec![ListMethod { name: "bit loop", list: Some(bit_loop) }, by_proof::<Scalar>("portable")];
    #[cfg(target_arch = "x86_64")]
    methods.extend([
        by_proof::<setwise_simd::Bmi2>("avx2-shuffle"),
        by_proof::<setwise_simd::Avx512Vbmi2>("avx512-vbmi2"),
    ]);
    #[cfg(target_arch = "aarch64")]
    methods.push(by_proof::<setwise_simd::Neon>("neon"));
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    methods.push(by_proof::<setwise_simd::Simd128>("simd128"));
    methods
}

fn by_proof<M: ListMembers>(name: &'static str) -> ListMethod {
    let run: ListSets = |sets, members, offsets| match M::detect() {
        Some(proof) => list_members(proof, setwise::auto(), sets, members, offsets),
        None => list_members(Scalar, setwise::auto(), sets, members, offsets),
    };
    ListMethod { name, list: M::detect().map(|_| run) }
}

/// Lists one member after another, as most programs do. Panics if there is not enough room.
fn bit_loop(sets: &[u64], members: &mut [u8], offsets: &mut [u64]) -> Result<usize, ListError> {
    let mut count = 0;
    offsets[0] = 0;
    for (&set, end) in sets.iter().zip(&mut offsets[1..]) {
        let mut rest = set;
        while rest != 0 {
            members[count] = rest.trailing_zeros() as u8;
            count += 1;
            rest &= rest - 1;
        }
        *end = count as u64;
    }
    Ok(count)
}
