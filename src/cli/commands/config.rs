//! `git libra config`: every setting, its value, and where it came from.

use serde_json::Value;
use serde_json::json;

use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::engine::ModelArgs;
use crate::cli::engine::Settings;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;

/// Show every setting, its value and where it came from
#[derive(Debug, clap::Args)]
pub(crate) struct ConfigArgs {
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

/// Prints the settings of the repository.
pub(crate) fn run(args: &ConfigArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    let tree = Context::tree(&repository, &TreeSource::WorkTree)?;
    let loaded = context.load_config(tree.as_ref())?;
    let written: Value = loaded.text.as_deref().and_then(|text| toml::from_str(text).ok()).unwrap_or(Value::Null);
    let mut settings = Vec::new();
    flatten("", &serde_json::to_value(&loaded.config)?, &mut settings);
    let untyped = ModelArgs::default();
    let models = Settings::new(&untyped, context.environment(), &repository).all();
    let models = models.into_iter().map(|(key, value, origin)| json!({ "key": key, "value": value, "origin": origin }));
    let rows = settings.into_iter().map(|(key, value)| {
        let origin = if is_written(&written, &key) { loaded.name.as_str() } else { "default" };
        json!({ "key": key, "value": value, "origin": origin })
    });
    let rows = rows.chain(models);
    match args.format {
        TextOrJson::Json => {
            let rows: Vec<Value> = rows.collect();
            printer.line(&serde_json::to_string_pretty(&json!({ "schema": "libra.config/1", "settings": rows }))?)?;
        }
        TextOrJson::Text => {
            for row in rows {
                let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
                printer.line(&format!("{} = {}  ({})", text("key"), row["value"], text("origin")))?;
            }
        }
    }
    Ok(ExitStatus::Success)
}

/// The leaves of a configuration as dotted keys.
fn flatten(prefix: &str, value: &Value, settings: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                flatten(&key, value, settings);
            }
        }
        value => settings.push((prefix.to_owned(), value.clone())),
    }
}

/// Whether the file itself sets a dotted key.
fn is_written(written: &Value, key: &str) -> bool {
    key.split('.').try_fold(written, |value, part| value.get(part)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn every_section_is_shown() {
        let mut settings = Vec::new();
        flatten("", &serde_json::to_value(Config::default()).expect("plain"), &mut settings);
        for section in ["catalog.", "lint.", "heal.", "evidence."] {
            assert!(settings.iter().any(|(key, _)| key.starts_with(section)), "{section}");
        }
        assert!(is_written(&json!({ "heal": { "probes": 3 } }), "heal.probes"));
        assert!(!is_written(&json!({ "heal": {} }), "heal.probes"));
    }
}
