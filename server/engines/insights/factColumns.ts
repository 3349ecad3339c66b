import { millisecondsOfMicros } from "../../../contract/durations.ts";
import { STATUS_CATEGORIES } from "../../../contract/issues/issueWorkflow.ts";
/** The columns that the metrics read, computed from a project's rows and people. */
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { CachedIssue, CachedRequest, FirstResponse, ProjectRows } from "./cachedRows.ts";
import { documentFacts } from "./documentFacts.ts";
import type { People } from "./factPeople.ts";
import { listColumns } from "./listColumns.ts";
import { pageColumns } from "./pageColumns.ts";
import type {
  CloseEventFacts,
  CommitFacts,
  Facts,
  IssueFacts,
  ReleaseFacts,
  RequestFacts,
  StateIntervalFacts,
  StatusStayFacts,
} from "./facts.ts";

/** What facts are computed from. */
export interface FactsInput {
  readonly project: { readonly id: string; readonly slug: string };
  readonly index: OpenedIndex;
  /** Ids of the project's sources. */
  readonly sources: readonly string[];
  readonly rows: ProjectRows;
  readonly people: People;
}

/** The facts with what they were computed from, for the next incremental read. */
export interface LoadedFacts {
  readonly facts: Facts;
  readonly rows: ProjectRows;
  readonly people: People;
  readonly index: OpenedIndex;
}

/** @param before the previous facts: their columns are reused where the rows are the same; null: none */
export function computeFacts(
  { project, index, sources, rows, people }: FactsInput,
  before: LoadedFacts | null,
): LoadedFacts {
  const sourceOf = new Map(sources.map((id, position) => [id, position]));
  const accounts = Int32Array.from(rows.accounts.strings, (id) => people.ofAccount(id));
  const context = { rows, sourceOf, people, accounts };
  const old = before?.people.digest === people.digest && before.facts.sources.join() === sources.join() ? before : null;
  const facts: Facts = {
    projectId: project.id,
    slug: project.slug,
    sources,
    people: people.list,
    personOf: (signature) => people.ofSignature(signature),
    labels: rows.labels.strings,
    types: rows.types.strings,
    priorities: rows.priorities.strings,
    states: rows.states.strings,
    milestones: rows.milestones.strings,
    sprints: rows.sprints.strings,
    fields: rows.fields.strings,
    ...(old?.rows.issues === rows.issues && isSameCategories(old.rows, rows)
      ? issueColumnsOf(old.facts)
      : issueColumns(context)),
    requests: old?.rows.requests === rows.requests ? old.facts.requests : requestColumns(context),
    commits: old?.rows.commits === rows.commits ? old.facts.commits : commitColumns(context),
    pages: old?.rows.pages === rows.pages ? old.facts.pages : pageColumns(context),
    releases: old?.rows.releases === rows.releases ? old.facts.releases : releaseColumns(context),
    documents: old?.index === index ? old.facts.documents : documentFacts(index, sourceOf, people),
  };
  return { facts, rows, people, index };
}

type IssueColumns = Pick<Facts, "issues" | "closeEvents" | "stateIntervals" | "statusStays" | "sourcesWithEvents">;

const issueColumnsOf = (facts: Facts): IssueColumns => ({
  issues: facts.issues,
  closeEvents: facts.closeEvents,
  stateIntervals: facts.stateIntervals,
  statusStays: facts.statusStays,
  sourcesWithEvents: facts.sourcesWithEvents,
});

const isSameCategories = ({ categories: a }: ProjectRows, { categories: b }: ProjectRows): boolean =>
  a === b ||
  (a.size === b.size &&
    [...a].every(([source, sourceCategories]) => {
      const other = b.get(source);
      return (
        other?.size === sourceCategories.size &&
        [...sourceCategories].every(([state, category]) => other.get(state) === category)
      );
    }));

interface Context {
  readonly rows: ProjectRows;
  readonly sourceOf: ReadonlyMap<string, number>;
  readonly people: People;
  /** Whose each account is, by its position among the names of the rows. */
  readonly accounts: Int32Array;
}

