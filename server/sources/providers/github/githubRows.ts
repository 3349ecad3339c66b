import { z } from "zod";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { OnSkipped, TrackerPerson } from "../../connector/connectorTypes.ts";
import type { TrackerComment } from "../../connector/trackerTypes.ts";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";
import { readHostRows } from "../../rest/hostRows.ts";
import { optionalField } from "../../rest/optionalField.ts";
import { type ListedIssue, WORKFLOW_FIELDS, duplicateIn, priorityOf, workflowOf } from "./githubWorkflow.ts";

/** Only what is used of GitHub's answers. A field more or less there is no reason to stop; one of another kind is. */
export const User = z.object({
  id: z.union([z.number(), z.bigint()]),
  login: z.string(),
  type: z.string().optional(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: HostUrl,
});
const Label = z.union([z.string(), z.object({ name: z.string().nullish() })]);

export const Repository = z.object({
  id: z.union([z.number(), z.bigint()]),
  full_name: z.string(),
  private: z.boolean().optional(),
  has_issues: z.boolean().optional(),
  default_branch: z.string().nullish(),
  archived: z.boolean().optional(),
  /** Permissions of the account of the credential. */
  permissions: optionalField(z.object({ push: z.boolean(), triage: z.boolean().optional() })),
});

const IssueRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  number: HostNumber,
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  html_url: HostUrl,
  user: User.nullish(),
  assignees: z.array(User).nullish(),
  labels: z.array(Label).nullish(),
  type: z.object({ name: z.string() }).nullish(),
  comments: z.number().int().nullish(),
  created_at: HostTime,
  updated_at: HostTime,
  closed_at: HostTime.nullish(),
  pull_request: z.unknown().optional(),
  ...WORKFLOW_FIELDS,
});

const CommentRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  issue_url: z.string(),
  html_url: HostUrl,
  user: User.nullish(),
  body: z.string().nullish(),
  created_at: HostTime,
  updated_at: HostTime,
});

/** A row of a list, with what paging needs. `value` is null for a pull request, which GitHub lists among the issues. */
export interface PagedRow<T> {
  readonly id: string;
  readonly updatedAt: Date;
  readonly value: T | null;
}

/** @throws z.ZodError for an answer that is not GitHub's */
export function readIssues(data: unknown, onSkipped?: OnSkipped): PagedRow<ListedIssue>[] {
  return readHostRows(IssueRow, data, onSkipped).map((row) => ({
    id: String(row.id),
    updatedAt: new Date(row.updated_at),
    value: row.pull_request ? null : issueOf(row),
  }));
}

/** @throws z.ZodError for an answer that is not GitHub's */
export function readComments(data: unknown, onSkipped?: OnSkipped): PagedRow<TrackerComment>[] {
  return readHostRows(CommentRow, data, onSkipped).map((row) => ({
    id: String(row.id),
    updatedAt: new Date(row.updated_at),
    value: {
      externalId: String(row.id),
      issueKey: `#${/(\d+)\/?$/.exec(row.issue_url)?.[1] ?? ""}`,
      author: personOf(row.user),
      body: row.body ?? "",
      url: row.html_url,
      createdAt: new Date(row.created_at),
      updatedAt: new Date(row.updated_at),
      duplicateOf: duplicateIn(row.body ?? "", row.html_url),
    },
  }));
}

function issueOf(row: z.infer<typeof IssueRow>): ListedIssue {
  return {
    externalId: String(row.id),
    number: row.number,
    key: `#${row.number}`,
    title: row.title,
    body: row.body ?? "",
    state: row.state === "closed" ? "closed" : "open",
    url: row.html_url ?? "",
    author: personOf(row.user),
    assignees: (row.assignees ?? []).flatMap((user) => personOf(user) ?? []),
    labels: (row.labels ?? []).flatMap((label) => (typeof label === "string" ? label : (label.name ?? []))),
    type: row.type?.name ?? null,
    priority: priorityOf(row),
    workflow: workflowOf(row),
    blockers: row.issue_dependencies_summary?.total_blocked_by ?? 0,
    commentsCount: row.comments ?? 0,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    closedAt: row.closed_at ? new Date(row.closed_at) : null,
  };
}

export function personOf(user: z.infer<typeof User> | null | undefined): TrackerPerson | null {
  if (!user) return null;
  return {
    externalId: String(user.id),
    login: user.login,
    name: user.name ?? user.login,
    email: user.email ?? null,
    avatarUrl: user.avatar_url,
    isBot: user.type === "Bot" || isBotAccount(user.login),
  };
}
