//! Hands the program the name and version of the backend that is really built: those in the lock
//! file.

fn main() {
    let lock = format!("{}/Cargo.lock", std::env::var("CARGO_MANIFEST_DIR").unwrap());
    println!("cargo:rerun-if-changed={lock}");
    println!("cargo:rerun-if-changed=../build.rs");
    let text = std::fs::read_to_string(lock).expect("Cargo.lock stands beside the manifest");
    let is_flex = std::env::var("CARGO_FEATURE_FLEX").is_ok();
    let name = if is_flex { "burn-flex" } else { "burn-ndarray" };
    let heading = format!(r#"name = "{name}""#);
    let mut lines = text.lines().skip_while(|line| *line != heading).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix(r#"version = ""#));
    let version = version.and_then(|line| line.strip_suffix('"')).expect("the backend is locked");
    println!("cargo:rustc-env=BACKEND_NAME={name}");
    println!("cargo:rustc-env=BACKEND_VERSION={version}");
}
