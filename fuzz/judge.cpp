#include "fuzz/judge.h"

#include <cstdio>
#include <cstdlib>

#include "properties/in_process.h"
#include "properties/law.h"
#include "properties/remember.h"

namespace qb::fuzz {
namespace {

void report(const laws::Law& law, const laws::Broken& broken, const laws::Case& c) {
  std::fprintf(stderr,
               "law broken: %.*s (%.*s)\n%s\n%s: %s\nexpected: %s\ngot:      %s\n"
               "replay: echo '%s' | qbytes replay -\n",
               static_cast<int>(law.id.size()), law.id.data(), static_cast<int>(law.clauses.size()),
               law.clauses.data(), laws::describe(c).c_str(), broken.what.c_str(),
               broken.first_difference.c_str(), broken.expected.c_str(), broken.got.c_str(),
               laws::to_json(c).c_str());
}

}  // namespace

void judge(const laws::Case& c) {
  static const laws::Implementation subject = laws::remembering(laws::codec());
  static const laws::Implementation oracle = laws::remembering(laws::reference());
  for (const laws::Law& law : laws::all_laws()) {
    const laws::Outcome outcome = laws::judge(law, subject, oracle, c);
    if (const auto* broken = std::get_if<laws::Broken>(&outcome)) {
      report(law, *broken, c);
      std::abort();
    }
  }
}

}  // namespace qb::fuzz
