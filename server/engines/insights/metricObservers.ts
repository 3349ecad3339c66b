/**
 * What each metric looks at, once: every observation is one row with the bucket that it falls into and what it adds there.
 * A number is made of exactly the observations that are listed when it is opened.
 */
import { HOUR_MS, DAY_MS } from "../../../contract/durations.ts";
import { STATUS_CATEGORIES } from "../../../contract/issues/issueWorkflow.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";
import { bucketOf } from "./periods.ts";
import type { Scope } from "./scope.ts";

/** `row`: position in the facts of the metric's kind of row. `series`: only where a metric has several kinds of value. */
export type Emit = (bucket: number, row: number, value: number, series?: string) => void;

/** Calls `emit` for each observation of a metric. */
export function observeMetric(metric: MetricId, scope: Scope, emit: Emit): void {
  METRIC_OBSERVERS[metric](scope, emit);
}

const METRIC_OBSERVERS: Record<MetricId, (scope: Scope, emit: Emit) => void> = {
  issues_opened: (scope, emit) => eachOpened(scope, (issue, bucket) => emit(bucket, issue, 1)),
  issues_closed: (scope, emit) => eachClosed(scope, (issue, bucket) => emit(bucket, issue, 1)),
  issues_net: (scope, emit) => {
    eachOpened(scope, (issue, bucket) => emit(bucket, issue, 1));
    eachClosed(scope, (issue, bucket) => emit(bucket, issue, -1));
  },
  issues_open: (scope, emit) => eachOpenAtEnd(scope, (issue, bucket) => emit(bucket, issue, 1)),
  throughput: (scope, emit) => eachClosed(scope, (issue, bucket) => emit(bucket, issue, 1)),
  lead_time: (scope, emit) => {
    const { createdAt, closedAt } = scope.facts.issues;
    eachClosed(scope, (issue, bucket) => emit(bucket, issue, span(createdAt[issue], closedAt[issue]) / HOUR_MS));
  },
  first_response: (scope, emit) => {
    const { createdAt, answeredAt } = scope.facts.issues;
    eachOpened(scope, (issue, bucket) => {
      const hours = span(createdAt[issue], happened(scope, answeredAt[issue])) / HOUR_MS;
      if (!Number.isNaN(hours)) emit(bucket, issue, hours);
    });
  },
  unanswered: (scope, emit) => {
    const { answeredAt, isRead } = scope.facts.issues;
    eachOpened(scope, (issue, bucket) => {
      if (isRead[issue] === 1) emit(bucket, issue, Number.isNaN(happened(scope, answeredAt[issue])) ? 1 : 0);
    });
  },
  open_age: (scope, emit) => {
    const { createdAt } = scope.facts.issues;
    eachOpenAtEnd(scope, (issue, bucket, end) => emit(bucket, issue, span(createdAt[issue], end) / DAY_MS));
  },
  reopen_rate: (scope, emit) => {
    const { closeEvents } = scope.facts;
    // An issue that closed twice in a bucket has one row, which counts as reopened when either was.
    const seen = new Map<string, [bucket: number, issue: number, value: number]>();
    closeEvents.issue.forEach((issue, i) => {
      if (!scope.keepsIssue(issue)) return;
      const bucket = inside(scope, closeEvents.closedAt[i]);
      if (bucket < 0) return;
      const key = `${bucket}:${issue}`;
      seen.set(key, [bucket, issue, Math.max(seen.get(key)?.[2] ?? 0, closeEvents.isReopened[i] ?? 0)]);
    });
    for (const [bucket, issue, value] of seen.values()) emit(bucket, issue, value);
  },
  time_in_state: (scope, emit) => {
    const { stateIntervals, states } = scope.facts;
    stateIntervals.issue.forEach((issue, i) => {
      if (!scope.keepsIssue(issue)) return;
      const bucket = inside(scope, stateIntervals.leftAt[i]);
      if (bucket < 0) return;
      emit(
        bucket,
        issue,
        span(stateIntervals.enteredAt[i], stateIntervals.leftAt[i]) / HOUR_MS,
        states[stateIntervals.state[i] ?? -1],
      );
    });
  },
  work_in_progress: (scope, emit) => eachStayAtEnd(scope, (issue, bucket, series) => emit(bucket, issue, 1, series)),
  flow_efficiency: (scope, emit) =>
    eachClosed(scope, (issue, bucket) => {
      const share = activeShare(scope, issue);
      if (share !== null) emit(bucket, issue, share);
    }),
  requests_opened: (scope, emit) => eachRequest(scope, "createdAt", (request, bucket) => emit(bucket, request, 1)),
  requests_merged: (scope, emit) => eachRequest(scope, "mergedAt", (request, bucket) => emit(bucket, request, 1)),
  first_review: (scope, emit) => {
    const { createdAt, reviewedAt } = scope.facts.requests;
    eachRequest(scope, "createdAt", (request, bucket) => {
      const hours = span(createdAt[request], happened(scope, reviewedAt[request])) / HOUR_MS;
      if (!Number.isNaN(hours)) emit(bucket, request, hours);
    });
  },
  unreviewed: (scope, emit) => {
    const { reviewedAt, isRead } = scope.facts.requests;
    eachRequest(scope, "createdAt", (request, bucket) => {
      if (isRead[request] === 1) emit(bucket, request, Number.isNaN(happened(scope, reviewedAt[request])) ? 1 : 0);
    });
  },
  cycle_time: (scope, emit) => {
    const { createdAt, mergedAt } = scope.facts.requests;
    eachRequest(scope, "mergedAt", (request, bucket) =>
      emit(bucket, request, span(createdAt[request], mergedAt[request]) / HOUR_MS),
    );
  },
  request_size: (scope, emit) => {
    const { size } = scope.facts.requests;
    eachRequest(scope, "mergedAt", (request, bucket) => {
      const lines = size[request] ?? Number.NaN;
      if (!Number.isNaN(lines)) emit(bucket, request, lines);
    });
  },
  commits: (scope, emit) => eachCommit(scope, (commit, bucket) => emit(bucket, commit, 1)),
  contributors: (scope, emit) => {
    const { commits, people } = scope.facts;
    const seen = new Set<number>();
    eachCommit(scope, (commit, bucket) => {
      const person = commits.author[commit] ?? -1;
      const key = bucket * people.length + person;
      if (person < 0 || seen.has(key)) return;
      seen.add(key);
      emit(bucket, person, 1);
    });
  },
  churn: (scope, emit) => {
    const { lines } = scope.facts.commits;
    eachCommit(scope, (commit, bucket) => {
      const changed = lines[commit] ?? Number.NaN;
      if (!Number.isNaN(changed)) emit(bucket, commit, changed);
    });
  },
  document_age: (scope, emit) => {
    scope.facts.documents.forEach(({ source, changedAt }, document) => {
      if (!scope.keepsDocument(source)) return;
      eachEnd(scope, (bucket, end) => {
        const last = lastBefore(changedAt, end);
        if (!Number.isNaN(last)) emit(bucket, document, (end - last) / DAY_MS);
      });
    });
  },
};

