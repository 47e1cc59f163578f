//! Scalar conversions of a released crate behind the pipe protocol (docs/conformance.md, P10, P13):
//!
//!     rust-libraries-testee half | float8 | float4 | cubecl-common
//!     rust-libraries-testee predicates        what the types say of their own codes, checked

mod libraries;
mod predicates;

use libraries::{Library, library};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::{BufRead, Write};

#[derive(Deserialize)]
struct Request {
    id: u64,
    verb: String,
    #[serde(default)]
    conversion: String,
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    inputs: Vec<String>,
    #[serde(default)]
    first: String,
    #[serde(default)]
    count: u32,
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    if name == "predicates" {
        std::process::exit(if predicates::report() == 0 { 0 } else { 1 });
    }
    let Some(library) = library(&name) else {
        eprintln!(
            "rust-libraries-testee: {name:?} is none of half, float8, float4, cubecl-common, predicates"
        );
        std::process::exit(2);
    };
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("requests are UTF-8");
        writeln!(output, "{}", reply(&library, &line)).expect("the runner reads");
        output.flush().expect("the runner reads");
    }
}

fn reply(library: &Library, line: &str) -> Value {
    let (id, answer) = match serde_json::from_str::<Request>(line) {
        Ok(request) => (Some(request.id), answer(library, &request)),
        Err(error) => (None, Err(error.to_string())),
    };
    let mut reply = answer.unwrap_or_else(|why| json!({"unsupported": why}));
    reply["id"] = json!(id);
    reply
}

fn answer(library: &Library, request: &Request) -> Result<Value, String> {
    match request.verb.as_str() {
        "hello" => Ok(json!({
            "protocol": 1,
            "name": library.name,
            "version": library.version,
            "language": "Rust",
            "capabilities": ["scalar", "digest"],
            "choices": {},
        })),
        "scalar" => scalar(convert_of(library, request)?, request),
        "digest" => digest(convert_of(library, request)?, request),
        verb => Err(format!("no verb {verb:?} here")),
    }
}

type Convert = fn(u32) -> u32;

fn convert_of(library: &Library, request: &Request) -> Result<Convert, String> {
    let (conversion, name) = (request.conversion.as_str(), request.r#type.as_str());
    (library.convert)(conversion, name).ok_or(format!("no {conversion} of {name}"))
}

fn bits(hex: &str) -> Result<u32, String> {
    u32::from_str_radix(hex, 16).map_err(|error| format!("{hex:?}: {error}"))
}

fn scalar(convert: Convert, request: &Request) -> Result<Value, String> {
    let convert = |input: &String| Ok(format!("{:08x}", convert(bits(input)?)));
    let outputs = request.inputs.iter().map(convert).collect::<Result<Vec<_>, String>>()?;
    Ok(json!({"outputs": outputs}))
}

fn digest(convert: Convert, request: &Request) -> Result<Value, String> {
    let first = bits(&request.first)?;
    let (name, is_code) = (request.r#type.as_str(), request.conversion == "encode");
    let size = match name {
        _ if !is_code => 4,
        "F16" | "BF16" => 2,
        _ => 1,
    };
    let mut outputs = Vec::with_capacity(request.count as usize * size);
    for input in (0..request.count).map(|k| first.wrapping_add(k)) {
        let output = convert(input);
        let output = if is_code { one_nan(name, input, output) } else { one_nan_f32(output) };
        outputs.extend_from_slice(&output.to_le_bytes()[..size]);
    }
    let digits =
        Sha256::digest(&outputs).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    Ok(json!({"sha256": digits}))
}

fn one_nan_f32(output: u32) -> u32 {
    if output & 0x7fffffff > 0x7f800000 { 0x7fc00000 } else { output }
}

/// In E2M1, which has no NaN, every output for one counts as 7 (P13).
fn one_nan(name: &str, input: u32, output: u32) -> u32 {
    let (magnitude, past, nan) = match name {
        "E2M1" => return if input & 0x7fffffff > 0x7f800000 { 7 } else { output },
        "F16" => (0x7fff, 0x7c00, 0x7e00),
        "BF16" => (0x7fff, 0x7f80, 0x7fc0),
        "UE8M0" => (0xff, 0xfe, 0xff),
        "E5M2" => (0x7f, 0x7c, 0x7e),
        _ => (0x7f, 0x7e, 0x7f),
    };
    if output & magnitude > past { nan } else { output }
}
