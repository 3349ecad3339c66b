/**
 * The rows of a project that the metrics are made of, kept between two questions. After a change only new and changed rows are read; that
 * nothing else has come, gone or changed is told by a count and a sum, and where they differ the rows of that kind are read anew.
 */
import type { Db } from "../../db/openDb.ts";
import { Names } from "./Names.ts";
import {
  type CommitRow,
  type EventRow,
  type IssueRow,
  type Marks,
  type Micros,
  type RequestRow,
  TALLY,
  countCommits,
  readAssignees,
  readComments,
  readCommits,
  readDetailed,
  readEvents,
  readIssues,
  readLines,
  readRequests,
  readReviews,
  readSizes,
  readTouches,
  readTypes,
  tallyOf,
  type TouchRow,
} from "./readRows.ts";

export interface Closing {
  /** Milliseconds since 1970, as all times here. */
  readonly at: number;
  /** Opened again at any time after it. */
  readonly isReopened: boolean;
}
export interface Stay {
  readonly state: number;
  readonly from: number;
  readonly to: number;
}
/** When an account first said something. */
export interface Word {
  readonly account: number;
  readonly at: number;
}

export interface KnownIssue extends Omit<IssueRow, "author" | "labels" | "type"> {
  /** Places of names, as in all of these; -1: none. */
  readonly author: number;
  readonly labels: readonly number[];
  type: number;
  assignees: readonly number[];
  words: readonly Word[];
  closings: readonly Closing[];
  stays: readonly Stay[];
  hasEvents: boolean;
}

export interface KnownRequest extends Omit<RequestRow, "author"> {
  readonly author: number;
  words: readonly Word[];
  /** Lines; NaN where its files have not been read, or have none that are counted. */
  size: number;
}

/** Commits of one repository. */
export interface KnownCommits {
  readonly rows: readonly CommitRow[];
  readonly uncounted: readonly number[];
}

export interface ProjectRows {
  readonly accounts: Names;
  readonly labels: Names;
  readonly types: Names;
  readonly states: Names;
  readonly issues: ReadonlyMap<string, KnownIssue>;
  readonly requests: ReadonlyMap<string, KnownRequest>;
  readonly commits: ReadonlyMap<string, KnownCommits>;
  /** Newest comment and event that have been looked at, and newest type. */
  readonly seen: {
    readonly comment: string;
    readonly event: string;
    readonly type: Micros;
    /** Ids of those of the last minute, which will be seen once more. */
    readonly recent: ReadonlySet<string>;
  };
  /** How many issues, requests and commits this reading took from the database. */
  readonly read: number;
}

const EMPTY: readonly never[] = [];

/** Rows by their ids, copied when the first of them changes: what is the same afterwards has not changed. */
class Changes<Row> {
  rows: ReadonlyMap<string, Row>;
  #own: Map<string, Row> | null = null;

  constructor(before: ReadonlyMap<string, Row> | null | undefined) {
    this.rows = before ?? new Map();
  }

  set(id: string, row: Row): void {
    if (this.#own === null) this.rows = this.#own = new Map(this.rows);
    this.#own.set(id, row);
  }
}

/** @param before what was read last; null: nothing */
export async function readProjectRows(
  db: Db,
  projectId: string,
  sources: readonly string[],
  before: ProjectRows | null,
): Promise<ProjectRows> {
  const names = before ?? { accounts: new Names(), labels: new Names(), types: new Names(), states: new Names() };
  const context = { db, projectId, sources, names };
  const issues = await readIssuesOf(context, before);
  const requests = await readRequestsOf(context, before?.requests ?? null);
  const own = new Map<string, KnownCommits>();
  let read = issues.read + requests.read;
  for (const source of sources) {
    const found = await readCommitsOf(db, source, before?.commits.get(source) ?? null);
    if (found.commits.rows.length > 0) own.set(source, found.commits);
    read += found.read;
  }
  const isSame = before?.commits.size === own.size && [...own].every(([id, one]) => before.commits.get(id) === one);
  const commits = isSame ? before.commits : own;
  const { accounts, labels, types, states } = names;
  const { seen } = issues;
  return { accounts, labels, types, states, issues: issues.issues, requests: requests.requests, commits, seen, read };
}

interface Context {
  readonly db: Db;
  readonly projectId: string;
  readonly sources: readonly string[];
  readonly names: Pick<ProjectRows, "accounts" | "labels" | "types" | "states">;
}

type IssuesRead = Pick<ProjectRows, "issues" | "seen" | "read">;

async function readIssuesOf(context: Context, before: ProjectRows | null): Promise<IssuesRead> {
  let found = await mergeIssues(context, before);
  if (before === null) return found;
  // Twice: a page of a sync may have come between the reading and the count.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const tally = await tallyOf(context.db, "issues", context.projectId);
    const own = sumOf([...found.issues.values()].map(({ updatedAt, comments }) => (updatedAt % TALLY) + comments));
    if (tally.count === found.issues.size && tally.sum === own) return found;
    if (attempt === 0) {
      const more = await mergeIssues(context, { ...before, ...found });
      found = { ...more, read: more.read + found.read };
    }
  }
  const again = await mergeIssues(context, null);
  return { ...again, read: again.read + found.read };
}

