//! The settings of setwise in a session, which are changed by statements such as `set setwise.strict = true`.

use std::any::Any;

use datafusion::common::Result;
use datafusion::common::config::{ConfigEntry, ConfigExtension, ConfigOptions, ExtensionOptions};
use datafusion::common::config_err;

/// The settings of setwise. Register them with `SessionConfig::with_option_extension`. A session without them uses the
/// defaults.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SetwiseOptions {
    /// If `true`, text that is not a position is an error. If `false`, such text becomes null.
    pub strict: bool,
}

impl SetwiseOptions {
    /// Returns the settings in `options`, or the defaults if `options` contains no settings of setwise.
    #[must_use]
    pub fn of(options: &ConfigOptions) -> Self {
        options.extensions.get::<Self>().cloned().unwrap_or_default()
    }
}

impl ConfigExtension for SetwiseOptions {
    const PREFIX: &'static str = "setwise";
}

/// Lists each setting with its prefix, as `setwise.strict`. DataFusion's macro would omit the prefix, and the machines
/// to which Ballista sends the list would not recognise the setting.
impl ExtensionOptions for SetwiseOptions {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn cloned(&self) -> Box<dyn ExtensionOptions> {
        Box::new(self.clone())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match (key, value.parse()) {
            ("strict", Ok(strict)) => self.strict = strict,
            ("strict", Err(_)) => return config_err!("setwise.strict is '{value}', expected true or false"),
            _ => return config_err!("'setwise.{key}' is not a setting, expected setwise.strict"),
        }
        Ok(())
    }

    fn entries(&self) -> Vec<ConfigEntry> {
        vec![ConfigEntry {
            key: "setwise.strict".to_string(),
            value: Some(self.strict.to_string()),
            description: "Whether text that is not a position is an error. Otherwise it is null.",
        }]
    }
}
