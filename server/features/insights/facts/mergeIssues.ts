import { z } from "zod";
import { MINUTE_MS } from "../../../../contract/durations.ts";
import { IssueCustomField } from "../../../../contract/issues/issueWorkflow.ts";
import type { Db } from "../../../db/openDb.ts";
import { findNewestAnalysisTime } from "../../../db/tables/issues/issueAnalyses.ts";
import { findNewestActivityId } from "../../../db/tables/issues/issueComments.ts";
import { ChangedRows } from "./ChangedRows.ts";
import { StringInterner } from "../../../engines/insights/StringInterner.ts";
import type { CloseEvent, CachedIssue, ProjectRows, StateInterval } from "../../../engines/insights/cachedRows.ts";
import { fieldText } from "../../../engines/insights/fieldTexts.ts";
import { type RowReading, cursorsOf, milliseconds, sumOf } from "./rowReading.ts";
import {
  type StateEventRow,
  listAssigneesOfIssues,
  listFirstComments,
  listStateEvents,
  listIssuesChangedSince,
  listActivityAfter,
  listTypesAnalysedAfter,
} from "../../../db/tables/issues/issueChanges.ts";
import { TALLY, findTally } from "../../../db/tables/pages/textPages.ts";

const EMPTY: readonly never[] = [];
const CustomFields = z.array(IssueCustomField);

type IssuesRead = Pick<ProjectRows, "issues" | "seen" | "read">;
type IssueNames = Pick<ProjectRows, "labels" | "types" | "priorities" | "states" | "milestones" | "sprints" | "fields">;

/**
 * The issues of a project with their related rows, and the names of labels, types and states.
 * @param before the previous read; null: none
 */
export async function readIssuesOf(context: RowReading, before: ProjectRows | null): Promise<IssuesRead & IssueNames> {
  const { labels, types, priorities, states, milestones, sprints, fields } = context.names;
  const names = { labels, types, priorities, states, milestones, sprints, fields };
  let issues = await mergeIssues(context, before);
  if (before === null) return { ...issues, ...names };
  // Twice: a page of a sync may have come between the reading and the count.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const tally = await findTally(context.db, "issues", context.projectId);
    const sum = sumOf([...issues.issues.values()].map(({ updatedAt, comments }) => (updatedAt % TALLY) + comments));
    if (tally.count === issues.issues.size && tally.sum === sum) return { ...issues, ...names };
    if (attempt === 0) {
      const more = await mergeIssues(context, { ...before, ...issues });
      issues = { ...more, read: more.read + issues.read };
    }
  }
  // An issue was deleted: names that only it used must not stay among the options, nor in memory.
  const fresh: IssueNames = {
    labels: new StringInterner(),
    types: new StringInterner(),
    priorities: new StringInterner(),
    states: new StringInterner(),
    milestones: new StringInterner(),
    sprints: new StringInterner(),
    fields: new StringInterner(),
  };
  const complete = await mergeIssues({ ...context, names: { ...context.names, ...fresh } }, null);
  return { ...complete, ...fresh, read: complete.read + issues.read };
}

/** The related rows of an issue until they are read. */
const NOT_LOOKED_UP = { assignees: EMPTY, words: EMPTY, closeEvents: EMPTY, stateIntervals: EMPTY, hasEvents: false };

async function mergeIssues(context: RowReading, before: ProjectRows | null): Promise<IssuesRead> {
  const { db, projectId, names } = context;
  // Read first: rows that arrive during the reading are read twice, never missed. The marks are those of all projects, because what is read
  // after a mark that a quiet project set itself would grow with the activity of the others.
  let seen = await newestSeen(db, projectId);
  const changes = new ChangedRows(before?.issues);
  const labelPlaces = placesOfNames(names.labels);
  const milestonePlaces = placesOfNames(names.milestones);
  const sprintPlaces = placesOfNames(names.sprints);
  const changed = new Set<string>();
  for await (const page of listIssuesChangedSince(db, projectId, cursorsOf(context.sources, changes.rows.values()))) {
    for (const { author, labels, type, status, priority, milestones, sprints, fields, ...row } of page) {
      const previous = changes.rows.get(row.id);
      if (previous?.updatedAt === row.updatedAt && previous.comments === row.comments) continue;
      changed.add(row.id);
      changes.set(row.id, {
        ...row,
        author: author === null ? -1 : names.accounts.intern(author),
        labels: labelPlaces(labels),
        milestones: milestonePlaces(milestones),
        sprints: sprintPlaces(sprints),
        fields: placesOfFields(fields, names.fields),
        type: type === null ? -1 : names.types.intern(type),
        status: status === null ? -1 : names.states.intern(status),
        priority: priority === null ? -1 : names.priorities.intern(priority),
        statusSince: milliseconds(row.createdAt),
        ...NOT_LOOKED_UP,
      });
    }
  }
  const read = changed.size;
  if (before) {
    const touches = await listActivityAfter(db, projectId, {
      comment: aLittleBefore(before.seen.comment),
      event: aLittleBefore(before.seen.event),
    });
    for (const { id, issue } of touches) {
      if (!before.seen.recent.has(id) && changes.rows.has(issue)) changed.add(issue);
    }
    const types = await listTypesAnalysedAfter(db, projectId, before.seen.type);
    for (const { id, type } of types) {
      const issue = changes.rows.get(id);
      const place = type === null ? -1 : names.types.intern(type);
      if (issue && issue.type !== place) changes.set(id, { ...issue, type: place });
    }
    seen = {
      ...seen,
      recent: new Set(touches.map(({ id }) => id)),
      type: types.reduce((newest, { at }) => Math.max(newest, at), before.seen.type),
    };
  }
  await lookUpIssues(context, [...changed], changes);
  return { issues: changes.rows, seen, read };
}

