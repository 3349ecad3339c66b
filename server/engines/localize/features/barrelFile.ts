import type { OpenedCode } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import type { FileFeature } from "../FileFeature.ts";

const BARREL_FILE =
  /(^|\/)(__init__\.pyi?|index\.[cm]?[jt]sx?|mod\.rs|package-info\.java|doc\.go|setup\.py|exports?\.[jt]s)$/;

const flagsOf = memoize(({ files }: OpenedCode) =>
  Float32Array.from({ length: files.length }, (_, file) => (BARREL_FILE.test(files.path(file)) ? 1 : 0)),
);

export const barrelFile = {
  id: "barrelFile",
  weight: -0.5,
  about: "1 for a file that only exports what others define",
  source: "engines-measured.md, 2026-11-21 first version",
  reason: "penalty",
  isEvidence: false,
  compute: ({ index }) => index.code.map(flagsOf),
  explain: ({ index }, { member, file }) => ({ terms: [index.code[member]?.files.kind(file) ?? "other"] }),
} as const satisfies FileFeature;
