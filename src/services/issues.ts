import * as endpoints from "virtual:endpoints";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** Issues of a project, and their localization. */
export const createIssuesService = ({ call, send }: Client) => ({
  list: (id: string, query: QuerySent<"listIssues">, signal?: AbortSignal) =>
    call(endpoints.listIssues, { params: { id }, query, signal }),
  get: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.getIssue, { params: { id, issueId }, signal }),
  /** What the caller can do to the issue at its tracker now. */
  actions: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.issueActions, { params: { id, issueId }, signal }),
  write: (id: string, issueId: string, body: BodySent<"writeIssue">) =>
    call(endpoints.writeIssue, { params: { id, issueId }, body }),
  /** What a new issue of a tracker can have. */
  newForm: (id: string, tracker: string, signal?: AbortSignal) =>
    call(endpoints.newIssueForm, { query: { project: id, tracker }, signal }),
  create: (id: string, body: BodySent<"createIssue">) => call(endpoints.createIssue, { params: { id }, body }),
  /** The caller's changes that the trackers do not have yet. @param issue only those of one, by its id */
  storedWrites: (id: string, issue: string | undefined, signal?: AbortSignal) =>
    call(endpoints.listStoredWrites, { query: { project: id, issue }, signal }),
  /** Changes several issues of one tracker, after a time in which it can be taken back. */
  holdWrites: (id: string, body: BodySent<"holdWrites">) => call(endpoints.holdWrites, { params: { id }, body }),
  undoWrites: (id: string, batch: string) => call(endpoints.undoWrites, { params: { id }, body: { batch } }),
  retryWrite: (id: string, writeId: string, account: string) =>
    call(endpoints.retryWrite, { params: { id, writeId }, body: { account } }),
  discardWrite: (id: string, writeId: string) => send(endpoints.discardWrite, { params: { id, writeId } }),
  localization: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.localizeIssue, { params: { id, issueId }, signal }),
  analysis: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.analyzeIssue, { params: { id, issueId }, signal }),
  similar: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.similarIssues, { params: { id, issueId }, signal }),
  documents: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.issueDocuments, { params: { id, issueId }, signal }),
  /** Commits since the report that touched one of the likely files. */
  commits: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.issueCommits, { params: { id, issueId }, signal }),
  /** Localizes a text that is in no tracker. */
  localizeText: (id: string, body: BodySent<"localizeText">, signal?: AbortSignal) =>
    call(endpoints.localizeText, { params: { id }, body, signal }),
  /** Stores a verdict on one file of an answer. */
  giveFeedback: (id: string, body: BodySent<"giveFeedback">) => send(endpoints.giveFeedback, { params: { id }, body }),
});
export type IssuesService = ReturnType<typeof createIssuesService>;
