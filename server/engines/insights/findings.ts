/** The sentences at the top of Insights, as codes: what is clear, the most surprising and largest first. */
import type { InsightChange, InsightFinding, InsightTarget } from "../../../contract/insights/insights.ts";
import type { CARRIED_WORK, ComparedMetric } from "../../../contract/insights/metrics.ts";
import { countInterval, differenceInterval, dispersionOf, type Interval } from "./intervals.ts";
import { weeklyCounts } from "./metricChanges.ts";
import type { Measured } from "./observedValues.ts";
import type { Window } from "./periods.ts";
import { type Scope, scopeOf } from "./scope.ts";

const MAX_FINDINGS = 5;
/** What is typical fills up to as many. */
const MIN_FINDINGS = 3;

/** Metrics about the same subject give one sentence. `throughput` is `issues_closed`, which has one. */
const SUBJECTS: Readonly<Record<ComparedMetric, string | null>> = {
  issues_opened: "issues opened",
  issues_closed: "issues closed",
  throughput: null,
  lead_time: "lead time",
  first_response: "answers",
  unanswered: "answers",
  requests_opened: "requests",
  requests_merged: "requests",
  first_review: "reviews",
  unreviewed: "reviews",
  cycle_time: "cycle time",
  request_size: "size",
  commits: "commits",
};
/** What is worth a sentence without a change, the first of them first. */
const LEVELS = [
  "first_response",
  "unanswered",
  "cycle_time",
  "first_review",
  "lead_time",
  "unreviewed",
  "request_size",
] as const;
/** Minimum number of rows for a typical value. */
const MIN_ROWS = 5;

interface Ranked {
  readonly finding: InsightFinding;
  readonly subject: string;
  readonly score: number;
}

export function findingsOf(
  measured: Measured,
  window: Window,
  changes: readonly InsightChange[],
  targets: readonly InsightTarget[],
): InsightFinding[] {
  const ranked = [
    ...changes.flatMap(changed),
    ...missed(changes, targets),
    ...backlog(measured, window, changes),
    ...carried(measured, window),
  ];
  const chosen: Ranked[] = [];
  const add = (candidate: Ranked, limit: number): void => {
    if (chosen.length < limit && !chosen.some(({ subject }) => subject === candidate.subject)) chosen.push(candidate);
  };
  for (const candidate of ranked.sort((a, b) => b.score - a.score)) add(candidate, MAX_FINDINGS);
  for (const metric of LEVELS) {
    if (changes.some((change) => change.metric === metric && change.current.n >= MIN_ROWS)) {
      add({ finding: { code: "level", metric }, subject: SUBJECTS[metric] ?? metric, score: 0 }, MIN_FINDINGS);
    }
  }
  return chosen.map(({ finding }) => finding);
}

/** Four times as far from chance as needed is as clear as it gets, and eight times as much is as large. */
const clamp = (value: number, least: number, maximum: number): number => Math.min(maximum, Math.max(least, value));
const scoreOf = (surprise: number, doublings: number): number => clamp(surprise, 1, 4) * clamp(doublings, 0, 3);

/** How far an interval is from zero, in its own half width on that side. */
const surpriseOf = (difference: number, { low, high }: Interval): number =>
  difference > 0 ? difference / (difference - low || 1) : difference / (difference - high || -1);

/** Keeps a change from or to almost nothing from being infinitely large. In hours, lines, counts per week and odds. */
const LEAST: Readonly<Record<InsightChange["unit"], number>> = { hours: 1, lines: 10, per_week: 0.5, share: 0.05 };

function doublingsOf(unit: InsightChange["unit"], after: number, before: number): number {
  const sizeOf = (value: number): number => (unit === "share" ? value / (1.001 - value) : value) + LEAST[unit];
  return Math.abs(Math.log2(sizeOf(after) / sizeOf(before)));
}

function changed({ metric, unit, verdict, current, previous, difference }: InsightChange): Ranked[] {
  const subject = SUBJECTS[metric];
  if (subject === null || (verdict !== "up" && verdict !== "down")) return [];
  if (current.value === null || previous.value === null || difference === null) return [];
  const doublings = doublingsOf(unit, current.value, previous.value);
  const score = scoreOf(surpriseOf(current.value - previous.value, difference), doublings);
  return [{ finding: { code: "change", metric }, subject, score }];
}

