import type { Localization, LocalizedFile, Reason } from "../../contract/localization.ts";

import { largest, smallest } from "./extremes.ts";

/** Identifies a file of the answer; used in the page's address. */
export const fileKey = ({ repository, path }: Pick<LocalizedFile, "repository" | "path">): string =>
  `${repository}:${path}`;

/** The most relevant lines of a file: its best function, else the passage with the matches, else none. */
export function mostRelevantLines({ functions, snippet }: LocalizedFile): { from: number; to: number } | null {
  const [first, ...rest] = functions;
  if (first) {
    const best = rest.reduce((most, fn) => (fn.score > most.score ? fn : most), first);
    return { from: best.start_line, to: best.end_line };
  }
  const matches = snippet?.match_lines ?? [];
  return matches.length > 0 ? { from: smallest(matches), to: largest(matches) } : null;
}

/** Elements that the report lacks, by the reasons that no file of the answer has. */
const HELPFUL = ["path", "trace", "identifier", "history"] as const;

export function missingReasons({ files }: Localization): (typeof HELPFUL)[number][] {
  const found = new Set(files.flatMap((file) => file.reasons.map(({ code }) => code)));
  if (found.has("definition")) found.add("identifier");
  return HELPFUL.filter((code) => !found.has(code));
}

/** Positive reasons first, by descending points; penalties last. */
export const byPoints = (reasons: readonly Reason[]): Reason[] => reasons.toSorted((a, b) => b.points - a.points);

const PENALTIES = ["test", "docs", "generated", "vendored", "package"] as const;
export type Penalty = (typeof PENALTIES)[number];

/** Why a file was penalized; undefined for a reason that this app does not know. */
export const penaltyOf = (reason: Reason): Penalty | undefined =>
  PENALTIES.find((known) => reason.terms.includes(known));

const FUNCTION_KINDS = [
  "function",
  "method",
  "class",
  "interface",
  "type",
  "constant",
  "variable",
  "module",
  "enum",
  "struct",
  "trait",
] as const;
export type FunctionKind = (typeof FUNCTION_KINDS)[number];
export const functionKindOf = (kind: string): FunctionKind | "other" =>
  FUNCTION_KINDS.find((known) => known === kind) ?? "other";
