//! Checks that pkg-config and CMake find the installed libraries, shared and static.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;
use setwise_files::ending::print_line;

use crate::commands::{is_installed, output, skip};

/// An installed library.
pub(super) struct Installed<'a> {
    /// The folder `bindings/c`.
    pub(super) package: &'a Path,
    pub(super) prefix: &'a Path,
    /// The folder for compiled programs.
    pub(super) folder: &'a Path,
}

impl Installed<'_> {
    /// Builds and runs the examples with the flags of pkg-config, and with CMake.
    pub(super) fn check(&self) -> Result<()> {
        if is_installed("pkg-config")? && is_installed("cc")? {
            self.check_pkg_config()?;
        }
        if is_installed("cmake")? {
            let build = self.folder.join("by-cmake");
            let prefix = format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display());
            let source = self.package.join("examples");
            output(Command::new("cmake").arg("-S").arg(source).arg("-B").arg(&build).arg(prefix))?;
            output(Command::new("cmake").arg("--build").arg(&build))?;
            for program in ["knights", "forks", "knights_static"] {
                output(&mut Command::new(build.join(program)))?;
            }
            print_line(format_args!("CMake finds the library, shared and static"))?;
            self.check_cmake_versions()?;
        }
        Ok(())
    }

    /// Compiles and runs an example with the flags of pkg-config for the shared library, and with the flags for the
    /// static library. Then links and runs the example without any shared libraries, if the C compiler supports this.
    fn check_pkg_config(&self) -> Result<()> {
        let shared = self.pkg_config(&["--cflags", "--libs", "setwise"])?;
        let folder = self.pkg_config(&["--variable=libdir", "setwise"])?;
        self.link_example("by-pkg-config", &shared, &[&format!("-Wl,-rpath,{}", folder.trim())])?;
        // The following programs have no path to the shared library, so they start only if they do not need it.
        let archive = self.pkg_config(&["--cflags", "--libs", "setwise-static"])?;
        self.link_example("by-archive", &archive, &[])?;
        let all = self.pkg_config(&["--static", "--cflags", "--libs", "setwise"])?;
        if self.links_without_shared_libraries()? {
            self.link_example("by-static", &all, &["-static"])?;
        }
        print_line(format_args!("pkg-config finds the library, shared and static"))?;
        Ok(())
    }

    fn pkg_config(&self, arguments: &[&str]) -> Result<String> {
        let descriptions = self.prefix.join("lib/pkgconfig");
        output(Command::new("pkg-config").args(arguments).env("PKG_CONFIG_PATH", descriptions))
    }

    /// Compiles an example with the flags that pkg-config printed and with `options`, and runs it.
    fn link_example(&self, name: &str, flags: &str, options: &[&str]) -> Result<()> {
        let program = self.folder.join(name);
        let source = self.package.join("examples/knights.c");
        output(Command::new("cc").arg(source).args(flags.split_whitespace()).args(options).arg("-o").arg(&program))?;
        output(Command::new(program).env_remove("LD_LIBRARY_PATH")).map(drop)
    }

    /// Returns whether the C compiler can link programs with `-static`. If it cannot, prints a message, and returns an
    /// error if `SETWISE_NO_SKIP` is set.
    fn links_without_shared_libraries(&self) -> Result<bool> {
        let source = self.folder.join("empty.c");
        fs::write(&source, "int main(void)\n{\n    return 0;\n}\n")?;
        let mut command = Command::new("cc");
        let links = output(command.arg("-static").arg(&source).arg("-o").arg(self.folder.join("empty"))).is_ok();
        if !links {
            skip("cc cannot link programs with -static")?;
        }
        Ok(links)
    }

    /// Checks which requested versions the CMake version file accepts.
    fn check_cmake_versions(&self) -> Result<()> {
        let template = fs::read_to_string(self.package.join("setwise-config-version.cmake.in"))?;
        let [file, script] = ["version.cmake", "versions.cmake"].map(|name| self.folder.join(name));
        fs::write(&file, template.replace("@VERSION@", "0.3.4"))?;
        fs::write(&script, CMAKE_VERSIONS)?;
        output(Command::new("cmake").arg(format!("-DFILE={}", file.display())).arg("-P").arg(script)).map(drop)
    }
}

/// A CMake script that checks which requested versions are accepted if the library has version 0.3.4.
const CMAKE_VERSIONS: &str = "
foreach(request 0.3:TRUE 0.3.0:TRUE 0.3.4:TRUE 0.3.5: 0.2: 0.4: 0.30: 1.3: 0:)
    string(REGEX MATCH \"^[^:]+\" PACKAGE_FIND_VERSION ${request})
    string(REGEX REPLACE \"^[^:]+:\" \"\" expected ${request})
    string(REGEX MATCH \"^[0-9]+\" PACKAGE_FIND_VERSION_MAJOR ${request})
    string(REGEX REPLACE \"^[0-9]+\\\\.?([0-9]*).*\" \"0\\\\1\" PACKAGE_FIND_VERSION_MINOR ${request})
    math(EXPR PACKAGE_FIND_VERSION_MINOR ${PACKAGE_FIND_VERSION_MINOR})
    unset(PACKAGE_VERSION_COMPATIBLE)
    include(${FILE})
    if(NOT \"${PACKAGE_VERSION_COMPATIBLE}\" STREQUAL \"${expected}\")
        message(FATAL_ERROR \"${request}, but found '${PACKAGE_VERSION_COMPATIBLE}'\")
    endif()
endforeach()
";
