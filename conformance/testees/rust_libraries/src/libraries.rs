//! The conversions of each crate, from bits to bits. None has round_up.

use cubecl_common::{e2m1, e4m3, e5m2, ue8m0};
use float4::{E8M0, F4E2M1};
use float8::{F8E4M3, F8E5M2};
use half::{bf16, f16};

pub struct Library {
    pub name: &'static str,
    pub version: &'static str,
    /// The function of a conversion and a type, if there is one.
    pub convert: fn(&str, &str) -> Option<fn(u32) -> u32>,
}

pub fn library(name: &str) -> Option<Library> {
    let (name, version, convert): (_, _, fn(&str, &str) -> _) = match name {
        "half" => ("half", "2.7.1", half),
        "float8" => ("float8", "0.7.0", float8),
        "float4" => ("float4", "0.2.0", float4),
        "cubecl-common" => ("cubecl-common", "0.11.4", cubecl),
        _ => return None,
    };
    Some(Library { name, version, convert })
}

fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn half(conversion: &str, name: &str) -> Option<fn(u32) -> u32> {
    match (conversion, name) {
        ("encode", "F16") => Some(|x| f16::from_f32(float(x)).to_bits().into()),
        ("encode", "BF16") => Some(|x| bf16::from_f32(float(x)).to_bits().into()),
        ("decode", "F16") => Some(|c| f16::from_bits(c as u16).to_f32().to_bits()),
        ("decode", "BF16") => Some(|c| bf16::from_bits(c as u16).to_f32().to_bits()),
        _ => None,
    }
}

fn float8(conversion: &str, name: &str) -> Option<fn(u32) -> u32> {
    match (conversion, name) {
        ("encode", "E4M3" | "UE4M3") => Some(|x| F8E4M3::from_f32(float(x)).to_bits().into()),
        ("encode", "E5M2") => Some(|x| F8E5M2::from_f32(float(x)).to_bits().into()),
        ("decode", "E4M3" | "UE4M3") => Some(|c| F8E4M3::from_bits(c as u8).to_f32().to_bits()),
        ("decode", "E5M2") => Some(|c| F8E5M2::from_bits(c as u8).to_f32().to_bits()),
        _ => None,
    }
}

fn float4(conversion: &str, name: &str) -> Option<fn(u32) -> u32> {
    match (conversion, name) {
        ("encode", "E2M1") => Some(|x| F4E2M1::from(float(x)).to_bits().into()),
        ("encode", "UE8M0") => Some(|x| E8M0::from(float(x)).to_bits().into()),
        ("decode", "E2M1") => Some(|c| f32::from(F4E2M1::from_bits(c as u8)).to_bits()),
        // It gives an f64, which holds every value of f32.
        ("decode", "UE8M0") => Some(|c| (E8M0::from_bits(c as u8).to_f64() as f32).to_bits()),
        _ => None,
    }
}

fn cubecl(conversion: &str, name: &str) -> Option<fn(u32) -> u32> {
    match (conversion, name) {
        ("encode", "E4M3" | "UE4M3") => Some(|x| e4m3::from_f32(float(x)).to_bits().into()),
        ("encode", "E5M2") => Some(|x| e5m2::from_f32(float(x)).to_bits().into()),
        ("encode", "E2M1") => Some(|x| e2m1::from_f32(float(x)).to_bits().into()),
        ("encode", "UE8M0") => Some(|x| ue8m0::from_f32(float(x)).to_bits().into()),
        ("decode", "E4M3" | "UE4M3") => Some(|c| e4m3::from_bits(c as u8).to_f32().to_bits()),
        ("decode", "E5M2") => Some(|c| e5m2::from_bits(c as u8).to_f32().to_bits()),
        ("decode", "E2M1") => Some(|c| e2m1::from_bits(c as u8).to_f32().to_bits()),
        ("decode", "UE8M0") => Some(|c| ue8m0::from_bits(c as u8).to_f32().to_bits()),
        _ => None,
    }
}