/** A missed target is worth a sentence without a change, too; of a clear change, the sentence says it. */
function missed(changes: readonly InsightChange[], targets: readonly InsightTarget[]): Ranked[] {
  return targets.flatMap(({ metric, value, verdict }): Ranked[] => {
    const change = changes.find((candidate) => candidate.metric === metric);
    if (verdict !== "missed" || change === undefined || change.verdict === "up" || change.verdict === "down") return [];
    const { current, unit } = change;
    if (current.value === null || current.interval === null) return [];
    const { low, high } = current.interval;
    const surprise = surpriseOf(current.value - value, { low: low - value, high: high - value });
    const score = scoreOf(surprise, doublingsOf(unit, current.value, value));
    return [{ finding: { code: "level", metric }, subject: SUBJECTS[metric] ?? "issues closed", score }];
  });
}

/** Whether more issues were opened than closed, by the variation of both from week to week. */
function backlog(measured: Measured, window: Window, changes: readonly InsightChange[]): Ranked[] {
  const nOf = (metric: ComparedMetric): number =>
    changes.find((candidate) => candidate.metric === metric)?.current.n ?? 0;
  const [opened, closed] = [nOf("issues_opened"), nOf("issues_closed")];
  const span = { from: window.edges[0] ?? 0, to: window.nowMs };
  const weekly = (["issues_opened", "issues_closed"] as const).map((metric) => weeklyCounts(measured, metric, span));
  const dispersion = dispersionOf(weekly);
  const difference = differenceInterval(
    { value: opened, ...countInterval(opened, dispersion) },
    { value: closed, ...countInterval(closed, dispersion) },
  );
  if (difference.low <= 0 && difference.high >= 0) return [];
  const direction = opened > closed ? ("up" as const) : ("down" as const);
  const score = scoreOf(surpriseOf(opened - closed, difference), Math.abs(Math.log2((opened + 1) / (closed + 1))));
  return [{ finding: { code: "backlog", direction, opened, closed, difference }, subject: "backlog", score }];
}

/** From this many reviews or commits by this many people on, it is worth a sentence that half as many as of equal shares did most. */
const MIN_WORK = 20;
const MIN_PEOPLE = 4;
const MOST_WORK_SHARE = 0.8;

/** Whether few people did most of the work. Only for one project: together with a larger one, its people would seem to do little. */
function carried({ projects, filter }: Measured, window: Window): Ranked[] {
  if (projects.length > 1) return [];
  const reviews = new Map<string, number>();
  const commits = new Map<string, number>();
  const count = (into: Map<string, number>, person: string | undefined): void => {
    if (person !== undefined) into.set(person, (into.get(person) ?? 0) + 1);
  };
  for (const facts of projects) {
    const scope = scopeOf(facts, filter, window.edges, window.nowMs);
    for (const { person } of reviewsIn(scope, window)) count(reviews, facts.people[person]?.id);
    facts.commits.committedAt.forEach((at, commit) => {
      if (!isIn(window, at) || !scope.keepsCommit(commit)) return;
      count(commits, facts.people[facts.commits.author[commit] ?? -1]?.id);
    });
  }
  return [...carriedBy("reviews", reviews), ...carriedBy("commits", commits)];
}

function carriedBy(work: (typeof CARRIED_WORK)[number], counts: ReadonlyMap<string, number>): Ranked[] {
  const sorted = [...counts.values()].sort((a, b) => b - a);
  const n = sorted.reduce((sum, count) => sum + count, 0);
  if (n < MIN_WORK || sorted.length < MIN_PEOPLE) return [];
  let people = 0;
  let counted = 0;
  while (counted < MOST_WORK_SHARE * n) counted += sorted[people++] ?? n;
  const doublings = Math.log2(Math.ceil(MOST_WORK_SHARE * sorted.length) / people);
  if (doublings < 1) return [];
  const finding = { code: "carried", work, people, of_people: sorted.length, share: counted / n, n } as const;
  return [{ finding, subject: `${work} by few`, score: scoreOf(Math.log10(n), doublings) }];
}

const isIn = ({ edges, nowMs }: Window, at: number): boolean => at >= (edges[0] ?? 0) && at <= nowMs;

/** A review of the period: a person's first one of a request. */
interface Review {
  readonly request: number;
  readonly person: number;
  readonly at: number;
}

/** Reviews of the requests that the filters keep, in the order of the requests. */
export function reviewsIn(scope: Scope, window: Window): Review[] {
  const { requests } = scope.facts;
  const reviews: Review[] = [];
  for (let request = 0; request < requests.ids.length; request += 1) {
    if (!scope.keepsRequest(request)) continue;
    for (let i = requests.reviewStart[request] ?? 0; i < (requests.reviewStart[request + 1] ?? 0); i += 1) {
      const at = requests.reviewTimes[i] ?? Number.NaN;
      if (isIn(window, at)) reviews.push({ request, person: requests.reviewers[i] ?? -1, at });
    }
  }
  return reviews;
}
