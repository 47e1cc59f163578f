//! Hands the program the version of burn-std that is really built: the one in the lock file.

fn main() {
    let lock = format!("{}/Cargo.lock", std::env::var("CARGO_MANIFEST_DIR").unwrap());
    println!("cargo:rerun-if-changed={lock}");
    println!("cargo:rerun-if-changed=../build.rs");
    let text = std::fs::read_to_string(lock).expect("Cargo.lock stands beside the manifest");
    let mut lines = text.lines().skip_while(|line| *line != r#"name = "burn-std""#).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix(r#"version = ""#));
    let version = version.and_then(|line| line.strip_suffix('"')).expect("burn-std is locked");
    println!("cargo:rustc-env=BURN_STD_VERSION={version}");
}
