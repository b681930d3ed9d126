//! The names of features. Each name belongs to one of two layouts of boards: by colour, or as seen from the side to
//! move.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;
use setwise_patterns::UnknownName;
use setwise_positions::features::Feature;

pub(crate) use setwise_positions::Layout;

use crate::failure::usage;

/// A feature, with the layout to which its name belongs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named {
    pub(crate) feature: Feature,
    layout: Layout,
}

impl Named {
    /// Returns all features of a layout.
    fn all(layout: Layout) -> impl Iterator<Item = Self> {
        Feature::all().map(move |feature| Self { feature, layout })
    }

    /// Returns the error for a name that is not a feature. `kind` is the expected kind of name, such as `feature or
    /// file`. If `name` begins like a name of the relative layout, the error suggests names of that layout. Otherwise
    /// it suggests names of the absolute layout.
    pub(crate) fn unknown(kind: &'static str, name: &str) -> UnknownName {
        let is_relative = Layout::Relative.sides().iter().any(|side| name.starts_with(&format!("{side}_")));
        let layout = if is_relative { Layout::Relative } else { Layout::Absolute };
        UnknownName::new(kind, name, &Self::all(layout).collect::<Vec<_>>())
    }

    /// Returns the feature, or an error if its name does not belong to `layout`.
    pub(crate) fn in_layout(self, layout: Layout) -> Result<Feature> {
        let name = self.layout.name(self.feature);
        match layout {
            _ if layout == self.layout => Ok(self.feature),
            Layout::Relative => Err(usage(format!(
                "{name}: these boards are stored as seen from the side to move, and which side that was is lost; features are \
                 own_ and their_, or white_ and black_ with --white-to-move"
            ))),
            Layout::Absolute => Err(usage(format!(
                "{name}: these boards are stored by colour; features are white_ and black_ (own_ and their_ are for bulletformat)"
            ))),
        }
    }
}

impl FromStr for Named {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let named = Layout::ALL.into_iter().flat_map(Self::all).find(|named| named.to_string() == name);
        named.ok_or_else(|| Self::unknown("feature", name))
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.layout.name(self.feature))
    }
}
