//! Puts a case's data into the cluster's file system, each set once.

use crate::case::{Case, Input};
use evenkeel::generate::movies::Movies;
use evenkeel::generate::text::Text;
use evenkeel_cluster::{Cluster, Context, Error, Result};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;

/// Makes sure that the data of all cases is there.
pub fn prepare(cluster: &Cluster, cases: &[Case], say: &dyn Fn(&str)) -> Result<()> {
    let mut there = BTreeSet::new();
    for case in cases {
        if !there.insert(case.data.clone()) {
            continue;
        }
        let local = cluster.dir().join("tmp").join(format!("data-{}", case.data));
        let folder = match &case.input {
            Input::Folder(folder) => std::path::absolute(folder)?,
            generated => {
                let bytes = generate(generated, &local)?;
                say(&format!("{}: {} MB generated", case.data, bytes / 1_000_000));
                local.clone()
            }
        };
        cluster.fs(&["-put", &folder.to_string_lossy(), &path(case)])?;
        let _ = fs::remove_dir_all(&local);
    }
    Ok(())
}

/// Where a case's data is.
pub fn path(case: &Case) -> String {
    format!("/data/{}", case.data)
}

fn generate(input: &Input, folder: &Path) -> Result<u64> {
    fs::create_dir_all(folder).context(folder.display())?;
    let create = |name: String| {
        let path = folder.join(name);
        File::create(&path).context(path.display())
    };
    let mut bytes = 0;
    match input {
        Input::Text(options) => {
            let text = Text::new(options.clone()).map_err(Error::new)?;
            for file in 0..text.files() {
                bytes += text.write(file, &mut create(text.file_name(file))?)?;
            }
        }
        Input::Movies(options) => {
            let movies = Movies::new(options.clone()).map_err(Error::new)?;
            for file in 0..movies.files() {
                bytes += movies.write(file, &mut create(movies.file_name(file))?)?;
            }
        }
        Input::Folder(_) => {}
    }
    Ok(bytes)
}
