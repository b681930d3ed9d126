//! Prints and draws heat maps. A heat map has, for each square, the number of boards on which a feature contains the
//! square. It is printed as rows of comma-separated values or as a table, or drawn as a picture.

mod maps;
mod picture;

use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use setwise::{File, Rank, Square};

use self::maps::{percent, share};
use crate::args::HeatOptions;
use crate::formats::STDIN;
use crate::output::write_text;

pub(crate) use maps::{HeatMaps, Numbers, of_columns};

/// Returns the error message for a feature or a pattern that has no heat map because it is a number.
pub(crate) fn of_number(name: &str) -> String {
    format!("{name} is a number, not a set of squares, so it has no heat map")
}

impl HeatMaps {
    /// Returns the text for standard output: rows, tables or the picture. If the options name a file for the picture,
    /// writes the picture to that file. If no boards were counted, reports this on standard error.
    pub(crate) fn text(&self, options: &HeatOptions) -> Result<String> {
        if let Some(file) = options.picture() {
            write_text(file, &picture::picture(self))?;
        }
        if self.boards == 0 {
            let _ = writeln!(io::stderr(), "a heat map of 0 {}: every number is 0 and no share is known", self.counted);
        }
        Ok(match options {
            HeatOptions { svg: Some(file), .. } if file == Path::new(STDIN) => picture::picture(self),
            HeatOptions { draw: true, .. } => self.tables(),
            _ => self.rows(),
        })
    }

    /// Returns 64 rows for each feature. The field `share` is empty if no boards were counted.
    fn rows(&self) -> String {
        let mut rows = "feature,square,boards,share\n".to_string();
        for (name, numbers) in self.maps() {
            for (square, number) in Square::ALL.iter().zip(numbers) {
                let share = share::<6>(*number, self.boards).unwrap_or_default();
                rows += &format!("{name},{square},{number},{share}\n");
            }
        }
        rows
    }

    /// Returns a table of percentages for each feature, with rank 8 at the top. A dot marks a square that is in none of
    /// the counted sets.
    fn tables(&self) -> String {
        let mut tables = String::new();
        for (n, (name, numbers)) in self.maps().enumerate() {
            let gap = if n == 0 { "" } else { "\n" };
            tables += &format!("{gap}{}\n", self.title(name));
            for rank in Rank::ALL.into_iter().rev() {
                tables += &format!("{rank} ");
                for file in File::ALL {
                    let cell = percent(numbers[Square::new(file, rank).index()], self.boards);
                    tables += &format!("{:>6}", cell.unwrap_or("·".to_string()));
                }
                tables += "\n";
            }
            tables += &format!("  {}\n", File::ALL.map(|file| format!("{:>6}", file.to_string())).concat());
        }
        tables
    }
}
