import { TREND_DAYS } from "../../../contract/constants.ts";
import { DAY_SECONDS } from "../../../contract/durations.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { currentFiles } from "../ranking/commits.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";
import { type Knowledge, sharesInOrder, sumShares } from "./knowledge.ts";
import { type MapPart, partsOf } from "./knowledgeMap.ts";

/** One person's knowledge of a part of the knowledge map. */
export interface KnownArea {
  readonly part: MapPart;
  /** Share of all contributions to the part, 0 to 1. */
  readonly share: number;
  /** Their commits to it in the newest period of the project, and in the one before. */
  readonly commits: number;
  readonly commitsBefore: number;
}

const PERIOD_SECONDS = TREND_DAYS * DAY_SECONDS;

/** The parts of the project's knowledge map that a person contributed to, those with their largest contributions first. */
export function areasOf(index: OpenedIndex, knowledge: Knowledge, person: number): KnownArea[] {
  const areas = partsOf(knowledge, null, "")
    .map((part) => {
      const shares = sumShares(part.files);
      const personShare = sharesInOrder(shares).find((candidate) => candidate.person === person);
      return { part, share: Math.min(1, personShare?.share ?? 0), amount: shares.get(person) ?? 0 };
    })
    .filter(({ share }) => share >= EXPERT_CONSTANTS.minAreaShare.value)
    .sort((a, b) => b.amount - a.amount || (a.part.path < b.part.path ? -1 : 1));
  const counts = recentCommits(
    index,
    knowledge,
    person,
    areas.map(({ part }) => part),
  );
  return areas.map(({ part, share }, at) => ({ part, share, ...(counts[at] ?? NO_COMMITS) }));
}

const NO_COMMITS = { commits: 0, commitsBefore: 0 };

/** Their commits to each part; merges change nothing by themselves. */
function recentCommits(index: OpenedIndex, { table }: Knowledge, person: number, parts: readonly MapPart[]) {
  const counts = parts.map(() => ({ ...NO_COMMITS }));
  const partOf = new Map<number, Map<number, number>>();
  parts.forEach(({ files }, at) => {
    for (const { member, file } of files) {
      const ofMember = partOf.get(member) ?? new Map<number, number>();
      partOf.set(member, ofMember.set(file, at));
    }
  });
  for (const { commits, code: member, authors } of table.histories) {
    const [code, ofMember] = [index.code[member], partOf.get(member)];
    if (!code || !ofMember) continue;
    const nowAt = currentFiles(code, commits);
    for (let commit = 0; commit < commits.table.length; commit++) {
      const age = table.nowSeconds - (commits.table.times[commit] ?? 0);
      if (authors[commit] !== person || age >= 2 * PERIOD_SECONDS) continue;
      const touched = new Set<number>();
      for (const path of commits.table.changes(commit)) {
        const at = ofMember.get(nowAt[path] ?? -1);
        if (at !== undefined) touched.add(at);
      }
      for (const at of touched) {
        const count = counts[at];
        if (count) count[age < PERIOD_SECONDS ? "commits" : "commitsBefore"]++;
      }
    }
  }
  return counts;
}
