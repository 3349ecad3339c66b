import { z } from "zod";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { RestClient } from "../../rest/restClient.ts";
import type { TimedRow } from "../../rest/readByTime.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { HostRequest } from "../../connector/requestTypes.ts";
import type { TrackerIssue } from "../../connector/trackerTypes.ts";
import { type LinkRow, WORKFLOW_FIELDS, workflowOf } from "./gitlabWorkflow.ts";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";

/** Only what is used of GitLab's answers. A field more or less there is no reason to stop; one of another kind is. */
export const User = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullish(),
  public_email: z.string().nullish(),
  avatar_url: HostUrl,
  bot: z.boolean().nullish(),
});
type User = z.infer<typeof User>;

export const Project = z.object({
  id: z.number(),
  path_with_namespace: z.string(),
  visibility: z.string().nullish(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  issues_enabled: z.boolean().nullish(),
  issues_access_level: z.string().nullish(),
  merge_requests_enabled: z.boolean().nullish(),
});
export type Project = z.infer<typeof Project>;

export const IssueRow = z.object({
  id: z.number(),
  project_id: z.number().nullish(),
  iid: HostNumber,
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  web_url: HostUrl,
  author: User.nullish(),
  assignees: z.array(User).nullish(),
  assignee: User.nullish(),
  closed_by: User.nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])).nullish(),
  issue_type: z.string().nullish(),
  severity: z.string().nullish(),
  confidential: z.boolean().nullish(),
  user_notes_count: z.number().int().nullish(),
  created_at: HostTime,
  updated_at: HostTime,
  closed_at: HostTime.nullish(),
  ...WORKFLOW_FIELDS,
});
export type IssueRow = z.infer<typeof IssueRow>;

export const NoteRow = z.object({
  id: z.number(),
  body: z.string().nullish(),
  author: User.nullish(),
  system: z.boolean().nullish(),
  /** `confidential` is the name before GitLab 15.5. */
  internal: z.boolean().nullish(),
  confidential: z.boolean().nullish(),
  created_at: HostTime,
  updated_at: HostTime.nullish(),
});
export type NoteRow = z.infer<typeof NoteRow>;

export const RequestRow = z.object({
  id: z.number(),
  iid: HostNumber,
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  /** The name of `draft` before GitLab 14.0. */
  work_in_progress: z.boolean().nullish(),
  author: User.nullish(),
  source_branch: z.string().nullish(),
  target_branch: z.string().nullish(),
  sha: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  web_url: HostUrl,
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])).nullish(),
  assignees: z.array(User).nullish(),
  assignee: User.nullish(),
  reviewers: z.array(User).nullish(),
  /** `merged_by` is the name before GitLab 14.7. */
  merge_user: User.nullish(),
  merged_by: User.nullish(),
  created_at: HostTime,
  updated_at: HostTime,
  merged_at: HostTime.nullish(),
  closed_at: HostTime.nullish(),
});

export const ReleaseRow = z.object({
  tag_name: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  author: User.nullish(),
  upcoming_release: z.boolean().nullish(),
  created_at: HostTime,
  released_at: HostTime.nullish(),
  _links: z.object({ self: HostUrl }).nullish(),
});

export const DiffRow = z.object({
  new_path: z.string(),
  old_path: z.string().nullish(),
  diff: z.string().nullish(),
});

/** Whether only members of the project from the role of a reporter see a note. */
export const isInternal = ({ internal, confidential }: NoteRow): boolean => internal === true || confidential === true;

export function readIssueRows(client: RestClient, data: unknown): TimedRow<IssueRow>[] {
  return client.rows(IssueRow, data).map((row) => ({
    id: String(row.id),
    updatedAt: new Date(row.updated_at),
    value: row,
  }));
}

