/** What Insights shows that is no series: hotspots, coupling, who holds what, when people work, and how long each issue took. */
import { HOUR_MS } from "../../../contract/durations.ts";
import { DateTime } from "luxon";
import type { InsightNote, InsightViews } from "../../../contract/insights/insights.ts";
import type { OpenedCommits, OpenedIndex } from "../../index/OpenedIndex.ts";
import { knowledgeOf, truckFactor } from "../experts/knowledge.ts";
import { ownerOf, partsOf } from "../experts/knowledgeMap.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import { changesOf } from "./changes.ts";
import type { Facts } from "./facts.ts";
import type { Window } from "./periods.ts";
import { type InsightFilter, scopeOf } from "./scope.ts";

/** One project with all that the views read. */
export interface ViewedProject {
  readonly facts: Facts;
  readonly index: OpenedIndex;
  /** With manual merges; left out: by the rules alone. */
  readonly people?: PeopleTable;
}

const MAX_HOTSPOTS = 100;
const MAX_PAIRS = 50;
const MAX_FOLDERS = 60;
const MAX_POINTS = 2000;
/** Two files are coupled from this number of common commits, and from this share of the commits to the rarer one. */
const MIN_SHARED_COMMITS = 3;
const MIN_SHARE = 0.3;
/** Upper ends of the histogram, in hours: a day, a week, a month, a quarter, a year. */
export const LEAD_TIME_ENDS = [4, 24, 72, 168, 336, 720, 2160, 4380, 8760];

type Views = Omit<InsightViews, "computed_at" | "time_zone">;
type Hotspot = InsightViews["hotspots"][number];
type Pair = InsightViews["coupling"][number];

/** @param titles key, title and address of issues by their ids, for the points of the control chart */
export function viewsOf(
  projects: readonly ViewedProject[],
  filter: InsightFilter,
  window: Window,
  titles: ReadonlyMap<string, { readonly key: string; readonly title: string; readonly address: string }>,
): Views {
  const notes: InsightNote[] = [];
  const hotspots: Hotspot[] = [];
  const coupling: Pair[] = [];
  let largeCommits = 0;
  for (const project of projects) {
    for (const commits of project.index.commits) {
      if (filter.repository.length > 0 && !filter.repository.includes(commits.part.source)) continue;
      const changes = countChanges(project, commits, window);
      // One by one: a history may have more pairs than a call may have arguments.
      for (const hotspot of changes.hotspots) hotspots.push(hotspot);
      for (const pair of changes.coupling) coupling.push(pair);
      largeCommits += changes.largeCommits;
    }
  }
  if (largeCommits > 0) notes.push({ metric: null, code: "large_commits_left_out", count: largeCommits });
  const busiest = hotspots.reduce((largest, { commits, lines }) => Math.max(largest, commits * lines), 1);
  const closed = closedIn(projects, filter, window);
  if (closed.length > MAX_POINTS) {
    notes.push({ metric: "lead_time", code: "points_capped", count: closed.length - MAX_POINTS });
  }
  return {
    hotspots: hotspots
      .map((spot) => ({ ...spot, score: (spot.commits * spot.lines) / busiest }))
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .slice(0, MAX_HOTSPOTS),
    coupling: coupling
      .sort((a, b) => b.share * Math.log1p(b.together) - a.share * Math.log1p(a.together) || (a.a < b.a ? -1 : 1))
      .slice(0, MAX_PAIRS),
    ...knowledge(projects, filter),
    activity: activity(projects, filter, window),
    control: closed.slice(-MAX_POINTS).map(({ id, facts, at, hours }) => ({
      id,
      project: facts.slug,
      key: titles.get(id)?.key ?? "",
      address: titles.get(id)?.address ?? id,
      title: titles.get(id)?.title ?? "",
      closed_at: new Date(at).toISOString(),
      hours,
    })),
    lead_times: [0, ...LEAD_TIME_ENDS].map((from, i) => {
      const to = LEAD_TIME_ENDS[i] ?? null;
      return { from, to, n: closed.filter(({ hours }) => hours >= from && (to === null || hours < to)).length };
    }),
    notes,
  };
}

/** Ids of the issues that the control chart will show. */
export function controlIssues(projects: readonly ViewedProject[], filter: InsightFilter, window: Window): string[] {
  return closedIn(projects, filter, window)
    .slice(-MAX_POINTS)
    .map(({ id }) => id);
}

