//! The kernels of the entries, for code that is generic over kernels.

use setwise_core::{Kernel, ResultKind};

use crate::kernels::*;
use crate::{Interface, Pattern, for_each_pattern};

/// Code that is generic over kernels. [`Pattern::visit`] calls this code with the kernel of a pattern.
///
/// ```
/// use setwise_core::{Kernel, Prefix, Scalar, Words, one_board};
/// use setwise_patterns::{Pattern, Visitor};
///
/// /// Computes a pattern on one board.
/// struct OneBoard<'a>(&'a [u64]);
///
/// impl Visitor for OneBoard<'_> {
///     type Out = Vec<u64>;
///
///     fn kernel<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(self, kernel: K) -> Vec<u64> {
///         let input: [u64; IN] = self.0.try_into().expect("a word for each input");
///         let lanes = input.map(|set| Words::<1>::load(Scalar, &[set]));
///         kernel.eval(Prefix, lanes).map(|result| result.boards()[0]).to_vec()
///     }
/// }
///
/// use setwise_core::Lanes;
/// assert_eq!(Pattern::KnightMoves.visit(OneBoard(&[1 << 1, 1 << 11])), [1 << 16 | 1 << 18]);
/// ```
pub trait Visitor {
    /// The type of the value that the code returns.
    type Out;

    /// The interface for which the code is compiled. Kernels of patterns that this interface does not offer are not
    /// compiled.
    const INTERFACE: Interface = Interface::Rust;

    /// Runs the code with the kernel of the pattern.
    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> Self::Out
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static;
}

macro_rules! dispatch {
    ($($variant:ident $name:ident $section:literal $inputs:ident[$($input:ident),+] ->
        $results:ident[$($result:ident),+] = $kernel:expr, $($definition:literal)+;)+) => {
        impl Pattern {
            /// Calls the visitor with the kernel of the pattern. The code of the visitor is compiled once for each pattern
            /// that [`Visitor::INTERFACE`] offers.
            ///
            /// # Panics
            ///
            /// Panics if the pattern is not offered there.
            pub fn visit<T: Visitor>(self, visitor: T) -> T::Out {
                match self {
                    $(Self::$variant if const { Self::$variant.is_at(T::INTERFACE) } => visitor.kernel::<_, { [$(stringify!($input)),+].len() }, { [$(stringify!($result)),+].len() }>($kernel),)+
                    other => panic!("{other} is not a pattern of {}", T::INTERFACE),
                }
            }

            /// Returns the kind of each result.
            #[must_use]
            pub const fn kinds(self) -> &'static [ResultKind] {
                match self {
                    $(Self::$variant => kinds_of::<_, { [$(stringify!($input)),+].len() }, { [$(stringify!($result)),+].len() }>(&$kernel),)+
                }
            }
        }
    };
}

for_each_pattern!(dispatch);

/// Returns the kind of each result of a kernel.
const fn kinds_of<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(_: &K) -> &'static [ResultKind] {
    const { &K::KINDS }
}