async function mergeIssues(context: Context, before: ProjectRows | null): Promise<IssuesRead> {
  const { db, projectId, names } = context;
  // Asked first: what comes while the rows are read is read twice, never missed.
  let seen = before?.seen ?? (await newestSeen(db, projectId));
  const changes = new Changes(before?.issues);
  const labelsOf = new Map<string, readonly number[]>();
  const placesOfLabels = (json: string): readonly number[] => {
    let places = labelsOf.get(json);
    if (!places) {
      const list: unknown = JSON.parse(json);
      places = Array.isArray(list) ? list.map((label) => names.labels.place(String(label))) : EMPTY;
      labelsOf.set(json, places);
    }
    return places;
  };
  const changed = new Set<string>();
  for await (const page of readIssues(db, projectId, marksOf(context.sources, changes.rows.values()))) {
    for (const { author, labels, type, ...row } of page) {
      const known = changes.rows.get(row.id);
      if (known?.updatedAt === row.updatedAt && known.comments === row.comments) continue;
      changed.add(row.id);
      changes.set(row.id, {
        ...row,
        author: author === null ? -1 : names.accounts.place(author),
        labels: placesOfLabels(labels),
        type: type === null ? -1 : names.types.place(type),
        assignees: EMPTY,
        words: EMPTY,
        closings: EMPTY,
        stays: EMPTY,
        hasEvents: false,
      });
    }
  }
  const read = changed.size;
  if (before) {
    const touches = await readTouches(db, projectId, {
      comment: aLittleBefore(before.seen.comment),
      event: aLittleBefore(before.seen.event),
    });
    for (const { id, issue } of touches) {
      if (!before.seen.recent.has(id) && changes.rows.has(issue)) changed.add(issue);
    }
    const types = await readTypes(db, projectId, before.seen.type);
    for (const { id, type } of types) {
      const issue = changes.rows.get(id);
      const place = type === null ? -1 : names.types.place(type);
      if (issue && issue.type !== place) changes.set(id, { ...issue, type: place });
    }
    seen = {
      comment: newestOf(touches, "comment", before.seen.comment),
      event: newestOf(touches, "event", before.seen.event),
      recent: new Set(touches.map(({ id }) => id)),
      type: types.reduce((most, { at }) => Math.max(most, at), before.seen.type),
    };
  }
  await lookUpIssues(context, [...changed], changes);
  return { issues: changes.rows, seen, read };
}