/** How often the files that are there now were changed in the window, alone and together. */
function countChanges(
  { facts, index }: ViewedProject,
  commits: OpenedCommits,
  window: Window,
): { hotspots: Hotspot[]; coupling: Pair[]; largeCommits: number } {
  const folderChanges = changesOf(facts, index, commits, window);
  if (!folderChanges) return { hotspots: [], coupling: [], largeCommits: 0 };
  const { code, changes, largeCommits } = folderChanges;
  const counts = new Uint32Array(code.files.length);
  const people = new Map<number, Set<number>>();
  const pairs = new Map<number, number>();
  for (const { author, files } of changes) {
    files.forEach((file, i) => {
      counts[file] = (counts[file] ?? 0) + 1;
      const authors = people.get(file);
      if (authors) authors.add(author);
      else people.set(file, new Set([author]));
      for (const other of files.slice(i + 1)) {
        const pair = file * code.files.length + other;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
    });
  }
  const base = { repository: commits.part.source, project: facts.slug };
  const hotspots = [...people].map(([file, who]) => ({
    ...base,
    path: code.files.path(file),
    commits: counts[file] ?? 0,
    people: who.size,
    lines: code.files.lines[file] ?? 0,
    score: 0,
  }));
  const coupling = [...pairs].flatMap(([pair, together]): Pair[] => {
    const a = Math.floor(pair / code.files.length);
    const b = pair % code.files.length;
    const share = together / Math.min(counts[a] ?? 1, counts[b] ?? 1);
    if (together < MIN_SHARED_COMMITS || share < MIN_SHARE) return [];
    return [{ ...base, a: code.files.path(a), b: code.files.path(b), together, share }];
  });
  return { hotspots, coupling, largeCommits };
}

/** Who holds the folders, by the same measure as the Experts' map. It describes the present, regardless of the period. */
function knowledge(
  projects: readonly ViewedProject[],
  filter: InsightFilter,
): Pick<Views, "knowledge" | "truck_factor"> {
  const folders: Views["knowledge"] = [];
  const factors: number[] = [];
  for (const { facts, index, people } of projects) {
    const projectKnowledge = knowledgeOf(index, people);
    if (projectKnowledge.files.length === 0) continue;
    factors.push(truckFactor(projectKnowledge).length);
    for (const [member, { part, files: table }] of index.code.entries()) {
      if (filter.repository.length > 0 && !filter.repository.includes(part.source)) continue;
      if (table.length === 0) continue;
      for (const folder of partsOf(projectKnowledge, member, "")) {
        const { path, files, holding } = folder;
        const first = ownerOf(folder);
        const owner = first && projectKnowledge.table.people[first.person];
        folders.push({
          repository: part.source,
          project: facts.slug,
          path,
          files: files.length,
          owner: owner?.name ?? null,
          owner_id: owner?.id ?? null,
          share: first?.share ?? 0,
          state: holding,
        });
      }
    }
  }
  return {
    knowledge: folders.sort((a, b) => b.files - a.files || (a.path < b.path ? -1 : 1)).slice(0, MAX_FOLDERS),
    // The smallest truck factor of several projects.
    truck_factor: factors.length === 0 ? null : factors.reduce((least, factor) => Math.min(least, factor)),
  };
}

function activity(projects: readonly ViewedProject[], filter: InsightFilter, window: Window): Views["activity"] {
  const empty = (): number[][] => Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  const commits = empty();
  const issues = empty();
  const zone = { zone: window.timeZone };
  const count = (into: number[][], at: number): void => {
    const when = DateTime.fromMillis(at, zone);
    const day = into[when.weekday - 1];
    if (day) day[when.hour] = (day[when.hour] ?? 0) + 1;
  };
  const isInside = (at: number): boolean => at >= (window.edges[0] ?? 0) && at <= window.nowMs;
  for (const { facts } of projects) {
    const scope = scopeOf(facts, filter, window.edges, window.nowMs);
    facts.commits.committedAt.forEach((at, commit) => {
      if (isInside(at) && scope.keepsCommit(commit)) count(commits, at);
    });
    facts.issues.createdAt.forEach((at, issue) => {
      if (isInside(at) && scope.keepsIssue(issue)) count(issues, at);
    });
  }
  return { commits, issues };
}

interface ClosedIssue {
  readonly facts: Facts;
  readonly row: number;
  readonly id: string;
  readonly at: number;
  readonly hours: number;
}

/** Issues that were closed in the window, oldest first. */
export function closedIn(
  projects: readonly Pick<ViewedProject, "facts">[],
  filter: InsightFilter,
  window: Window,
): ClosedIssue[] {
  const from = window.edges[0] ?? 0;
  return projects
    .flatMap(({ facts }) => {
      const scope = scopeOf(facts, filter, window.edges, window.nowMs);
      const { ids, createdAt, closedAt } = facts.issues;
      return ids.flatMap((id, row): ClosedIssue[] => {
        const at = closedAt[row] ?? Number.NaN;
        if (!(at >= from && at <= window.nowMs) || !scope.keepsIssue(row)) return [];
        return [{ facts, row, id, at, hours: Math.max(0, at - (createdAt[row] ?? at)) / HOUR_MS }];
      });
    })
    .sort((a, b) => a.at - b.at);
}
