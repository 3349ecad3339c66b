import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { RelatedDocument } from "../documents/documents.ts";
import { Analysis, CommitsSince, SimilarIssue } from "./analysis.ts";
import { Backtest, Backtests } from "./backtest.ts";
import {
  HeldWritesBody,
  IssueActions,
  IssueWriteAnswer,
  IssueWriteBody,
  NewIssueAnswer,
  NewIssueBody,
  NewIssueForm,
  NewIssueQuery,
  RetryWriteAnswer,
  RetryWriteBody,
  StoredWrites,
  StoredWritesQuery,
  UndoWritesBody,
  WriteBatch,
} from "./issueWrites.ts";
import { Issue, IssuePage, IssuesQuery } from "./issues.ts";
import { FeedbackBody, Localization, LocalizeBody } from "./localization.ts";
import { RestrictedPage, RestrictedQuery } from "./restricted.ts";

// A table: one call, one row.
/** Calls about issues: lists, changes at trackers, analysis, localization. */
// prettier-ignore
export const ISSUE_ENDPOINTS = {
  listRestricted: { method: "GET", path: "restricted/", auth: "user", query: RestrictedQuery, status: 200, response: RestrictedPage, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  listIssues: { method: "GET", path: "projects/:id/issues/", auth: "user", query: IssuesQuery, status: 200, response: IssuePage, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  getIssue: { method: "GET", path: "projects/:id/issues/:issueId/", auth: "user", status: 200, response: Issue, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  issueActions: { method: "GET", path: "projects/:id/issues/:issueId/actions/", auth: "user", status: 200, response: IssueActions, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  writeIssue: { method: "POST", path: "projects/:id/issues/:issueId/writes/", auth: "user", body: IssueWriteBody, status: 200, response: IssueWriteAnswer, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  newIssueForm: { method: "GET", path: "new-issue/", auth: "user", query: NewIssueQuery, status: 200, response: NewIssueForm, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createIssue: { method: "POST", path: "projects/:id/new-issue/", auth: "user", body: NewIssueBody, status: 200, response: NewIssueAnswer, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  listStoredWrites: { method: "GET", path: "issue-writes/", auth: "user", query: StoredWritesQuery, status: 200, response: StoredWrites, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  holdWrites: { method: "POST", path: "projects/:id/issue-writes/", auth: "user", body: HeldWritesBody, status: 202, response: WriteBatch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  undoWrites: { method: "POST", path: "projects/:id/issue-writes/undo/", auth: "user", body: UndoWritesBody, status: 200, response: WriteBatch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  retryWrite: { method: "POST", path: "projects/:id/issue-writes/:writeId/retry/", auth: "user", body: RetryWriteBody, status: 200, response: RetryWriteAnswer, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  discardWrite: { method: "DELETE", path: "projects/:id/issue-writes/:writeId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  analyzeIssue: { method: "GET", path: "projects/:id/issues/:issueId/analysis/", auth: "user", status: 200, response: Analysis, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  localizeIssue: { method: "GET", path: "projects/:id/issues/:issueId/localization/", auth: "user", status: 200, response: Localization, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  issueCommits: { method: "GET", path: "projects/:id/issues/:issueId/commits/", auth: "user", status: 200, response: CommitsSince, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  localizeText: { method: "POST", path: "projects/:id/localize/", auth: "user", body: LocalizeBody, status: 200, response: Localization, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  giveFeedback: { method: "POST", path: "projects/:id/localize/feedback/", auth: "user", body: FeedbackBody, status: 204, response: null, runs: "engine", agents: false, scope: "write", expired: false, confirm: false },
  listBacktests: { method: "GET", path: "projects/:id/backtest/", auth: "user", status: 200, response: Backtests, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  startBacktest: { method: "POST", path: "projects/:id/backtest/", auth: "user", status: 202, response: Backtest, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  similarIssues: { method: "GET", path: "projects/:id/issues/:issueId/similar/", auth: "user", status: 200, response: z.array(SimilarIssue), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  issueDocuments: { method: "GET", path: "projects/:id/issues/:issueId/documents/", auth: "user", status: 200, response: z.array(RelatedDocument), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
