//! The names in an emitted file.
//!
//! ```text
//! program    mobility            mobility_avx2, mobility_avx2_count_bytes     functions: an error if it is reserved or in the C library
//! columns    own, moves          in_own, out_moves                            parameters: never reserved
//! values     own, v3, while      own, v3, while_2                             variables: changed if necessary
//! ```

use std::collections::HashSet;

use super::lowered::Lowered;

/// Words that a language reserves, names that emitted files use, and names that C headers define.
const RESERVED: &str = "
    abstract alignas alignof and and_eq as asm async atomic_cancel atomic_commit atomic_noexcept auto await become bitand bitor
    board boards bool box break case catch char char16_t char32_t char8_t check class co_await co_return co_yield compl concept
    const const_cast consteval constexpr constinit continue count crate decltype default delete detect detected do double dyn
    dynamic_cast else enum errno explicit export extern false far final float fn for friend gen goto i386 if impl import in
    inline int int16_t int32_t int64_t int8_t intptr_t lane let linux long loop macro main match max_align_t mod module move mut
    mutable namespace near new noexcept not not_eq null nullptr nullptr_t operator or or_eq override padded priv private
    protected ptrdiff_t pub ref reflexpr register reinterpret_cast requires restrict return self short signed size_t sizeof
    square static static_assert static_cast stderr stdin stdout struct super switch synchronized template tests this
    thread_local throw trait true try type typedef typeid typename typeof typeof_unqual uint16_t uint32_t uint64_t uint8_t
    uintptr_t union unix unsafe unsigned unsized use using virtual void volatile wchar_t where while wrong xor xor_eq yield";

/// Returns whether [`RESERVED`] contains a name.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.split_whitespace().any(|word| word == name)
}

/// The names of functions and function-like macros of ISO C and POSIX, and further functions that the GNU C library
/// exports. An emitted function with such a name would replace the library's function in the whole program, or would
/// not compile.
const C_LIBRARY: &str = include_str!("c_library.txt");

/// Returns whether a function of the C library has this name.
pub(super) fn is_of_c_library(name: &str) -> bool {
    C_LIBRARY.split_whitespace().any(|function| function == name)
}

/// Makes the names of lines different from each other, from reserved words and intrinsics, and from `others`.
pub(super) fn make_distinct(lowered: &mut Lowered, others: impl IntoIterator<Item = String>) {
    let mut used: HashSet<String> = RESERVED.split_whitespace().map(str::to_string).chain(others).collect();
    for line in &mut lowered.lines {
        while is_intrinsic(&line.name) || !used.insert(line.name.clone()) {
            line.name.push_str("_2");
        }
    }
}

/// Returns whether a name looks like a type or an intrinsic that a header for Arm or WebAssembly defines. The names of
/// x86 types and intrinsics begin with `_`, so no line has such a name.
fn is_intrinsic(name: &str) -> bool {
    let starts = ["i8x16_", "i32x4_", "i64x2_", "u8x16_", "u16x8_", "u32x4_", "u64x2_", "v128_", "wasm_"];
    name.ends_with("_t")
        || starts.iter().any(|start| name.starts_with(start) && !name.ends_with("_2"))
        || (name.starts_with('v') && ["_u8", "_u16", "_u32", "_u64"].iter().any(|end| name.ends_with(end)))
}

#[cfg(test)]
mod tests {
    use super::{C_LIBRARY, RESERVED, is_of_c_library};
    use crate::{Leaper, Pattern};

    #[test]
    fn reserved_words_are_sorted_and_listed_once() {
        for list in [RESERVED, C_LIBRARY] {
            let words: Vec<&str> = list.split_whitespace().collect();
            assert!(words.is_sorted_by(|a, b| a < b), "{words:?}");
        }
    }

    /// By default, a program has the name of its kernel, and `emit` refuses programs with names of C library functions.
    #[test]
    fn no_kernel_has_the_name_of_a_function_of_the_c_library() {
        let leapers = Leaper::built_in().map(|leaper| leaper.attacks().name().to_string());
        for name in Pattern::ALL.iter().map(|kernel| kernel.name().to_string()).chain(leapers) {
            assert!(!is_of_c_library(&name), "{name}");
        }
        // These names come from several headers, and include the macro `isnan`.
        let words = "memcpy printf y0 index read pthread_create isnan exit abs select write open64 htobe64";
        for name in words.split(' ') {
            assert!(is_of_c_library(name), "{name}");
        }
    }
}
