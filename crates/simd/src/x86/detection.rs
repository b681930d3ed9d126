//! Detects features that CPUID reports in leaf 7, such as AVX2, BMI2 and AVX-512.
//!
//! The `cpufeatures` crate reads leaf 7 without checking that the CPU has it (RustCrypto/utils issue 1510). Firmware and
//! virtual machines may limit CPUID to fewer leaves. For a leaf after the last one, Intel's CPUs return the data of the
//! last leaf, whose bits mean something else. Every feature of leaf 7 is therefore detected here.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{AtomicU8, Ordering};

/// Defines a module with a function `get`, which returns whether this CPU has all of the given features. CPUID must
/// report at least one of them in leaf 7.
macro_rules! cpu_has {
    ($module:ident, $($feature:tt),+) => {
        mod $module {
            cpufeatures::new!(reported, $($feature),+);

            static CACHE: crate::x86::detection::Cache = crate::x86::detection::Cache::new();

            #[inline]
            pub(super) fn get() -> bool {
                // `reported` comes first: it is false on targets that do not allow CPUID, which is then not executed.
                cfg!(all($(target_feature = $feature),+))
                    || CACHE.get_or_detect(|| reported::get() && crate::x86::detection::has_leaf_7())
            }
        }
    };
}

pub(crate) use cpu_has;

/// The cached result of a detection. It is cached because CPUID is slow, above all in virtual machines. The number is 0
/// before the first detection, then 1 for `false` and 2 for `true`.
pub(crate) struct Cache(AtomicU8);

impl Cache {
    pub(crate) const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Returns the cached result. The first call computes it with `detect`.
    #[inline]
    pub(crate) fn get_or_detect(&self, detect: impl FnOnce() -> bool) -> bool {
        match self.0.load(Ordering::Relaxed) {
            0 => self.detect(detect),
            known => known == 2,
        }
    }

    #[cold]
    fn detect(&self, detect: impl FnOnce() -> bool) -> bool {
        let found = detect();
        self.0.store(1 + u8::from(found), Ordering::Relaxed);
        found
    }
}

/// Returns whether CPUID has leaf 7.
#[allow(unused_unsafe, reason = "newer compilers declare CPUID safe on x86-64")]
pub(crate) fn has_leaf_7() -> bool {
    // SAFETY: every x86-64 CPU has CPUID with leaf 0.
    let last_leaf = unsafe { __cpuid(0) }.eax;
    last_leaf >= 7
}
