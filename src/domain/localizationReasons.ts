import type { Localization, LocalizedFile, LocalizedFunction, Reason } from "../../contract/issues/localization.ts";

import { largest, smallest } from "./extremes.ts";

/** Identifies a file of the answer; used in the page's address. */
export const fileKey = ({ repository, path }: Pick<LocalizedFile, "repository" | "path">): string =>
  `${repository}:${path}`;

/** The function of a file with the highest score; undefined where none was found. */
export const bestFunction = ({ functions }: Pick<LocalizedFile, "functions">): LocalizedFunction | undefined =>
  functions.reduce<LocalizedFunction | undefined>(
    (best, fn) => (best && best.score >= fn.score ? best : fn),
    undefined,
  );

/** A reason with less than this share of the strongest one's points does not explain the answer. */
const MAIN_SHARE = 0.25;
const MAIN_REASONS = 2;

/** The reasons that explain why a file is listed, the strongest first. */
export function mainReasons({ reasons }: Pick<LocalizedFile, "reasons">): Reason[] {
  const sorted = byPoints(reasons).filter(({ points }) => points > 0);
  const least = (sorted[0]?.points ?? 0) * MAIN_SHARE;
  return sorted.filter(({ points }) => points >= least).slice(0, MAIN_REASONS);
}

/** The most relevant lines of a file: its best function, else the passage with the matches, else none. */
export function mostRelevantLines({ functions, snippet }: LocalizedFile): { from: number; to: number } | null {
  const best = bestFunction({ functions });
  if (best) return { from: best.start_line, to: best.end_line };
  const matches = snippet?.match_lines ?? [];
  return matches.length > 0 ? { from: smallest(matches), to: largest(matches) } : null;
}

/** Elements that the report lacks, by the reasons that no file of the answer has. */
const HELPFUL = ["path", "trace", "identifier", "history"] as const;

export function missingReasons({ files }: Localization): (typeof HELPFUL)[number][] {
  const codes = new Set(files.flatMap((file) => file.reasons.map(({ code }) => code)));
  if (codes.has("definition")) codes.add("identifier");
  return HELPFUL.filter((code) => !codes.has(code));
}

/** Positive reasons first, by descending points; penalties last. */
export const byPoints = (reasons: readonly Reason[]): Reason[] => reasons.toSorted((a, b) => b.points - a.points);

const PENALTIES = ["test", "docs", "generated", "vendored", "package"] as const;
export type Penalty = (typeof PENALTIES)[number];

/** Why a file was penalized; undefined for a reason that this app does not know. */
export const findPenalty = (reason: Reason): Penalty | undefined =>
  PENALTIES.find((penalty) => reason.terms.includes(penalty));
