/** The rows behind the views that are no series. Each list is as long as the number that it is opened from. */
import { DateTime } from "luxon";
import type { InsightView, MetricRowKind } from "../../../contract/insights/metrics.ts";
import { knowledgeOf } from "../experts/knowledge.ts";
import { partsOf } from "../experts/knowledgeMap.ts";
import { changesOf } from "./changes.ts";
import type { Window } from "./periods.ts";
import { newestFirst, type DrillDownRow } from "./drillDown.ts";
import { type InsightFilter, scopeOf } from "./scope.ts";
import { reviewsIn } from "./findings.ts";
import { type ViewedProject, LEAD_TIME_ENDS, closedIn } from "./views.ts";
import { commitsOf } from "../../index/OpenedIndex.ts";

/** What a place of a view can refer to. Commits of a history are known by their hashes, files by their paths. */
export type ViewRows =
  | { readonly kind: MetricRowKind; readonly rows: readonly DrillDownRow[] }
  | { readonly kind: "review" | "page_change"; readonly rows: readonly EventRow[] }
  | {
      readonly kind: "hash";
      readonly rows: readonly { readonly slug: string; readonly source: string; readonly hash: string }[];
    }
  | {
      readonly kind: "path";
      readonly rows: readonly { readonly slug: string; readonly source: string; readonly path: string }[];
    };

/** A review of a request or a change of a page: which one, who did it, and when. */
export interface EventRow extends DrillDownRow {
  /** Position in the people of the facts; -1: unknown. */
  readonly person: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Question {
  readonly projects: readonly ViewedProject[];
  readonly filter: InsightFilter;
  readonly window: Window;
  readonly at: readonly string[];
}

/** @param question `at` is the place: a repository and paths, a weekday (1 is Monday) and an hour, or the hours that a bar begins with */
export const viewRows = (view: InsightView, question: Question): ViewRows => READERS[view](question);

const READERS: Record<InsightView, (question: Question) => ViewRows> = {
  hotspot: (question) => commitsTo(question),
  coupling: (question) => commitsTo(question),
  folder: ({ projects, filter, at: [source = "", folder = ""] }) => {
    const rows = projects.flatMap(({ facts, index, people }) => {
      const member = index.code.findIndex(({ part }) => part.source === source);
      if (member < 0 || !includesSource(filter, source)) return [];
      const area = partsOf(knowledgeOf(index, people), member, "").find(({ path }) => path === folder);
      return (area?.files ?? []).map(({ path }) => ({ slug: facts.slug, source, path }));
    });
    return { kind: "path", rows };
  },
  commits_at: ({ projects, filter, window, at }) => ({
    kind: "commit",
    rows: newestFirst(
      projects.flatMap(({ facts }) => {
        const scope = scopeOf(facts, filter, window.edges, window.nowMs);
        const isThen = clock(window, at);
        return Array.from(facts.commits.committedAt.keys())
          .filter((row) => isThen(facts.commits.committedAt[row]) && scope.keepsCommit(row))
          .map((row) => ({ facts, row, value: 1 }));
      }),
      "commit",
    ),
  }),
  issues_at: ({ projects, filter, window, at }) => ({
    kind: "issue",
    rows: newestFirst(
      projects.flatMap(({ facts }) => {
        const scope = scopeOf(facts, filter, window.edges, window.nowMs);
        const isThen = clock(window, at);
        return Array.from(facts.issues.createdAt.keys())
          .filter((row) => isThen(facts.issues.createdAt[row]) && scope.keepsIssue(row))
          .map((row) => ({ facts, row, value: 1 }));
      }),
      "issue",
    ),
  }),
  lead_time: ({ projects, filter, window, at: [begin] }) => {
    const from = Number(begin);
    const to = LEAD_TIME_ENDS.find((end) => end > from) ?? Infinity;
    const rows = closedIn(projects, filter, window)
      .filter(({ hours }) => hours >= from && hours < to)
      .map(({ facts, row, hours }) => ({ facts, row, value: hours }));
    return { kind: "issue", rows: newestFirst(rows, "issue") };
  },
  reviews: (question) => reviews(question),
};

/** The newest first. */
function reviews({ projects, filter, window }: Question): ViewRows {
  const rows = projects.flatMap(({ facts }) =>
    reviewsIn(scopeOf(facts, filter, window.edges, window.nowMs), window).map(({ request, person, at }) => ({
      facts,
      row: request,
      value: 1,
      person,
      at,
    })),
  );
  return { kind: "review", rows: rows.sort((a, b) => b.at - a.at || b.row - a.row) };
}

/** Commits that changed a file, or two files together. */
function commitsTo({ projects, filter, window, at: [source = "", ...paths] }: Question): ViewRows {
  const rows = projects.flatMap(({ facts, index }) => {
    const commits = commitsOf(index, source);
    const changes = commits && includesSource(filter, source) ? changesOf(facts, index, commits, window) : null;
    if (!commits || !changes) return [];
    const files = paths.map((path) => changes.code.files.find(path));
    return changes.changes
      .filter((change) => files.every((file) => change.files.includes(file)))
      .map(({ commit }) => ({ slug: facts.slug, source, hash: commits.table.hash(commit) }));
  });
  return { kind: "hash", rows: paths.length === 0 ? [] : rows };
}

const includesSource = ({ repository }: InsightFilter, source: string): boolean =>
  repository.length === 0 || repository.includes(source);

/** Whether a moment of the window is in this hour of this weekday. */
function clock(window: Window, [weekday, hour]: readonly string[]): (at: number | undefined) => boolean {
  const from = window.edges[0] ?? 0;
  return (at = Number.NaN) => {
    if (!(at >= from && at <= window.nowMs)) return false;
    const when = DateTime.fromMillis(at, { zone: window.timeZone });
    return when.weekday === Number(weekday) && when.hour === Number(hour);
  };
}
