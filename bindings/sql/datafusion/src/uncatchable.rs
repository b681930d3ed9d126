//! The passed pawns that a king cannot catch: `uncatchable(pawns & white, kings & black, white_to_move, 'black')`.

use std::sync::Arc;

use arrow::array::{AsArray, UInt64Array};
use arrow::datatypes::{DataType, UInt64Type};
use setwise_patterns::Pattern;

use crate::function::Function;
use crate::kind::Kind;
use crate::patterns::{compute, side};
use crate::text::words;

/// Returns the function `uncatchable`. Its result is null unless there is exactly one king.
pub(crate) fn uncatchable() -> Function {
    const NAME: &str = "uncatchable";
    let form =
        vec![("passers", Kind::Set), ("king", Kind::Set), ("white_to_move", Kind::Flag), ("side", Kind::Constant)];
    let description = "The passed pawns that promote if they are alone: those outside caught_area; side is that of the king, \
                       white or black; null if there is not exactly one king.";
    Function::new(NAME, vec![form], DataType::UInt64, description, |arguments| {
        let pattern = [Pattern::WhiteCaughtArea, Pattern::BlackCaughtArea][side(NAME, arguments)?];
        let areas = compute(pattern, NAME, &arguments.arrays[1..])?;
        let [passers, kings] = [0, 1].map(|n| words(&arguments.arrays[n]));
        let rows = passers.iter().zip(&kings).zip(areas.as_primitive::<UInt64Type>());
        let promote = rows.map(|((passers, king), area)| (king?.count_ones() == 1).then_some(passers? & !area?));
        Ok(Arc::new(promote.collect::<UInt64Array>()))
    })
}
