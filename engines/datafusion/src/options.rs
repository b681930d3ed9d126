//! The settings of a session: `set setwise.strict = true`.

use datafusion::common::config::{ConfigExtension, ConfigOptions};
use datafusion::common::extensions_options;

extensions_options! {
    /// The settings of setwise. Register them with `SessionConfig::with_option_extension`; without them, the defaults hold.
    pub struct SetwiseOptions {
        /// Whether text that is not a position is an error. Otherwise it is null.
        pub strict: bool, default = false
    }
}

impl ConfigExtension for SetwiseOptions {
    const PREFIX: &'static str = "setwise";
}

impl SetwiseOptions {
    /// Returns the settings of a session, or the defaults.
    #[must_use]
    pub fn of(options: &ConfigOptions) -> Self {
        options.extensions.get::<Self>().cloned().unwrap_or_default()
    }
}