function issueColumns({ rows, sourceOf, people, accounts }: Context): IssueColumns {
  const all = [...rows.issues.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const sourceAt = (issue: CachedIssue): number => sourceOf.get(issue.source) ?? -1;
  const authors = Int32Array.from(all, ({ author }) => accounts[author] ?? -1);
  const labels = listColumns(all.map((issue) => issue.labels));
  const milestones = listColumns(all.map((issue) => issue.milestones));
  const sprints = listColumns(all.map((issue) => issue.sprints));
  const fields = listColumns(all.map((issue) => issue.fields));
  const assignees = listColumns(all.map((issue) => issue.assignees.map((account) => accounts[account] ?? -1)));
  const issues: IssueFacts = {
    ids: all.map(({ id }) => id),
    source: Int32Array.from(all, sourceAt),
    author: authors,
    createdAt: Float64Array.from(all, ({ createdAt }) => millisecondsOfMicros(createdAt)),
    closedAt: Float64Array.from(all, ({ closedAt }) =>
      closedAt === null ? Number.NaN : millisecondsOfMicros(closedAt),
    ),
    answeredAt: Float64Array.from(all, ({ words }, i) =>
      firstOf(wordsOfOthers(words, authors[i] ?? -1, accounts, people)),
    ),
    isRead: Uint8Array.from(all, ({ comments, words }) => (comments > 0 && words.length === 0 ? 0 : 1)),
    type: Int16Array.from(all, ({ type }) => type),
    status: Int32Array.from(all, ({ status }) => status),
    priority: Int32Array.from(all, ({ priority }) => priority),
    labelStart: labels.start,
    labels: labels.items,
    assigneeStart: assignees.start,
    assignees: assignees.items,
    milestoneStart: milestones.start,
    milestones: milestones.items,
    sprintStart: sprints.start,
    sprints: sprints.items,
    fieldStart: fields.start,
    fields: fields.items,
  };
  const closeEvents = all.flatMap((issue, position) => issue.closeEvents.map((closing) => ({ ...closing, position })));
  const stateIntervals = all.flatMap((issue, position) => issue.stateIntervals.map((stay) => ({ ...stay, position })));
  const closingColumns: CloseEventFacts = {
    issue: Int32Array.from(closeEvents, ({ position }) => position),
    closedAt: Float64Array.from(closeEvents, ({ at }) => at),
    isReopened: Uint8Array.from(closeEvents, ({ isReopened }) => (isReopened ? 1 : 0)),
  };
  const stayColumns: StateIntervalFacts = {
    issue: Int32Array.from(stateIntervals, ({ position }) => position),
    state: Int32Array.from(stateIntervals, ({ state }) => state),
    enteredAt: Float64Array.from(stateIntervals, ({ from }) => from),
    leftAt: Float64Array.from(stateIntervals, ({ to }) => to),
  };
  const sourcesWithEvents = new Set(all.filter(({ hasEvents }) => hasEvents).map(sourceAt));
  return {
    issues,
    closeEvents: closingColumns,
    stateIntervals: stayColumns,
    statusStays: statusStays(all, rows.categories),
    sourcesWithEvents,
  };
}

/** The stays of issues that have a status, the present one last. */
function statusStays(all: readonly CachedIssue[], categories: ProjectRows["categories"]): StatusStayFacts {
  const start = new Int32Array(all.length + 1);
  const stays = all.flatMap(({ source, status, statusSince, stateIntervals }, position) => {
    const issueStays = status < 0 ? [] : [...stateIntervals, { state: status, from: statusSince, to: Number.NaN }];
    start[position + 1] = (start[position] ?? 0) + issueStays.length;
    const sourceCategories = categories.get(source);
    return issueStays.map(({ state, from, to }) => {
      const category = sourceCategories?.get(state);
      return { category: category === undefined ? -1 : STATUS_CATEGORIES.indexOf(category), from, to };
    });
  });
  return {
    start,
    category: Int8Array.from(stays, ({ category }) => category),
    enteredAt: Float64Array.from(stays, ({ from }) => from),
    leftAt: Float64Array.from(stays, ({ to }) => to),
  };
}

function requestColumns({ rows, sourceOf, people, accounts }: Context): RequestFacts {
  const all = [...rows.requests.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const authors = Int32Array.from(all, ({ author }) => accounts[author] ?? -1);
  const reviews = all.map(({ words }, i) => wordsOfOthers(words, authors[i] ?? -1, accounts, people));
  const reviewed = listColumns(reviews.map((requestReviews) => requestReviews.map(({ person }) => person)));
  const mergedAt = ({ mergedAt: at }: CachedRequest): number => (at === null ? Number.NaN : millisecondsOfMicros(at));
  return {
    ids: all.map(({ id }) => id),
    source: Int32Array.from(all, ({ source }) => sourceOf.get(source) ?? -1),
    author: authors,
    createdAt: Float64Array.from(all, ({ createdAt }) => millisecondsOfMicros(createdAt)),
    mergedAt: Float64Array.from(all, mergedAt),
    reviewedAt: Float64Array.from(reviews, (requestReviews) => firstOf(requestReviews)),
    // What was read before it changed is still known.
    isRead: Uint8Array.from(all, ({ isDetailed, words }) => (isDetailed || words.length > 0 ? 1 : 0)),
    size: Float64Array.from(all, ({ size }) => size),
    reviewStart: reviewed.start,
    reviewers: reviewed.items,
    reviewTimes: Float64Array.from(reviews.flat(), ({ at }) => at),
  };
}

const releaseColumns = ({ rows: { releases }, sourceOf, accounts }: Context): ReleaseFacts => ({
  ids: releases.map(({ id }) => id),
  isTag: Uint8Array.from(releases, ({ isTag }) => (isTag ? 1 : 0)),
  tags: releases.map(({ tag }) => tag),
  source: Int32Array.from(releases, ({ source }) => sourceOf.get(source) ?? -1),
  author: Int32Array.from(releases, ({ author }) => accounts[author] ?? -1),
  publishedAt: Float64Array.from(releases, ({ publishedAt }) => millisecondsOfMicros(publishedAt)),
});

function commitColumns({ rows, sourceOf, people }: Context): CommitFacts {
  const length = [...rows.commits.values()].reduce((sum, sourceCommits) => sum + sourceCommits.rows.length, 0);
  const columns: CommitFacts = {
    ids: new Float64Array(length),
    source: new Int32Array(length),
    author: new Int32Array(length),
    committedAt: new Float64Array(length),
    lines: new Float64Array(length),
  };
  const authors = new Map<number, number>();
  let at = 0;
  for (const [source, sourceCommits] of rows.commits) {
    const position = sourceOf.get(source) ?? -1;
    for (const { id, author, committedAt, lines } of sourceCommits.rows) {
      let person = authors.get(author);
      if (person === undefined) authors.set(author, (person = people.ofAuthor(author)));
      columns.ids[at] = id;
      columns.source[at] = position;
      columns.author[at] = person;
      columns.committedAt[at] = millisecondsOfMicros(committedAt);
      columns.lines[at] = lines ?? Number.NaN;
      at += 1;
    }
  }
  return columns;
}

interface WordOfPerson {
  readonly person: number;
  readonly at: number;
}

/** When each human other than the author first commented. A comment of an unknown account does not count. */
function wordsOfOthers(
  words: readonly FirstResponse[],
  author: number,
  accounts: Int32Array,
  { list }: People,
): WordOfPerson[] {
  const first = new Map<number, number>();
  for (const { account, at } of words) {
    const person = accounts[account] ?? -1;
    if (person < 0 || person === author || list[person]?.isBot === true) continue;
    first.set(person, Math.min(first.get(person) ?? Infinity, at));
  }
  return [...first].map(([person, at]) => ({ person, at }));
}

/** The earliest; NaN for none. */
const firstOf = (words: readonly WordOfPerson[]): number =>
  words.reduce((first, { at }) => (at >= first ? first : at), Number.NaN);