/** The positions of the names of a JSON list. Issues with equal lists share one. */
function placesOfNames(names: StringInterner): (json: string) => readonly number[] {
  const placesOfJson = new Map<string, readonly number[]>([["[]", EMPTY]]);
  return (json) => {
    let places = placesOfJson.get(json);
    if (!places) {
      const list: unknown = JSON.parse(json);
      places = Array.isArray(list) ? list.map((name) => names.intern(String(name))) : EMPTY;
      placesOfJson.set(json, places);
    }
    return places;
  };
}

/** A longer text is no value that a metric is filtered by. */
const FIELD_CHARS = 500;

/** The custom fields of an issue as places in `names`. For an issue without any, nothing is parsed. */
function placesOfFields(json: string, names: StringInterner): readonly number[] {
  if (json === "[]") return EMPTY;
  const { data = [] } = CustomFields.safeParse(JSON.parse(json));
  return data.flatMap((field) =>
    field.values
      .filter((value) => String(value).length <= FIELD_CHARS)
      .map((value) => names.intern(fieldText(field, value))),
  );
}

/** From here on comments, events and types are new. */
async function newestSeen(db: Db, projectId: string): Promise<ProjectRows["seen"]> {
  const analysedAt = await findNewestAnalysisTime(db, projectId);
  return {
    comment: (await findNewestActivityId(db, "issue_comments")) ?? "",
    event: (await findNewestActivityId(db, "issue_events")) ?? "",
    type: analysedAt === null ? 0 : analysedAt.getTime() * 1000,
    recent: new Set(),
  };
}

/** Ids begin with the time: one that was made a minute earlier, for rows of a transaction that ended after a later one. */
function aLittleBefore(id: string): string {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id);
  if (!time) return id;
  const hex = Math.max(0, Number.parseInt(`${time[1]}${time[2]}`, 16) - MINUTE_MS)
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
}

/** The rows related to issues: assignees, comments, events. */
async function lookUpIssues({ db, names }: RowReading, ids: readonly string[], changes: ChangedRows<CachedIssue>) {
  if (ids.length === 0) return;
  const { accounts, states } = names;
  const assignees = Map.groupBy(await listAssigneesOfIssues(db, ids), ({ issue }) => issue);
  const comments = Map.groupBy(await listFirstComments(db, ids), ({ issue }) => issue);
  const events = Map.groupBy(await listStateEvents(db, ids), ({ issue }) => issue);
  for (const id of ids) {
    const issue = changes.rows.get(id);
    if (!issue) continue;
    const issueEvents = events.get(id) ?? EMPTY;
    changes.set(id, {
      ...issue,
      assignees: (assignees.get(id) ?? EMPTY).map(({ account }) => accounts.intern(account)),
      words: (comments.get(id) ?? EMPTY).map(({ account, firstAt }) => ({
        account: account === null ? -1 : accounts.intern(account),
        at: milliseconds(firstAt),
      })),
      ...historyOf(issueEvents, milliseconds(issue.createdAt), states),
    });
  }
}

function historyOf(
  events: readonly StateEventRow[],
  createdAt: number,
  states: StringInterner,
): Pick<CachedIssue, "closeEvents" | "stateIntervals" | "statusSince" | "hasEvents"> {
  if (events.length === 0)
    return { closeEvents: EMPTY, stateIntervals: EMPTY, statusSince: createdAt, hasEvents: false };
  const reopened = events.findLastIndex(({ type }) => type === "reopened");
  const closeEvents: CloseEvent[] = [];
  const stateIntervals: StateInterval[] = [];
  let from = createdAt;
  events.forEach(({ type, left, at }, i) => {
    if (type === "closed") closeEvents.push({ at: milliseconds(at), isReopened: i < reopened });
    if (type !== "status") return;
    if (left !== "") stateIntervals.push({ state: states.intern(left), from, to: milliseconds(at) });
    from = milliseconds(at);
  });
  return { closeEvents, stateIntervals, statusSince: from, hasEvents: events.some(({ type }) => type !== "status") };
}
