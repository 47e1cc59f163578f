// The tables that make up the one table of laws, a file each.
#ifndef QB_PROPERTIES_LAWS_TABLES_H
#define QB_PROPERTIES_LAWS_TABLES_H

#include <span>

#include "properties/law.h"

namespace qb::laws {

std::span<const Law> writing_laws();
std::span<const Law> reading_laws();
std::span<const Law> placement_laws();
std::span<const Law> refusal_laws();
std::span<const Law> scheme_laws();
std::span<const Law> scalar_laws();
std::span<const Law> quantizing_laws();
std::span<const Law> error_laws();
std::span<const Law> return_laws();
std::span<const Law> symmetry_laws();
std::span<const Law> dequantizing_laws();

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LAWS_TABLES_H