const span = (from: number | undefined, to: number | undefined): number => Math.max(0, (to ?? NaN) - (from ?? NaN));

/** A moment, NaN where it is later than now: an earlier period is seen as it was when it ended. */
const happened = ({ nowMs }: Scope, at: number | undefined): number =>
  at !== undefined && at <= nowMs ? at : Number.NaN;

/** The bucket of a moment, -1 where it is in none of them, has not come, or never happened. */
function inside({ edges, nowMs }: Scope, at: number | undefined): number {
  if (at === undefined || Number.isNaN(at) || at > nowMs) return -1;
  const bucket = bucketOf(edges, at);
  return bucket >= edges.length - 1 ? -1 : bucket;
}

function eachOpened(scope: Scope, each: (issue: number, bucket: number) => void): void {
  scope.facts.issues.createdAt.forEach((at, issue) => {
    const bucket = inside(scope, at);
    if (bucket >= 0 && scope.keepsIssue(issue)) each(issue, bucket);
  });
}

function eachClosed(scope: Scope, each: (issue: number, bucket: number) => void): void {
  scope.facts.issues.closedAt.forEach((at, issue) => {
    const bucket = inside(scope, at);
    if (bucket >= 0 && scope.keepsIssue(issue)) each(issue, bucket);
  });
}

