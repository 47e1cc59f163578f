#include "properties/arena.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>

#include "properties/in_process.h"

namespace qb::laws {
namespace {

#define QB_UNCHECKED __attribute__((noinline, no_sanitize("address", "undefined")))

QB_UNCHECKED void touch(volatile std::uint8_t* byte) { *byte = *byte; }
QB_UNCHECKED void change(volatile std::uint8_t* byte) { *byte = 1; }

bool can_touch(std::uint8_t* byte) {
  auto call = [byte] { touch(byte); };
  return stays_inside(call);
}

TEST(Arena, GuardsBehindEveryLength) {
  Arena& arena = arenas().bytes;
  for (std::size_t size = 1; size <= 130; ++size) {
    const auto buffer = arena.place(size, Placement::behind, 0);
    ASSERT_EQ(buffer.size(), size);
    EXPECT_TRUE(can_touch(&buffer.back())) << size;
    EXPECT_FALSE(can_touch(buffer.data() + size)) << size;
    EXPECT_FALSE(can_touch(buffer.data() + size + 4095)) << size;
  }
}

TEST(Arena, GuardsInFront) {
  const auto buffer = arenas().codes.place(3, Placement::front, 0);
  EXPECT_TRUE(can_touch(buffer.data()));
  EXPECT_FALSE(can_touch(buffer.data() - 1));
  EXPECT_FALSE(can_touch(buffer.data() - 4096));
}

TEST(Arena, EmptyBuffersHaveEdgesToo) {
  EXPECT_FALSE(can_touch(arenas().bytes.place(0, Placement::behind, 0).data()));
  EXPECT_FALSE(can_touch(arenas().bytes.place(0, Placement::front, 0).data() - 1));
}

TEST(Arena, PlacesAtEveryOffset) {
  for (std::uint64_t offset = 0; offset < 64; ++offset) {
    const auto buffer = arenas().scales.place(5, Placement::amid, offset);
    EXPECT_EQ(std::bit_cast<std::uintptr_t>(buffer.data()) % 64, offset);
  }
}

TEST(Arena, SeesEveryChangeOfACanary) {
  Arena& arena = arenas().bytes;
  const auto at = [&](Placement placement, std::ptrdiff_t byte) {
    change(arena.place(7, placement, 3).data() + byte);
    return arena.touched_beyond(7);
  };
  constexpr auto kCanary = static_cast<std::ptrdiff_t>(Arena::kCanary);
  for (std::ptrdiff_t byte = 7; byte < 7 + kCanary; ++byte) {
    EXPECT_TRUE(at(Placement::amid, byte)) << byte;
    EXPECT_TRUE(at(Placement::front, byte)) << byte;
  }
  for (std::ptrdiff_t byte = -kCanary; byte < 0; ++byte) {
    EXPECT_TRUE(at(Placement::amid, byte)) << byte;
    EXPECT_TRUE(at(Placement::behind, byte)) << byte;
  }
  for (std::ptrdiff_t byte = 0; byte < 7; ++byte) {
    EXPECT_FALSE(at(Placement::amid, byte)) << byte;
    EXPECT_EQ(arena.touched_beyond(static_cast<std::size_t>(byte)), true) << byte;
    EXPECT_EQ(arena.touched_beyond(static_cast<std::size_t>(byte) + 1), false) << byte;
  }
}

TEST(Arena, KeepsItsMappingUntilABufferIsLarger) {
  Arena arena;
  const auto* const first = arena.place(100, Placement::front, 0).data();
  EXPECT_EQ(arena.place(5000, Placement::front, 0).data(), first);
  const auto large = arena.place(3 * Arena::kFirstRoom, Placement::behind, 0);
  ASSERT_EQ(large.size(), 3 * Arena::kFirstRoom);
  EXPECT_FALSE(arena.touched_beyond(0));
  EXPECT_TRUE(arena.guards(large.data() + large.size()));
  EXPECT_FALSE(arena.guards(large.data()));
  const auto* const grown = arena.place(1, Placement::front, 0).data();
  EXPECT_EQ(arena.place(2 * Arena::kFirstRoom, Placement::front, 0).data(), grown);
}

TEST(StaysInside, ComesBackAgainAndAgain) {
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(can_touch(arenas().bytes.place(1, Placement::behind, 0).data() + 1));
    EXPECT_TRUE(can_touch(arenas().bytes.place(1, Placement::behind, 0).data()));
  }
}

TEST(StaysInside, PutsTheRoundingModeBack) {
  const auto* const end = arenas().bytes.place(1, Placement::behind, 0).data() + 1;
  auto call = [end] {
    std::fesetround(FE_TONEAREST);
    touch(const_cast<std::uint8_t*>(end));
  };
  std::fesetround(FE_UPWARD);
  const bool stayed = stays_inside(call);
  const int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_FALSE(stayed);
  EXPECT_EQ(mode, FE_UPWARD);
}

TEST(StaysInsideDeathTest, OtherFaultsStillKill) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_TRUE(can_touch(arenas().bytes.place(1, Placement::amid, 0).data()));
  EXPECT_DEATH(can_touch(std::bit_cast<std::uint8_t*>(std::uintptr_t{16})), "");
  Arena stranger;
  EXPECT_DEATH(can_touch(stranger.place(1, Placement::behind, 0).data() + 1), "");
}

// A verb is shown the buffers where the request wants them.
TEST(Codec, PlacesAllBuffers) {
  static std::uintptr_t codes_end, scales_end, out_end;
  BufferVerbs verbs;
  verbs.encode = [](const Scheme& scheme, Shape shape, const TensorView& tensor,
                    std::span<std::uint8_t> out) {
    codes_end = std::bit_cast<std::uintptr_t>(tensor.codes.data() + tensor.codes.size());
    scales_end = std::bit_cast<std::uintptr_t>(tensor.scales.data() + tensor.scales.size());
    out_end = std::bit_cast<std::uintptr_t>(out.data() + out.size());
    return encode(scheme, shape, tensor, out);
  };
  const Scheme scheme{Value::Q8S, Store{StoreKind::Native, 0}, Mode::Symmetric, ScaleDtype::F32,
                      std::nullopt};
  const std::vector<std::uint64_t> shape{3};
  const std::vector<std::int8_t> codes{1, 2, 3};
  const std::vector<std::uint32_t> scales{0x3f800000};
  EncodeRequest request{scheme, shape, codes, scales, std::nullopt};
  request.placement = Placement::behind;
  EXPECT_TRUE(std::holds_alternative<BytesAnswer>(codec(verbs).ask(request)));
  for (std::uintptr_t end : {codes_end, scales_end, out_end}) EXPECT_EQ(end % 4096, 0u);
}

}  // namespace
}  // namespace qb::laws