/** From here on comments, events and types are new. */
async function newestSeen(db: Db, projectId: string): Promise<ProjectRows["seen"]> {
  const newest = async (table: "issue_comments" | "issue_events"): Promise<string> =>
    (
      await db
        .selectFrom(table)
        .select((is) => is.fn.max("id").as("id"))
        .executeTakeFirst()
    )?.id ?? "";
  const { at } = await db
    .selectFrom("issue_analyses")
    .select((is) => is.fn.max("analysed_at").as("at"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return {
    comment: await newest("issue_comments"),
    event: await newest("issue_events"),
    type: at === null ? 0 : at.getTime() * 1000,
    recent: new Set(),
  };
}

const newestOf = (touches: readonly TouchRow[], kind: TouchRow["kind"], before: string): string =>
  touches.reduce((most, row) => (row.kind === kind && row.id > most ? row.id : most), before);

const MINUTE = 60_000;

/** Ids begin with the time: one that was made a minute earlier, for rows of a transaction that ended after a later one. */
function aLittleBefore(id: string): string {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id);
  if (!time) return id;
  const hex = Math.max(0, Number.parseInt(`${time[1]}${time[2]}`, 16) - MINUTE)
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
}

/** What stands beside issues: assignees, comments, events. */
async function lookUpIssues({ db, names }: Context, ids: readonly string[], changes: Changes<KnownIssue>) {
  if (ids.length === 0) return;
  const { accounts, states } = names;
  const assignees = Map.groupBy(await readAssignees(db, ids), ({ issue }) => issue);
  const comments = Map.groupBy(await readComments(db, ids), ({ issue }) => issue);
  const events = Map.groupBy(await readEvents(db, ids), ({ issue }) => issue);
  for (const id of ids) {
    const issue = changes.rows.get(id);
    if (!issue) continue;
    const own = events.get(id) ?? EMPTY;
    changes.set(id, {
      ...issue,
      assignees: (assignees.get(id) ?? EMPTY).map(({ account }) => accounts.place(account)),
      words: (comments.get(id) ?? EMPTY).map(({ account, firstAt }) => ({
        account: account === null ? -1 : accounts.place(account),
        at: milliseconds(firstAt),
      })),
      ...historyOf(own, milliseconds(issue.createdAt), states),
    });
  }
}

function historyOf(
  events: readonly EventRow[],
  createdAt: number,
  states: Names,
): Pick<KnownIssue, "closings" | "stays" | "hasEvents"> {
  if (events.length === 0) return { closings: EMPTY, stays: EMPTY, hasEvents: false };
  const reopened = events.findLastIndex(({ type }) => type === "reopened");
  const closings: Closing[] = [];
  const stays: Stay[] = [];
  let from = createdAt;
  events.forEach(({ type, left, at }, i) => {
    if (type === "closed") closings.push({ at: milliseconds(at), isReopened: i < reopened });
    if (type !== "status") return;
    if (left !== "") stays.push({ state: states.place(left), from, to: milliseconds(at) });
    from = milliseconds(at);
  });
  return { closings, stays, hasEvents: events.some(({ type }) => type !== "status") };
}

interface RequestsRead {
  readonly requests: ReadonlyMap<string, KnownRequest>;
  readonly read: number;
}

async function readRequestsOf(context: Context, before: ProjectRows["requests"] | null): Promise<RequestsRead> {
  const found = await mergeRequests(context, before);
  if (before === null) return found;
  const tally = await tallyOf(context.db, "change_requests", context.projectId);
  const own = sumOf([...found.requests.values()].map(({ updatedAt }) => updatedAt % TALLY));
  if (tally.count === found.requests.size && tally.sum === own) return found;
  const again = await mergeRequests(context, null);
  return { ...again, read: again.read + found.read };
}

async function mergeRequests(
  { db, projectId, sources, names }: Context,
  before: ProjectRows["requests"] | null,
): Promise<RequestsRead> {
  const changes = new Changes(before);
  const changed = new Set<string>();
  for await (const page of readRequests(db, projectId, marksOf(sources, changes.rows.values()))) {
    for (const { author, ...row } of page) {
      const known = changes.rows.get(row.id);
      if (known?.updatedAt === row.updatedAt && known.isDetailed === row.isDetailed) continue;
      changed.add(row.id);
      changes.set(row.id, {
        ...row,
        author: author === null ? -1 : names.accounts.place(author),
        words: EMPTY,
        size: Number.NaN,
      });
    }
  }
  const read = changed.size;
  if (before) {
    const waiting = [...changes.rows.values()].filter(({ id, isDetailed }) => !isDetailed && !changed.has(id));
    for (const id of await readDetailed(
      db,
      waiting.map(({ id }) => id),
    )) {
      const request = changes.rows.get(id);
      if (request) changes.set(id, { ...request, isDetailed: true });
      changed.add(id);
    }
  }
  const ids = [...changed];
  const reviews = Map.groupBy(await readReviews(db, ids), ({ request }) => request);
  const sizes = new Map((await readSizes(db, ids)).map(({ request, lines }) => [request, lines]));
  for (const id of ids) {
    const request = changes.rows.get(id);
    if (!request) continue;
    changes.set(id, {
      ...request,
      words: (reviews.get(id) ?? EMPTY).map(({ account, firstAt }) => ({
        account: names.accounts.place(account),
        at: milliseconds(firstAt),
      })),
      size: sizes.get(id) ?? Number.NaN,
    });
  }
  return { requests: changes.rows, read };
}

async function readCommitsOf(
  db: Db,
  source: string,
  before: KnownCommits | null,
): Promise<{ readonly commits: KnownCommits; readonly read: number }> {
  const known = before?.rows ?? EMPTY;
  const fresh: CommitRow[][] = [];
  // Rows of a repository are written by one sync at a time, so their numbers come in the order in which they are seen.
  for await (const page of readCommits(db, source, known.at(-1)?.id ?? 0)) fresh.push(page);
  const read = fresh.reduce((sum, page) => sum + page.length, 0);
  if (before && (await countCommits(db, source)) !== known.length + read) return readCommitsOf(db, source, null);
  const counted = before && before.uncounted.length > 0 ? await readLines(db, before.uncounted) : null;
  if (read === 0 && (counted === null || counted.size === 0)) {
    return { commits: before ?? { rows: EMPTY, uncounted: EMPTY }, read };
  }
  const old = counted?.size ? known.map((row) => ({ ...row, lines: row.lines ?? counted.get(row.id) ?? null })) : known;
  const rows = [...old, ...fresh.flat()];
  return { commits: { rows, uncounted: rows.flatMap(({ id, lines }) => (lines === null ? [id] : [])) }, read };
}

/** Of each source the newest change that is known, from which on it is read again. */
function marksOf(
  sources: readonly string[],
  rows: Iterable<{ readonly source: string; readonly updatedAt: Micros }>,
): Marks {
  const marks = new Map<string, Micros>(sources.map((source) => [source, 0]));
  for (const { source, updatedAt } of rows) {
    if (updatedAt > (marks.get(source) ?? Infinity)) marks.set(source, updatedAt);
  }
  return marks;
}

const milliseconds = (micros: Micros): number => Math.floor(micros / 1000);

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** About how much memory the rows take, in bytes. */
export function weightOf({ issues, requests, commits }: ProjectRows): number {
  let weight = 0;
  for (const { words, closings, stays, assignees } of issues.values()) {
    weight += 480 + 40 * (words.length + closings.length + stays.length) + 8 * assignees.length;
  }
  for (const { words } of requests.values()) weight += 320 + 40 * words.length;
  for (const { rows } of commits.values()) weight += 90 * rows.length;
  return weight;
}
