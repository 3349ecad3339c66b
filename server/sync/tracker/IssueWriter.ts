import { type IssueCustomField, type IssueStatus, MAX_ISSUE_LINKS } from "../../../contract/issues/issueWorkflow.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteAssigneesOf,
  deleteComments,
  insertAssignees,
  deleteDerivedClosings,
  insertIssueEvents,
  listIssueIdsByKeys,
  listStoredComments,
  listStoredIssues,
  resetIssueTimes,
  upsertComments,
  upsertIssues,
} from "../../db/tables/issues/issueStorage.ts";
import { listFieldsByExternalIds } from "../../db/tables/sources/sourceFields.ts";
import { upsertIssueStatuses } from "../../db/tables/issues/issueStatuses.ts";
import { commentsBefore, issuesBefore, noteComments, noteIssues } from "../notices/issueNotices.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import { ItemWriter } from "../store/ItemWriter.ts";
import type {
  IssueReferences,
  TrackerComment,
  TrackerEvent,
  TrackerIssue,
} from "../../sources/connector/trackerTypes.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import {
  deleteCommentLinks,
  replaceIssueLinks,
  replaceReferences,
  upsertCommentLinks,
} from "../../db/tables/issues/issueLinkStorage.ts";
import { ISSUE_READ_VERSION, linkRow, linkRows, boundedName, workflowColumns } from "./workflowRows.ts";

export const MAX_ISSUE_BODY_LENGTH = 1_000_000;
const MAX_TITLE_LENGTH = 2000;
/** Statuses of one answer. Large sites have some hundreds. */
const MAX_STATUSES = 5000;

/** Stores the issues of one tracker with their comments and events. */
export class IssueWriter extends ItemWriter {
  /** The host has the chosen custom fields apart from its issues. */
  readonly #keepsFields: boolean;

  constructor(
    source: Pick<SyncedSource, "id" | "projectId"> & Partial<Pick<SyncedSource, "provider" | "customFields">>,
  ) {
    super(source);
    const { provider = "", customFields = [] } = source;
    this.#keepsFields = customFields.length > 0 && providerRulesOf(provider).customFields === "apart";
  }

  /**
   * Upserts by the provider's id and time of change. Keys and addresses are compared too: renaming a project changes them, and not the
   * times.
   * @param options `keepsLinks`: the issues were read without their links to others
   * @returns how many issues changed
   */
  async writeIssues(tx: Db, issues: readonly TrackerIssue[], { keepsLinks = false } = {}): Promise<number> {
    const latest = latestOf(issues);
    if (latest.size === 0) return 0;
    const before = await issuesBefore(tx, this, [...latest.keys()]);
    const rows = await listStoredIssues(tx, this.sourceId, [...latest.keys()]);
    const stored = new Map(rows.map((row) => [row.external_id, row]));
    const changed = [...latest.values()].filter((issue) => isChanged(issue, stored.get(issue.externalId)));
    await this.people.intern(
      tx,
      changed.flatMap(({ author, assignees }) => [author, ...assignees]),
    );
    const storedFields = await this.#fieldsKept(tx, changed);
    const ids = new Map(changed.map((issue) => [issue.externalId, stored.get(issue.externalId)?.id ?? newId()]));
    await upsertIssues(
      tx,
      changed.map((issue) => ({
        ...this.columnsOf(issue),
        id: ids.get(issue.externalId) ?? "",
        number: issue.number,
        key: issue.key.slice(0, 200),
        title: sanitizeText(issue.title, MAX_TITLE_LENGTH),
        body: sanitizeText(issue.body, MAX_ISSUE_BODY_LENGTH),
        state: issue.state,
        url: issue.url,
        author_id: this.people.idOf(issue.author),
        labels: JSON.stringify(issue.labels.map((label) => sanitizeText(label, 200))),
        ...workflowColumns(withFields(issue, storedFields.get(issue.externalId))),
        ...(keepsLinks && { more_links: stored.get(issue.externalId)?.more_links ?? 0 }),
        comments_count: issue.commentsCount,
        closed_at: issue.closedAt?.toISOString() ?? null,
      })),
    );
    await deleteAssigneesOf(
      tx,
      changed.flatMap(({ externalId }) => stored.get(externalId)?.id ?? []),
    );
    const assignees = changed.flatMap((issue) =>
      [...new Set(issue.assignees.flatMap((person) => this.people.idOf(person) ?? []))].map((account_id) => ({
        issue_id: ids.get(issue.externalId) ?? "",
        account_id,
      })),
    );
    await insertAssignees(tx, assignees);
    if (!keepsLinks) {
      await replaceIssueLinks(
        tx,
        changed.flatMap(({ externalId }) => stored.get(externalId)?.id ?? []),
        changed.flatMap((issue) => linkRows(issue, { id: ids.get(issue.externalId) ?? "", projectId: this.projectId })),
      );
    }
    await noteIssues(tx, this, before, [...ids.values()]);
    return changed.length;
  }

