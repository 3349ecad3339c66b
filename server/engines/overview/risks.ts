import type { Overview } from "../../../contract/overview.ts";
import { DAY_MS, millisecondsOf } from "../../../contract/durations.ts";
import { holdingOf, type Knowledge } from "../experts/knowledge.ts";
import { type MapPart, partsOf } from "../experts/knowledgeMap.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import { changesOf } from "../insights/changes.ts";
import type { Facts } from "../insights/facts.ts";
import { FAULT_WORDS } from "../ranking/commits.ts";
import { issueFixes } from "../ranking/issueFixes.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";

/** Entries of each list of risks. */
const MAX_LISTED = 4;

export interface KnowledgeRisks {
  readonly files: number;
  readonly islands: number;
  readonly orphans: number;
  /** Parts that at most one person knows, the largest first. */
  readonly parts: readonly MapPart[];
}

/** What is lost with one person, or already is; made once for each state of knowledge. */
export const knowledgeRisks = memoize((knowledge: Knowledge): KnowledgeRisks => {
  const isActive = (person: number): boolean => knowledge.isActive[person] === 1;
  const holdings = knowledge.files.map(({ shares }) => holdingOf(shares, isActive));
  return {
    files: holdings.length,
    islands: holdings.filter((holding) => holding === "island").length,
    orphans: holdings.filter((holding) => holding === "orphan").length,
    parts: partsOf(knowledge, null, "")
      .filter(({ holding }) => holding !== "shared")
      .slice(0, MAX_LISTED),
  };
});

type Hotspot = NonNullable<Overview["hotspots"]>[number];

/** Fewer changes or fixes in a year are no pattern. */
const MIN_CHANGES = 4;
const MIN_FIXES = 2;
const YEAR_MS = 365 * DAY_MS;

/**
 * Code that people changed and fixed most within a year: the product of both. A fix is a commit that is linked to an issue or whose subject
 * names a fault.
 */
export function hotspotsOf(facts: Facts, index: OpenedIndex, nowMs: number): Hotspot[] {
  const days = hotspotsByDay(facts)(index);
  const day = Math.floor(nowMs / DAY_MS);
  const spots = days.get(day) ?? findHotspots(facts, index, nowMs);
  days.clear();
  days.set(day, spots);
  return spots;
}

/** Hotspots of the last day that was asked for: their computation reads a year of changes. */
const hotspotsByDay = memoize((_facts: Facts) => memoize((_index: OpenedIndex) => new Map<number, Hotspot[]>()));

function findHotspots(facts: Facts, index: OpenedIndex, nowMs: number): Hotspot[] {
  const hotspots: Hotspot[] = [];
  const edges = Float64Array.of(nowMs - YEAR_MS, nowMs);
  const window = {
    timeZone: "UTC",
    nowMs,
    buckets: [],
    edges,
    previousStart: nowMs - 2 * YEAR_MS,
    previousEnd: nowMs - YEAR_MS,
  };
  const fixing = Map.groupBy(issueFixes(index), ({ member }) => member);
  index.commits.forEach((commits, member) => {
    const changed = changesOf(facts, index, commits, window);
    if (!changed) return;
    const linked = new Set((fixing.get(member) ?? []).map(({ commit }) => commit));
    const { files } = changed.code;
    const changes = new Map<number, number>();
    const fixes = new Map<number, number>();
    for (const { commit, files: changedFiles } of changed.changes) {
      const isFix = linked.has(commit) || FAULT_WORDS.test(commits.table.subject(commit));
      for (const file of changedFiles) {
        changes.set(file, (changes.get(file) ?? 0) + 1);
        if (isFix) fixes.set(file, (fixes.get(file) ?? 0) + 1);
      }
    }
    for (const [file, count] of fixes) {
      const all = changes.get(file) ?? 0;
      if (count < MIN_FIXES || all < MIN_CHANGES || files.kind(file) !== "code") continue;
      hotspots.push({ repository: commits.part.source, path: files.path(file), changes: all, fixes: count });
    }
  });
  return hotspots
    .sort((a, b) => b.changes * b.fixes - a.changes * a.fixes || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_LISTED);
}

export interface ActivePerson {
  readonly person: number;
  readonly commits: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
}

/** Who wrote commits since then, merges left out, most first. Automated accounts are not people. */
export function activePeople(table: PeopleTable, since: number): ActivePerson[] {
  const result = new Map<number, { commits: number; lastAt: number }>();
  for (const { commits, authors } of table.histories) {
    const { times } = commits.table;
    for (let commit = 0; commit < commits.table.length; commit += 1) {
      const at = millisecondsOf(times[commit] ?? 0);
      if (at < since || commits.table.isMerge(commit)) continue;
      const person = authors[commit] ?? -1;
      if (table.people[person]?.isBot !== false) continue;
      const work = result.get(person);
      if (work) {
        work.commits += 1;
        work.lastAt = Math.max(work.lastAt, at);
      } else result.set(person, { commits: 1, lastAt: at });
    }
  }
  return [...result]
    .map(([person, work]) => ({ person, ...work }))
    .sort((a, b) => b.commits - a.commits || b.lastAt - a.lastAt || a.person - b.person);
}

/** People, without bots, who contributed to the histories. */
export const contributorCount = memoize(
  (table: PeopleTable): number =>
    table.people.filter(({ isBot }, person) => !isBot && (table.lastActive[person] ?? 0) > 0).length,
);
