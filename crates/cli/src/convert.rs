//! `setwise convert`: converts files of positions to another format.

use std::path::Path;

use anyhow::Result;
use setwise_positions::packed;

use crate::args::Convert;
use crate::failure::usage;
use crate::formats::{Family, Format};
use crate::input::Inputs;
use crate::layout::Layout;
use crate::positions::{OutputKind, Plan, process};
use crate::tables::TableSchema;

pub(crate) fn run(args: &Convert) -> Result<()> {
    let [files @ .., out] = &args.files[..] else { return Err(usage("no file given")) };
    if files.is_empty() {
        return Err(usage(format!("{out} is the only file: expected one or more inputs, followed by the output")));
    }
    let out = Path::new(out);
    let format = Format::of_output(out, args.to)?;
    let inputs = Inputs::new(files, &args.reading, format.0.holds(), [].into_iter())?;
    let output = match format.0.family() {
        Family::Columnar => OutputKind::Table(TableSchema {
            positions: Some(inputs.layout),
            labels: inputs.labels.clone(),
            features: Vec::new(),
            lists: None,
        }),
        Family::Packed(packed::Format::Bulletformat) => OutputKind::Packed(packed::Format::Bulletformat),
        _ if inputs.layout == Layout::Relative => {
            return Err(usage(format!(
                "{} cannot be written as {}: its boards do not say whose turn it is; --white-to-move takes them as White's turn",
                inputs.files[0].name, format.0
            )));
        }
        Family::Packed(packed) => OutputKind::Packed(packed),
        Family::Text(lines) => OutputKind::Lines(lines),
    };
    let plan = Plan::new(&args.reading, &inputs, args.backend.get()?, Vec::new(), output)?;
    process(&plan, &inputs, &args.reading, &args.columnar, Some(out), format)
}
