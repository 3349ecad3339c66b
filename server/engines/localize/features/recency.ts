import { DAY_SECONDS } from "../../../../contract/durations.ts";
import type { OpenedCommits } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import { FAULT_WORDS, codeMemberOf, currentFiles } from "../../ranking/commits.ts";
import { type FileFeature, emptyValues } from "../FileFeature.ts";
import { BULK_COMMIT_FILES } from "../../ranking/bulkCommits.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

export const recency = {
  id: "recency",
  weight: 0.2,
  about: "recent fixes of the file, with an exponential decay of 120 days",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "recency",
  isEvidence: false,
  compute: ({ index, beforeSeconds }) => {
    const values = emptyValues(index);
    for (const commits of index.commits) {
      const member = codeMemberOf(index, commits);
      const code = index.code[member];
      if (code) addRecency(commits, currentFiles(code, commits), beforeSeconds, values[member]);
    }
    return values;
  },
} as const satisfies FileFeature;

function addRecency(
  commits: OpenedCommits,
  filesOf: Int32Array,
  beforeSeconds: number | null,
  into: Float32Array | undefined,
): void {
  if (!into) return;
  const { table } = commits;
  const fixes = fixesOf(commits);
  const now = beforeSeconds ?? table.times[0] ?? 0;
  for (let commit = 0; commit < table.length; commit++) {
    const age = (now - (table.times[commit] ?? 0)) / DAY_SECONDS;
    if (age < 0 || (beforeSeconds !== null && (table.times[commit] ?? 0) >= beforeSeconds)) continue;
    if (age > FILE_CONSTANTS.fixDays.value * 5) break;
    const changed = table.changes(commit);
    if (changed.length === 0 || changed.length > BULK_COMMIT_FILES.localization || fixes[commit] !== 1) continue;
    const gain = Math.exp(-age / FILE_CONSTANTS.fixDays.value);
    for (const path of changed) {
      const file = filesOf[path] ?? -1;
      if (file >= 0) into[file] = (into[file] ?? 0) + gain;
    }
  }
}

/** 1 for each commit whose subject mentions a fix. */
const fixesOf = memoize(({ table }: OpenedCommits) =>
  Uint8Array.from({ length: table.length }, (_, commit) => (FAULT_WORDS.test(table.subject(commit)) ? 1 : 0)),
);
