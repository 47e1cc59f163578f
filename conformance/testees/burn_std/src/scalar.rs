//! Single numbers. Scale dtypes go through `QuantizedBytes`, as scales really do; float codes
//! through the types that the crate converts them with.

use crate::ask;
use crate::request::{Bits, No, Request, need, unsupported};
use burn_std::quantization::{QuantScheme, QuantStore, QuantizedBytes, ScaleDtype, scale_size};
use burn_std::{Bytes, e2m1, e4m3, e5m2};
use serde_json::{Value, json};

pub fn scalar(request: &Request) -> Result<Value, No> {
    let conversion = need(&request.conversion, "conversion")?.as_str();
    let name = need(&request.r#type, "type")?.as_str();
    let inputs = need(&request.inputs, "inputs")?;
    let outputs = match (conversion, name) {
        ("encode", "E4M3") => each(inputs, |x| Bits(e4m3::from_f32(x.float()).to_bits().into()))?,
        ("encode", "E5M2") => each(inputs, |x| Bits(e5m2::from_f32(x.float()).to_bits().into()))?,
        ("encode", "E2M1") => each(inputs, |x| Bits(e2m1::from_f32(x.float()).to_bits().into()))?,
        ("encode", _) => encode_scales(dtype(name)?, inputs)?,
        ("decode", "E4M3") => {
            each(codes(inputs, 8)?, |c| e4m3::from_bits(c.0 as u8).to_f32().into())?
        }
        ("decode", "E5M2") => {
            each(codes(inputs, 8)?, |c| e5m2::from_bits(c.0 as u8).to_f32().into())?
        }
        ("decode", "E2M1") => {
            each(codes(inputs, 4)?, |c| e2m1::from_bits(c.0 as u8).to_f32().into())?
        }
        ("decode", _) => decode_scales(dtype(name)?, inputs)?,
        ("round_up", _) => {
            let dtype = dtype(name)?;
            each(inputs, |x| dtype.round_up(x.float()).into())?
        }
        _ => return unsupported(format!("no conversion {conversion:?} here")),
    };
    Ok(json!({"outputs": outputs}))
}

fn each(inputs: &[Bits], convert: impl Fn(Bits) -> Bits) -> Result<Vec<Bits>, No> {
    ask(|| inputs.iter().copied().map(convert).collect())
}

fn codes(inputs: &[Bits], width: usize) -> Result<&[Bits], No> {
    match inputs.iter().find(|code| u64::from(code.0) >> width != 0) {
        Some(Bits(code)) => unsupported(format!("{code:08x} is wider than {width} bits")),
        None => Ok(inputs),
    }
}

fn dtype(name: &str) -> Result<ScaleDtype, No> {
    let named = serde_json::from_value(json!(name));
    named.or(unsupported(format!("no such conversion of {name:?} here")))
}

/// A scale for each element: the block of one.
fn scheme(dtype: ScaleDtype) -> QuantScheme {
    let scheme = QuantScheme::default().with_store(QuantStore::Native);
    scheme.per_block([1], dtype)
}

fn encode_scales(dtype: ScaleDtype, inputs: &[Bits]) -> Result<Vec<Bits>, No> {
    let (count, zeros) = (inputs.len(), vec![0i8; inputs.len()]);
    let scales: Vec<f32> = inputs.iter().map(|scale| scale.float()).collect();
    let written = ask(|| QuantizedBytes::new(zeros, [count], scheme(dtype), &scales, None))?;
    let code = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
    let codes = written.bytes[count..].chunks(scale_size(dtype));
    Ok(codes.map(|bytes| Bits(code(bytes))).collect())
}

fn decode_scales(dtype: ScaleDtype, inputs: &[Bits]) -> Result<Vec<Bits>, No> {
    let (count, size) = (inputs.len(), scale_size(dtype));
    let mut bytes = vec![0; count];
    for code in codes(inputs, 8 * size)? {
        bytes.extend_from_slice(&code.0.to_le_bytes()[..size]);
    }
    let (bytes, scheme, shape) = (Bytes::from_bytes_vec(bytes), scheme(dtype), [count].into());
    let (_, scales) = ask(|| QuantizedBytes { bytes, scheme, shape }.into_vec_i8())?;
    Ok(scales.block.into_iter().map(Bits::from).collect())
}
