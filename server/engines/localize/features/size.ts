import type { OpenedCode } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import type { FileFeature } from "../FileFeature.ts";

const sizesOf = memoize(({ files }: OpenedCode) =>
  Float32Array.from({ length: files.length }, (_, file) => Math.log10(1 + (files.lines[file] ?? 0))),
);

export const size = {
  id: "size",
  weight: 0.1,
  about: "logarithm of the number of lines: larger files are changed more often",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "size",
  isEvidence: false,
  compute: ({ index }) => index.code.map(sizesOf),
} as const satisfies FileFeature;