export function readRequestRows(client: RestClient, data: unknown): TimedRow<HostRequest>[] {
  return client.rows(RequestRow, data).map((row) => ({
    id: String(row.id),
    updatedAt: new Date(row.updated_at),
    value: {
      externalId: String(row.id),
      number: row.iid,
      key: `!${row.iid}`,
      title: row.title,
      body: row.description ?? "",
      state: row.state === "merged" ? "merged" : row.state === "closed" ? "closed" : "open",
      isDraft: row.draft ?? row.work_in_progress ?? false,
      author: personOf(row.author),
      sourceBranch: row.source_branch ?? null,
      targetBranch: row.target_branch ?? null,
      headHash: row.sha ?? null,
      mergeHash: row.merge_commit_sha ?? row.squash_commit_sha ?? null,
      url: row.web_url ?? "",
      createdAt: new Date(row.created_at),
      updatedAt: new Date(row.updated_at),
      mergedAt: row.merged_at ? new Date(row.merged_at) : null,
      closedAt: row.closed_at ? new Date(row.closed_at) : row.merged_at ? new Date(row.merged_at) : null,
      labels: (row.labels ?? []).map((label) => (typeof label === "string" ? label : label.name)),
      assignees: peopleOf(row.assignees ?? (row.assignee ? [row.assignee] : [])),
      reviewers: peopleOf(row.reviewers ?? []),
      baseHash: null,
      mergedBy: personOf(row.merge_user ?? row.merged_by),
    },
  }));
}

const peopleOf = (users: readonly User[]): TrackerPerson[] => users.flatMap((user) => personOf(user) ?? []);

/** @param internal how many of its notes are left out, which the host counts @param links of the issue, which are another list */
export function issueOf(row: IssueRow, internal = 0, links: readonly LinkRow[] = []): TrackerIssue {
  const assignees = row.assignees ?? (row.assignee ? [row.assignee] : []);
  return {
    externalId: String(row.id),
    number: row.iid,
    key: `#${row.iid}`,
    title: row.title,
    body: row.description ?? "",
    state: row.state === "closed" ? "closed" : "open",
    url: row.web_url ?? "",
    author: personOf(row.author),
    assignees: assignees.flatMap((user) => personOf(user) ?? []),
    labels: (row.labels ?? []).map((label) => (typeof label === "string" ? label : label.name)),
    type: row.issue_type ?? null,
    priority: row.severity && row.severity !== "UNKNOWN" ? row.severity.toLowerCase() : null,
    workflow: workflowOf(row, links),
    commentsCount: Math.max(0, (row.user_notes_count ?? 0) - internal),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    closedAt: row.closed_at ? new Date(row.closed_at) : null,
  };
}

export function personOf(user: User | null | undefined): TrackerPerson | null {
  if (!user) return null;
  return {
    externalId: String(user.id),
    login: user.username,
    name: user.name ?? user.username,
    email: user.public_email || null,
    avatarUrl: user.avatar_url,
    isBot: user.bot === true || isBotAccount(user.username),
  };
}

/** GitLab's system notes about an issue, recognized by their wording. */
const SYSTEM_NOTES: readonly (readonly [RegExp, string])[] = [
  [/^closed\b/i, "closed"],
  [/^reopened\b/i, "reopened"],
  [/^assigned to (.+)/is, "assigned"],
  [/^unassigned (.+)/is, "unassigned"],
  [/^added (.+) labels?/is, "labeled"],
  [/^removed (.+) labels?/is, "unlabeled"],
  [/^changed title/i, "renamed"],
  [/^moved (?:to|from) (.+)/is, "moved"],
  [/^mentioned in (.+)/is, "mentioned"],
  [/^marked this issue as a duplicate of (.+)/is, "duplicate"],
];

/** The kind of a system note and what it is about; null for one without useful content. */
export function systemNote(body: string): { type: string; detail: string | null } | null {
  for (const [pattern, type] of SYSTEM_NOTES) {
    const match = pattern.exec(body.trim());
    if (match) return { type, detail: match[1]?.slice(0, 300) ?? null };
  }
  return null;
}