  /**
   * Stores issues, read without their threads and links, although their times of change may be those that are stored. The number of comments
   * stays: it is that of the read comments.
   * @returns how many are stored
   */
  async rewriteIssues(tx: Db, issues: readonly TrackerIssue[]): Promise<number> {
    if (issues.length === 0) return 0;
    const ids = issues.map(({ externalId }) => externalId);
    const rows = await listStoredIssues(tx, this.sourceId, ids);
    const counts = new Map(rows.map((row) => [row.external_id, row.comments_count]));
    await resetIssueTimes(tx, this.sourceId, ids);
    return this.writeIssues(
      tx,
      issues.flatMap((issue) => {
        const commentsCount = counts.get(issue.externalId);
        // One that was removed meanwhile may be restricted.
        return commentsCount === undefined ? [] : [{ ...issue, commentsCount }];
      }),
      { keepsLinks: true },
    );
  }

  /**
   * Comments on pull requests, which are not issues here, are skipped.
   * @param completeIssues keys of issues whose comments are complete: other stored comments of them are deleted
   * @returns the number of changed comments
   */
  async writeComments(
    tx: Db,
    comments: readonly TrackerComment[],
    completeIssues: readonly string[] = [],
  ): Promise<number> {
    const issues = await this.#issueIds(tx, [...comments.map(({ issueKey }) => issueKey), ...completeIssues]);
    if (issues.size === 0) return 0;
    const latest = new Map<string, TrackerComment>();
    for (const comment of comments) if (issues.has(comment.issueKey)) latest.set(comment.externalId, comment);
    const ours = [...latest.values()];
    const rows = await listStoredComments(tx, [...issues.values()]);
    const stored = new Map(rows.map((row) => [row.external_id, row]));
    const changed = ours.filter(({ externalId, updatedAt, url }) => {
      const row = stored.get(externalId);
      return !row || row.updated_at < updatedAt || row.url !== url;
    });
    await this.people.intern(
      tx,
      changed.map(({ author }) => author),
    );
    const changedIds = changed.map(({ externalId }) => externalId);
    const before = await commentsBefore(tx, this, [...issues.values()], changedIds);
    await upsertComments(
      tx,
      changed.map((comment) => ({
        id: newId(),
        issue_id: issues.get(comment.issueKey) ?? "",
        external_id: comment.externalId,
        author_id: this.people.idOf(comment.author),
        body: sanitizeText(comment.body, MAX_ISSUE_BODY_LENGTH),
        url: comment.url,
        created_at: comment.createdAt.toISOString(),
        updated_at: comment.updatedAt.toISOString(),
      })),
    );
    const reconciled = new Set(completeIssues.flatMap((key) => issues.get(key) ?? []));
    await deleteCommentLinks(tx, [...reconciled]);
    await this.#writeDuplicates(tx, ours, issues);
    await noteComments(tx, this, before, { issues: [...issues.values()], comments: changedIds });
    const gone = [...stored.values()].filter((row) => reconciled.has(row.issue_id) && !latest.has(row.external_id));
    await deleteComments(
      tx,
      gone.map(({ id }) => id),
    );
    return changed.length + gone.length;
  }