/** Each bucket that has begun with its end, which is now where it is not over. */
function eachEnd({ edges, nowMs }: Scope, each: (bucket: number, end: number) => void): void {
  for (let bucket = 0; bucket < edges.length - 1 && (edges[bucket] ?? 0) <= nowMs; bucket += 1) {
    each(bucket, Math.min(edges[bucket + 1] ?? 0, nowMs));
  }
}

function eachOpenAtEnd(scope: Scope, each: (issue: number, bucket: number, end: number) => void): void {
  const { createdAt, closedAt } = scope.facts.issues;
  createdAt.forEach((created, issue) => {
    if (!scope.keepsIssue(issue)) return;
    eachEnd(scope, (bucket, end) => {
      // A bucket holds the moments before its end. NaN, never closed, is not smaller than anything.
      if (created < end && !((closedAt[issue] ?? NaN) < end)) each(issue, bucket, end);
    });
  });
}

const CATEGORY = { todo: STATUS_CATEGORIES.indexOf("todo"), in_progress: STATUS_CATEGORIES.indexOf("in_progress") };

/** Each open issue at the end of a bucket, with the category of the status that it then had. */
function eachStayAtEnd(
  scope: Scope,
  each: (issue: number, bucket: number, category: keyof typeof CATEGORY) => void,
): void {
  const { issues, statusStays: stays } = scope.facts;
  eachOpenAtEnd(scope, (issue, bucket, end) => {
    for (let at = stays.start[issue] ?? 0; at < (stays.start[issue + 1] ?? 0); at += 1) {
      const entered = Math.max(stays.enteredAt[at] ?? NaN, issues.createdAt[issue] ?? NaN);
      if (!(entered < end) || (stays.leftAt[at] ?? NaN) < end) continue;
      if (stays.category[at] === CATEGORY.todo) each(issue, bucket, "todo");
      if (stays.category[at] === CATEGORY.in_progress) each(issue, bucket, "in_progress");
      return;
    }
  });
}

/**
 * The part of the time from opening to closing for which a closed issue was in statuses of the category "in progress". Null where its tracker
 * has no change of status of it, or the category of a status is not known.
 */
function activeShare({ facts: { issues, statusStays: stays } }: Scope, issue: number): number | null {
  const [first = 0, end = 0] = [stays.start[issue], stays.start[issue + 1]];
  const [created = NaN, closed = NaN] = [issues.createdAt[issue], issues.closedAt[issue]];
  if (end - first < 2 || !(closed > created)) return null;
  let active = 0;
  for (let at = first; at < end; at += 1) {
    const leftAt = stays.leftAt[at] ?? NaN;
    const from = Math.max(stays.enteredAt[at] ?? NaN, created);
    const to = Number.isNaN(leftAt) ? closed : Math.min(leftAt, closed);
    if (!(to > from)) continue;
    if (stays.category[at] === -1) return null;
    if (stays.category[at] === CATEGORY.in_progress) active += to - from;
  }
  return active / (closed - created);
}

function eachRequest(
  scope: Scope,
  time: "createdAt" | "mergedAt",
  each: (request: number, bucket: number) => void,
): void {
  scope.facts.requests[time].forEach((at, request) => {
    const bucket = inside(scope, at);
    if (bucket >= 0 && scope.keepsRequest(request)) each(request, bucket);
  });
}

function eachCommit(scope: Scope, each: (commit: number, bucket: number) => void): void {
  scope.facts.commits.committedAt.forEach((at, commit) => {
    const bucket = inside(scope, at);
    if (bucket >= 0 && scope.keepsCommit(commit)) each(commit, bucket);
  });
}

/** The newest of ascending times before a moment; NaN for none. */
function lastBefore(times: Float64Array, end: number): number {
  let last = Number.NaN;
  for (const at of times) {
    if (at >= end) break;
    last = at;
  }
  return last;
}
