// Both forms of a scheme side by side, and the text form (F54).
#include <gtest/gtest.h>

#include "forms.h"

namespace qb {
namespace {

using enum Error;

TEST(EveryForm, IsWritten) {
  for (const Form& form : kForms) {
    EXPECT_EQ(text_of(form.scheme), form.text);
    EXPECT_EQ(json_of(form.scheme), form.json);
  }
}

TEST(EveryForm, IsRead) {
  for (const Form& form : kForms) {
    EXPECT_EQ(answer(read_text(form.text)), form.scheme);
    EXPECT_EQ(answer(read_json(form.json)), form.scheme);
  }
}

TEST(EveryForm, ComesBackForEveryNameOfAScheme) {
  for (Value value : kValues)
    for (StoreKind kind : kStores)
      for (Mode mode : {Mode::Symmetric, Mode::Lookup})
        for (ScaleDtype dtype : kScaleDtypes)
          for (ScaleDtype block_dtype : kScaleDtypes) {
            const std::uint64_t d = kind == StoreKind::Native ? 0 : 2;
            const Scheme scheme{
                value, {kind, d}, mode, dtype, BlockScale{block_size({3, 1}), block_dtype}};
            ASSERT_EQ(answer(read_text(text_of(scheme))), scheme);
            ASSERT_EQ(answer(read_json(json_of(scheme))), scheme);
          }
}

// ---- text form, F54 ----------------------------------------------------------------------------

Scheme scheme_with_block(const std::string& extents) {
  return answer(
      read_text("QuantScheme { value: Q8S, store: Native, mode: Symmetric, tensor: None, "
                "block: Some(BlockScale { size: BlockSize([" +
                extents + "]), dtype: F32 }) }"));
}

TEST(TheTextForm, HoldsSchemesThatTheVerbsRefuse) {
  EXPECT_EQ(scheme_with_block("0, 256, 4294967295"), blocked(Q8S, kNative, {0, 256, 4294967295}));
  EXPECT_EQ(scheme_with_block("2, 2, 2, 2, 2, 2, 2, 2"), blocked(Q8S, kNative, Extents(8, 2)));
  EXPECT_EQ(text_of(blocked(Q8S, kNative, {0, 256})),
            "QuantScheme { value: Q8S, store: Native, mode: Symmetric, tensor: None, "
            "block: Some(BlockScale { size: BlockSize([0, 256]), dtype: F32 }) }");
}

TEST(TheTextForm, DropsLeadingOnes) {
  EXPECT_EQ(scheme_with_block("1, 32"), blocked(Q8S, kNative, {32}));
  EXPECT_EQ(scheme_with_block("1"), blocked(Q8S, kNative, {}));
  EXPECT_EQ(scheme_with_block("1, 1"), blocked(Q8S, kNative, {}));
  EXPECT_EQ(scheme_with_block("1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1"), blocked(Q8S, kNative, {2, 1}));
}

void expect_free_between_tokens(const std::string& blank) {
  std::string spaced;
  for (const char* token :
       {"QuantScheme", "{",      "value", ":",     "Q8S",        ",",    "store", ":",
        "PackedU32",   "(",      "10",    ")",     ",",          "mode", ":",     "Symmetric",
        ",",           "tensor", ":",     "Some",  "(",          "F32",  ")",     ",",
        "block",       ":",      "Some",  "(",     "BlockScale", "{",    "size",  ":",
        "BlockSize",   "(",      "[",     "2",     ",",          "4",    "]",     ")",
        ",",           "dtype",  ":",     "UE4M3", "}",          ")",    "}"})
    spaced += blank + token;
  EXPECT_EQ(answer(read_text(spaced + blank)), two_level(Q8S, packed_u32(10), {2, 4}));
}

TEST(TheTextForm, LeavesSpacesTabsAndLineFeedsBetweenTokensFree) {
  for (const char* blank : {" ", "\t", "\n", " \t\n "}) expect_free_between_tokens(blank);
}

TEST(TheTextForm, LeavesCarriageReturnsBetweenTokensFree) {
  for (const char* blank : {"\r", "\r\n"}) expect_free_between_tokens(blank);
}

// Whatever a library calls white space: these four, and no byte else.
TEST(TheTextForm, LeavesNoOtherByteBetweenTokensFree) {
  const std::string_view text = kForms[0].text;
  for (int byte = 0; byte < 256; ++byte) {
    const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    for (std::size_t at : {std::size_t{0}, text.find(" {"), text.rfind('}'), text.size()}) {
      std::string spaced(text);
      spaced.insert(at, 1, static_cast<char>(byte));
      EXPECT_EQ(static_cast<bool>(read_text(spaced)), is_blank) << byte << " at " << at;
    }
  }
}

TEST(TheTextForm, NeedsNoWhiteSpace) {
  EXPECT_EQ(
      answer(read_text("QuantScheme{value:Q8S,store:PackedU32(10),mode:Symmetric,tensor:Some(F32),"
                       "block:Some(BlockScale{size:BlockSize([2,4]),dtype:UE4M3})}")),
      two_level(Q8S, packed_u32(10), {2, 4}));
}

TEST(TheTextForm, IsNothingElse) {
  const std::string tail = ", mode: Symmetric, tensor: None, block: None }";
  const std::string head = "QuantScheme { value: Q8S, store: Native, mode: Symmetric, ";
  const std::string block = head + "tensor: None, block: Some(BlockScale { size: BlockSize(";
  const std::string text[] = {
      "",
      "QuantScheme",
      "Quant Scheme { value: Q8S, store: Native" + tail,
      "quantscheme { value: Q8S, store: Native" + tail,
      "QuantScheme { value: Q8X, store: Native" + tail,
      "QuantScheme { value: Q8SS, store: Native" + tail,
      "QuantScheme { value: Q8, store: Native" + tail,
      "QuantScheme { value: F32, store: Native" + tail,
      "QuantScheme { value Q8S, store: Native" + tail,
      "QuantScheme { value: Q8S store: Native" + tail,
      "QuantScheme { store: Native, value: Q8S" + tail,
      "QuantScheme { value: , store: Native" + tail,
      "QuantScheme { value: Q8S, store: " + tail,
      "QuantScheme { value: Q8S, store: Native, mode: , tensor: None, block: None }",
      head + "tensor: Some(), block: None }",
      head + "tensor: , block: None }",
      head + "tensor: None, block: }",
      "QuantScheme { value: Q8S, store: Native(0)" + tail,
      "QuantScheme { value: Q8S, store: PackedU32" + tail,
      "QuantScheme { value: Q8S, store: PackedU32()" + tail,
      "QuantScheme { value: Q8S, store: PackedU32(-1)" + tail,
      "QuantScheme { value: Q8S, store: PackedU32(+1)" + tail,
      "QuantScheme { value: Q8S, store: PackedU32(0x1)" + tail,
      "QuantScheme { value: Q8S, store: PackedU32(1.0)" + tail,
      "QuantScheme { value: Q8S, store: PackedU32(1 0)" + tail,
      "QuantScheme { value: Q8S, store: PackedU32(18446744073709551616)" + tail,
      "QuantScheme { value: Q8S, store: Packed Native(0)" + tail,
      "QuantScheme { value: Q8S, store: Native, mode: Symmetri, tensor: None, block: None }",
      head + "tensor: F32, block: None }",
      head + "tensor: Some(None), block: None }",
      head + "tensor: Some(F32, block: None }",
      head + "tensor: Some(Q8S), block: None }",
      head + "tensor: None, block: None",
      head + "tensor: None, block: None } }",
      head + "tensor: None, block: None }x",
      head + "tensor: None, block: None, }",
      head + "block: None, tensor: None }",
      head + "tensor: None }",
      block + "[4]), dtype: F64 }) }",
      block + "[4]) }) }",
      block + "[4]), dtype: }) }",
      block + "4), dtype: F32 }) }",
      block + "[4,]), dtype: F32 }) }",
      block + "[,4]), dtype: F32 }) }",
      block + "[4 4]), dtype: F32 }) }",
      block + "[-4]), dtype: F32 }) }",
      block + "[4294967296]), dtype: F32 }) }",
      block + "[4], dtype: F32 }) }",
      block + "[2, 2, 2, 2, 2, 2, 2, 2, 2]), dtype: F32 }) }",
      "QuantScheme\v{ value: Q8S, store: Native" + tail,
      head + "tensor: None, block: Some(BlockScale { dtype: F32, size: BlockSize([4]) }) }",
      head + "tensor: None, block: BlockScale { size: BlockSize([4]), dtype: F32 } }",
  };
  for (const std::string& fault : text)
    EXPECT_EQ(error_of(read_text(fault)), invalid_text) << fault;
}

TEST(TheTextForm, HasNumbersAsTheyAreWritten) {
  const std::string head = "QuantScheme { value: Q8S, store: ";
  EXPECT_FALSE(read_text(head + "PackedU32(00), mode: Symmetric, tensor: None, block: None }"));
  EXPECT_FALSE(read_text(head + "Native, mode: Symmetric, tensor: None, block: "
                                "Some(BlockScale { size: BlockSize([04]), dtype: F32 }) }"));
}

TEST(TheTextForm, IsRefusedWhereItIsCut) {
  for (const Form& form : kForms) {
    const std::string_view text = form.text;
    for (std::size_t length = 0; length < text.size(); ++length)
      ASSERT_EQ(error_of(read_text(text.substr(0, length))), invalid_text) << length;
  }
}

TEST(TheTextForm, EndsWhereItEnds) {
  const std::string head = "QuantScheme { value: Q8S, store: PackedU32(1";
  const std::string longer = head + "9999999999999999999";
  EXPECT_EQ(refused(read_text(std::string_view(longer).substr(0, head.size()))),
            (Refusal{invalid_text, head.size()}));
}

TEST(TheTextForm, HasWordsThatGoOnUntilTheyEnd) {
  for (const char* longer :
       {"QuantSchemex { ", "QuantSchemeX {", "QuantScheme0 {", "QuantScheme9 {", "QuantScheme_ {",
        "QuantSchemea {", "QuantSchemez {", "QuantSchemeA {", "QuantSchemeZ {"})
    EXPECT_EQ(refused(read_text(longer)), (Refusal{invalid_text, 0})) << longer;
}

TEST(TheTextForm, IsRefusedWithThePathOfTheWhole) {
  const Refusal refusal = refused(read_text("QuantScheme { value: Q8X")).value();
  EXPECT_EQ(message_of(refusal, {}, {}),
            "invalid scheme text at $: not what a scheme has there, byte 21");
  EXPECT_NE(message_of({old_scheme, 3}, {}, {}), "");
}

}  // namespace
}  // namespace qb