  /** Stores events that are not stored yet; an event never changes. A closing that the host lists replaces one derived from the issue. */
  async writeEvents(tx: Db, events: readonly TrackerEvent[]): Promise<void> {
    const issues = await this.#issueIds(
      tx,
      events.map(({ issueKey }) => issueKey),
    );
    const ours = events.filter(({ issueKey }) => issues.has(issueKey));
    await this.people.intern(
      tx,
      ours.map(({ actor }) => actor),
    );
    const listed = ours.filter(({ type, externalId }) => type === "closed" && !externalId.startsWith("closed:"));
    const replaced = new Set(listed.map(({ issueKey }) => issues.get(issueKey) ?? ""));
    if (replaced.size > 0) await deleteDerivedClosings(tx, [...replaced]);
    await insertIssueEvents(
      tx,
      ours.map((event) => ({
        id: newId(),
        issue_id: issues.get(event.issueKey) ?? "",
        external_id: event.externalId,
        type: event.type.slice(0, 100),
        actor_id: this.people.idOf(event.actor),
        detail: event.detail === null ? null : sanitizeText(event.detail, 1000),
        created_at: event.createdAt.toISOString(),
      })),
    );
  }

  /** Stores which issues name these, in place of what was stored of each. */
  async writeReferences(tx: Db, references: readonly IssueReferences[]): Promise<void> {
    const ids = await this.#issueIds(
      tx,
      references.map(({ issueKey }) => issueKey),
    );
    const latest = new Map(references.map(({ issueKey, links }) => [issueKey, links]));
    await replaceReferences(
      tx,
      [...ids.values()],
      [...ids].flatMap(([key, id]) =>
        (latest.get(key) ?? [])
          .slice(0, MAX_ISSUE_LINKS)
          .map((link, position) => linkRow(link, { id, projectId: this.projectId }, "reference", position)),
      ),
    );
  }

  /**
   * Stores what statuses mean.
   * @param isOfTracker as the tracker's list has them; else as one issue does, whose project may give a name another meaning: it adds alone
   */
  async writeStatuses(tx: Db, statuses: readonly IssueStatus[], isOfTracker: boolean): Promise<void> {
    const named = statuses.slice(0, MAX_STATUSES).flatMap(({ name, category }) => {
      const bounded = boundedName(name);
      return bounded === null ? [] : [{ name: bounded, category }];
    });
    await upsertIssueStatuses(tx, this.sourceId, named, isOfTracker);
  }

  /** Stores what the comments say that their issues are duplicates of; the last one of an issue counts. */
  async #writeDuplicates(tx: Db, comments: readonly TrackerComment[], issues: ReadonlyMap<string, string>) {
    const rows = new Map(
      comments.flatMap(({ issueKey, duplicateOf }) => {
        const id = issues.get(issueKey);
        if (!duplicateOf || id === undefined) return [];
        return [[id, linkRow(duplicateOf, { id, projectId: this.projectId }, "comment", 0)] as const];
      }),
    );
    await upsertCommentLinks(tx, [...rows.values()]);
  }

  /** Custom fields that the host has apart from these issues, by their ids: what is read of an issue does not have them. */
  async #fieldsKept(tx: Db, issues: readonly TrackerIssue[]): Promise<ReadonlyMap<string, IssueCustomField[]>> {
    if (!this.#keepsFields) return new Map();
    return listFieldsByExternalIds(
      tx,
      this.sourceId,
      issues.map(({ externalId }) => externalId),
    );
  }

  async #issueIds(tx: Db, keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const rows = await listIssueIdsByKeys(tx, this.sourceId, keys);
    return new Map(rows.map(({ id, key }) => [key, id]));
  }
}

const withFields = (issue: TrackerIssue, fields: readonly IssueCustomField[] | undefined): TrackerIssue =>
  fields === undefined || !issue.workflow
    ? issue
    : { ...issue, workflow: { ...issue.workflow, facts: { ...issue.workflow.facts, custom_fields: [...fields] } } };

/** The newest version of each issue, by the provider's id. */
function latestOf(issues: readonly TrackerIssue[]): ReadonlyMap<string, TrackerIssue> {
  const latest = new Map<string, TrackerIssue>();
  for (const issue of issues) {
    const other = latest.get(issue.externalId);
    if (!other || other.updatedAt <= issue.updatedAt) latest.set(issue.externalId, issue);
  }
  return latest;
}

type StoredIssue = Awaited<ReturnType<typeof listStoredIssues>>[number];

function isChanged(issue: TrackerIssue, row: StoredIssue | undefined): boolean {
  if (!row || row.updated_at < issue.updatedAt) return true;
  // An older page may arrive late.
  if (row.updated_at > issue.updatedAt) return false;
  if (row.read_version < ISSUE_READ_VERSION) return true;
  return row.comments_count !== issue.commentsCount || row.key !== issue.key || row.url !== issue.url;
}
