import type { FunctionFeature } from "../FunctionFeature.ts";
import { FUNCTION_CONSTANTS } from "../localizeWeights.ts";

export const functionLength = {
  id: "length",
  weight: 0.85,
  about: "longer functions are changed more often",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "size",
  compute: ({ row }) => Math.min(1, Math.log10(1 + row.end - row.start) / FUNCTION_CONSTANTS.fullLogLines.value),
} as const satisfies FunctionFeature;
