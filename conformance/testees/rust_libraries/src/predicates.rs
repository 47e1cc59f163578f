//! What the types say of their own codes, against what F36 and F38 make of the code.

use cubecl_common::{e2m1, e4m3, e5m2, ue8m0};
use float4::F4E2M1;
use float8::{F8E4M3, F8E5M2};

/// Prints each code of which a type says something wrong, and gives how many there are.
pub fn report() -> usize {
    let nan4 = |code: u8| code & 0x7f == 0x7f;
    let nan5 = |code: u8| code & 0x7f > 0x7c;
    let infinite5 = |code: u8| code & 0x7f == 0x7c;
    let f4 = F8E4M3::from_bits;
    let f5 = F8E5M2::from_bits;
    codes("float8 F8E4M3::is_nan", nan4, |code| f4(code).is_nan())
        + codes("float8 F8E4M3::is_infinite", |_| false, |code| f4(code).is_infinite())
        + codes("float8 F8E4M3::is_finite", |code| !nan4(code), |code| f4(code).is_finite())
        + codes("float8 F8E5M2::is_nan", nan5, |code| f5(code).is_nan())
        + codes("float8 F8E5M2::is_infinite", infinite5, |code| f5(code).is_infinite())
        + codes("float8 F8E5M2::is_finite", |c| c & 0x7f < 0x7c, |code| f5(code).is_finite())
        + codes("cubecl-common e4m3::is_nan", nan4, |code| e4m3::from_bits(code).is_nan())
        + codes("cubecl-common e5m2::is_nan", nan5, |code| e5m2::from_bits(code).is_nan())
        + largest("float8 F8E4M3::MAX", 0x7e, F8E4M3::MAX.to_bits())
        + largest("float8 F8E5M2::MAX", 0x7b, F8E5M2::MAX.to_bits())
        + largest("float4 F4E2M1::MAX", 0x7, F4E2M1::MAX.to_bits())
        + largest("cubecl-common e4m3::MAX", 0x7e, e4m3::MAX.to_bits())
        + largest("cubecl-common e5m2::MAX", 0x7b, e5m2::MAX.to_bits())
        + largest("cubecl-common e2m1::MAX", 0x7, e2m1::MAX.to_bits())
        + largest("cubecl-common ue8m0::MAX", 0xfe, ue8m0::MAX.to_bits())
}

fn codes(what: &str, right: impl Fn(u8) -> bool, says: impl Fn(u8) -> bool) -> usize {
    let wrong = (0..=u8::MAX).filter(|code| right(*code) != says(*code));
    let wrong = wrong.inspect(|code| println!("{what}: code {code:02x}: {}", says(*code)));
    wrong.count()
}

fn largest(what: &str, right: u8, says: u8) -> usize {
    if right == says {
        return 0;
    }
    println!("{what}: {says:02x}, the largest value is {right:02x}");
    1
}
