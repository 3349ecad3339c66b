/**
 * What does an own metric cost next to the built-in one that answers the same question? Fills the columns of a project with issues,
 * and computes the lead time of five years by both, in one run: without a filter, with a filter, and for each label.
 * The ratios are the figures to keep; the milliseconds depend on the machine.
 *
 *     node bench/ownMetrics.ts [--sizes 100000,1000000]
 */
import { parseArgs } from "node:util";
import { DAY_MS, HOUR_MS } from "../contract/durations.ts";
import type { RowsDefinition } from "../contract/insights/ownMetrics.ts";
import { pageColumns } from "../server/engines/insights/pageColumns.ts";
import type { Facts } from "../server/engines/insights/facts.ts";
import { percentile } from "../server/engines/insights/measure.ts";
import { observedValues } from "../server/engines/insights/observedValues.ts";
import { windowOf } from "../server/engines/insights/periods.ts";
import { measureRows } from "../server/engines/metrics/measureRows.ts";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "100000,1000000" } } });
const now = new Date("2026-11-28T12:00:00Z");
const window = windowOf("5y", "quarterly", "Europe/Istanbul", now);
const filter = { repository: [], tracker: [], person: [], label: [], type: [] };
const lead: RowsDefinition = {
  kind: "rows",
  of: "issues",
  at: "closed",
  filter: "",
  by: null,
  value: { kind: "median", of: { kind: "between", from: "opened", to: "closed" } },
};

const NO_PAGES = { rows: new Map(), tally: { pages: 0, pageSum: 0, versions: 0, versionSum: 0 } };

console.log(
  "issues     built-in ms  own ms  filtered ms  by label ms  own / built-in  filtered / built-in  by label / built-in",
);
for (const size of values.sizes.split(",").map(Number)) {
  const facts = factsOf(size);
  const named = [{ facts, name: "Bench", sourceNames: new Map() }];
  const builtIn = median(() => {
    const { edges, previousStart, previousEnd } = window;
    const projects = { projects: [facts], filter };
    const spans = [
      edges,
      Float64Array.of(edges[0] ?? 0, edges.at(-1) ?? 0),
      Float64Array.of(previousStart, previousEnd),
    ];
    for (const span of spans)
      for (const observed of observedValues(projects, "lead_time", span, window.nowMs))
        percentile(Float64Array.from(observed).sort(), 0.5);
  });
  const ownMetric = median(() => measureRows(named, lead, window));
  const filtered = median(() => measureRows(named, { ...lead, filter: "label:bug -priority:low" }, window));
  const byLabel = median(() => measureRows(named, { ...lead, by: "label" }, window));
  const cells = [size, builtIn, ownMetric, filtered, byLabel].map((value) =>
    Math.round(value).toLocaleString("en").padStart(10),
  );
  const ratios = [ownMetric, filtered, byLabel].map((value) => (value / builtIn).toFixed(2).padStart(12));
  console.log([...cells, ...ratios].join("  "));
}

function noRequests(): Facts["requests"] {
  const [none, never] = [new Int32Array(), new Float64Array()];
  return {
    ids: [],
    source: none,
    author: none,
    createdAt: never,
    mergedAt: never,
    reviewedAt: never,
    isRead: new Uint8Array(),
    size: never,
    reviewStart: new Int32Array(1),
    reviewers: none,
    reviewTimes: never,
  };
}

/** Issues over five years, two of three closed, each with one or two of ten labels. */
function factsOf(size: number): Facts {
  const none = new Int32Array();
  const never = new Float64Array();
  const begin = now.getTime() - 1825 * DAY_MS;
  const createdAt = Float64Array.from({ length: size }, (_, i) => begin + (i / size) * 1800 * DAY_MS);
  const labelStart = Int32Array.from({ length: size + 1 }, (_, i) => Math.floor(i * 1.5));
  return {
    projectId: "bench",
    slug: "bench",
    sources: ["tracker"],
    people: [{ id: "p", key: "p", name: "Ada", isBot: false }],
    personOf: () => -1,
    labels: ["bug", "ui", "api", "docs", "perf", "a11y", "build", "test", "ops", "core"],
    types: [],
    priorities: ["High", "Low"],
    states: [],
    milestones: [],
    sprints: [],
    fields: [],
    issues: {
      ids: Array.from({ length: size }, () => "i"),
      source: new Int32Array(size),
      author: new Int32Array(size),
      createdAt,
      closedAt: createdAt.map((at, i) => (i % 3 === 0 ? NaN : at + (i % 900) * HOUR_MS)),
      answeredAt: new Float64Array(size).fill(NaN),
      isRead: new Uint8Array(size).fill(1),
      type: new Int16Array(size).fill(-1),
      status: new Int32Array(size).fill(-1),
      priority: Int32Array.from({ length: size }, (_, i) => i % 2),
      labelStart,
      labels: Int32Array.from({ length: labelStart[size] ?? 0 }, (_, i) => (i * 7) % 10),
      assigneeStart: new Int32Array(size + 1),
      assignees: none,
      milestoneStart: new Int32Array(size + 1),
      milestones: none,
      sprintStart: new Int32Array(size + 1),
      sprints: none,
      fieldStart: new Int32Array(size + 1),
      fields: none,
    },
    closeEvents: { issue: none, closedAt: never, isReopened: new Uint8Array() },
    sourcesWithEvents: new Set(),
    stateIntervals: { issue: none, state: none, enteredAt: never, leftAt: never },
    statusStays: { start: new Int32Array(size + 1), category: new Int8Array(), enteredAt: never, leftAt: never },
    requests: noRequests(),
    commits: { ids: never, source: none, author: none, committedAt: never, lines: never },
    documents: [],
    releases: { ids: [], isTag: new Uint8Array(), tags: [], source: none, author: none, publishedAt: never },
    pages: pageColumns({ rows: { pages: NO_PAGES }, sourceOf: new Map(), accounts: none }),
  };
}

function median(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}
