//! The released crate burn-std behind the pipe protocol, version 1 (docs/conformance.md).
//!
//! It adds nothing of its own: what the crate writes is handed on, and so is what it panics with.

mod placed;
mod request;
mod scalar;
mod serve;

use burn_std::Shape;
use burn_std::quantization::{QuantScheme, QuantStore, QuantizedBytes, quantized_data_len};
use request::{Bits, No, Request, need, unsupported};
use serde_json::{Value, json};
use serve::{ask, hello, hex, serve};

const CAPABILITIES: &[&str] = &[
    "size",
    "encode",
    "decode",
    "text",
    "scalar",
    "placement",
    #[cfg(feature = "since-0-23")]
    "validate",
    #[cfg(feature = "since-0-23")]
    "permute",
];

fn main() -> std::io::Result<()> {
    serve(answer)
}

fn answer(request: &Request) -> Result<Value, No> {
    match request.verb.as_str() {
        "hello" => hello(request, "burn-std", env!("BURN_STD_VERSION"), CAPABILITIES),
        "size" => size(request),
        "encode" => encode(request),
        "decode" => decode(request),
        "text" => text(request),
        "scalar" => scalar::scalar(request),
        #[cfg(feature = "since-0-23")]
        "validate" => validate(request),
        #[cfg(feature = "since-0-23")]
        "permute" => permute(request),
        verb => unsupported(format!("no verb {verb:?} here")),
    }
}

fn size(request: &Request) -> Result<Value, No> {
    let (scheme, shape) = (request.scheme()?, request.shape()?);
    let total = ask(|| quantized_data_len(&scheme, &shape))?;
    Ok(json!({"total_bytes": total}))
}

fn encode(request: &Request) -> Result<Value, No> {
    let (scheme, shape) = (request.scheme()?, request.shape()?);
    let scales = need(&request.scales, "scales")?.iter().map(|scale| scale.float());
    let (scales, global): (Vec<f32>, _) = (scales.collect(), request.global.map(Bits::float));
    let codes = need(&request.codes, "codes")?;
    bounded(&scheme, &shape)?;
    let codes = placed::copy_at(request.input_offset.unwrap_or(0), codes);
    let written = ask(|| QuantizedBytes::new(codes, shape, scheme, &scales, global))?;
    Ok(json!({"bytes": hex(&written.bytes)}))
}

fn decode(request: &Request) -> Result<Value, No> {
    let (scheme, shape, bytes) = (request.scheme()?, request.shape()?, request.bytes()?);
    bounded(&scheme, &shape)?;
    let (codes, scales) = ask(|| QuantizedBytes { bytes, scheme, shape }.into_vec_i8())?;
    let (block, global) = (scales.block.into_iter().map(Bits::from), scales.global.map(Bits::from));
    Ok(json!({"codes": codes, "scales": block.collect::<Vec<_>>(), "global": global}))
}

#[cfg(feature = "since-0-23")]
fn validate(request: &Request) -> Result<Value, No> {
    let dtype = burn_std::DType::QFloat(request.scheme()?);
    let (shape, bytes) = (request.shape()?, request.bytes()?);
    match ask(|| burn_std::TensorData::try_from_bytes(bytes, shape, dtype))? {
        Ok(_) => Ok(json!({"valid": true})),
        Err(error) => Err(No::Refused(error.to_string())),
    }
}

#[cfg(feature = "since-0-23")]
fn permute(request: &Request) -> Result<Value, No> {
    let (mut scheme, axes) = (request.scheme()?, need(&request.axes, "axes")?);
    if *need(&request.rank, "rank")? != axes.len() {
        return unsupported("burn-std takes the rank from the number of axes");
    }
    ask(|| scheme.permute_dims(axes))?;
    let (store, packed_dim) = match scheme.store {
        QuantStore::Native => ("Native", None),
        QuantStore::PackedNative(packed_dim) => ("PackedNative", Some(packed_dim)),
        QuantStore::PackedU32(packed_dim) => ("PackedU32", Some(packed_dim)),
    };
    let block = scheme.block_scale();
    Ok(json!({"scheme": {
        "value": scheme.value,
        "store": store,
        "packed_dim": packed_dim,
        "mode": scheme.mode,
        "tensor": request.tensor, // a private field there, and nothing that moves
        "block": block.map(|block| json!({"size": block.size.as_slice(), "dtype": block.dtype})),
    }}))
}

fn text(request: &Request) -> Result<Value, No> {
    let scheme = request.scheme()?;
    let json = serde_json::to_string(&scheme).map_err(|error| No::Refused(error.to_string()))?;
    Ok(json!({"text": format!("{scheme:?}"), "json": json}))
}

/// The crate does not check a packed shape before it works on it: it would allocate by a count that
/// wrapped, or walk an astronomic number of empty lines. All else it may judge itself.
fn bounded(scheme: &QuantScheme, shape: &Shape) -> Result<(), No> {
    let (QuantStore::PackedNative(packed_dim) | QuantStore::PackedU32(packed_dim)) = scheme.store
    else {
        return Ok(());
    };
    let dims = shape.as_slice();
    let Some(axis) = dims.len().checked_sub(packed_dim.saturating_add(1)) else {
        return Ok(());
    };
    let outer = dims[..axis].iter().chain(&dims[axis + 1..]);
    let lines = match outer.clone().any(|dim| *dim == 0) {
        true => 0,
        false => outer.fold(1, |lines: usize, dim| lines.saturating_mul(*dim)),
    };
    if dims[axis] == 0 && lines > 1 << 20 {
        return unsupported(format!("burn-std would walk {lines} empty lines"));
    }
    if lines.saturating_mul(dims[axis]) > 1 << 60 {
        return unsupported(format!("the sizes of {shape:?} would wrap in burn-std"));
    }
    Ok(())
}
