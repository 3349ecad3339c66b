import type { FunctionFeature } from "../FunctionFeature.ts";

/** Decimal logarithm of the number of lines that brings the whole weight: 316 lines. */
const FULL_LOG_LINES = 2.5;

export const functionLength = {
  id: "length",
  weight: 0.85,
  about: "longer functions are changed more often",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "size",
  compute: ({ row }) => Math.min(1, Math.log10(1 + row.end - row.start) / FULL_LOG_LINES),
} as const satisfies FunctionFeature;
