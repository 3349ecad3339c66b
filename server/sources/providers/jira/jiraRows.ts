import { z } from "zod";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { TrackerComment, TrackerEvent, TrackerIssue } from "../../connector/trackerTypes.ts";
import { adfToMarkdown } from "../atlassian/adf.ts";
import { HostTime } from "../../rest/hostFields.ts";
import { type JiraPlace, WORKFLOW_FIELDS, WORKFLOW_FIELD_NAMES, workflowOf } from "./jiraWorkflow.ts";

const User = z.object({
  accountId: z.string().nullish(),
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  accountType: z.string().nullish(),
  avatarUrls: z.record(z.string(), z.string()).nullish(),
});
type User = z.infer<typeof User>;
const Named = z.object({ name: z.string() });

export const CommentRow = z.object({
  id: z.string(),
  author: User.nullish(),
  body: z.unknown().optional(),
  /** The role or group that alone may read it. */
  visibility: z.object({ type: z.string().nullish(), value: z.string().nullish() }).nullish(),
  /** False: a service project does not show it to customers. */
  jsdPublic: z.boolean().nullish(),
  created: HostTime,
  updated: HostTime.nullish(),
});
export type CommentRow = z.infer<typeof CommentRow>;
export const HistoryRow = z.object({
  id: z.string(),
  author: User.nullish(),
  created: HostTime,
  items: z
    .array(
      z.object({
        field: z.string(),
        fromString: z.string().nullish(),
        toString: z.unknown().optional(),
      }),
    )
    .nullish(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;
export const IssueRow = z.object({
  id: z.string(),
  key: z.string(),
  // Loose: custom fields have names of their own on each site.
  fields: z.looseObject({
    summary: z.string().nullish(),
    description: z.unknown().optional(),
    status: z.object({ name: z.string().nullish(), statusCategory: z.object({ key: z.string() }).nullish() }).nullish(),
    issuetype: Named.nullish(),
    priority: Named.nullish(),
    project: z
      .object({ id: z.string().nullish(), key: z.string().nullish(), projectTypeKey: z.string().nullish() })
      .nullish(),
    creator: User.nullish(),
    reporter: User.nullish(),
    assignee: User.nullish(),
    labels: z.array(z.string()).nullish(),
    /** The security level: only the people whom it names may read the issue. */
    security: z.unknown().optional(),
    comment: z.object({ total: z.number().int().nullish(), comments: z.array(CommentRow).nullish() }).nullish(),
    created: HostTime,
    updated: HostTime,
    resolutiondate: HostTime.nullish(),
    statuscategorychangedate: z.string().nullish(),
    ...WORKFLOW_FIELDS,
  }),
  changelog: z.object({ total: z.number().int().nullish(), histories: z.array(HistoryRow).nullish() }).nullish(),
});
export type IssueRow = z.infer<typeof IssueRow>;

/** The fields of a search: without a list it returns ids alone. */
export const FIELDS = [
  "summary",
  "description",
  "status",
  "issuetype",
  "priority",
  "project",
  "creator",
  "reporter",
  "assignee",
  "labels",
  "security",
  "comment",
  "created",
  "updated",
  "resolutiondate",
  "statuscategorychangedate",
  ...WORKFLOW_FIELD_NAMES,
];

/** Whether an issue has a security level. In an answer of another shape than the documented one it counts as having one. */
export const isSecured = ({ security }: { readonly security?: unknown }): boolean => (security ?? null) !== null;

/** Why a comment is left out; null for one that every reader of its issue may read. */
export const hiddenAs = ({ visibility, jsdPublic }: CommentRow): "restricted_comment" | "internal_comment" | null =>
  visibility ? "restricted_comment" : jsdPublic === false ? "internal_comment" : null;

/** @param comments how many there are, which the row may show only in part */
export function issueOf(row: IssueRow, place: JiraPlace, comments: number): TrackerIssue {
  const { fields } = row;
  const category = fields.status?.statusCategory?.key;
  const isDone = category === undefined ? Boolean(fields.resolutiondate) : category === "done";
  const closedAt = fields.resolutiondate ?? fields.statuscategorychangedate ?? fields.updated;
  const assignee = personOf(fields.assignee);
  return {
    externalId: row.id,
    // `#12` in a commit never means ABC-12.
    number: null,
    key: row.key,
    title: fields.summary ?? row.key,
    body: adfToMarkdown(fields.description),
    state: isDone ? "closed" : "open",
    url: `${place.site}/browse/${row.key}`,
    author: personOf(fields.reporter ?? fields.creator),
    assignees: assignee ? [assignee] : [],
    labels: fields.labels ?? [],
    type: fields.issuetype?.name ?? null,
    priority: fields.priority?.name ?? null,
    workflow: workflowOf(row, place),
    commentsCount: comments,
    createdAt: timeOf(fields.created),
    updatedAt: timeOf(fields.updated),
    closedAt: isDone ? timeOf(closedAt) : null,
  };
}

export function commentOf(issue: { readonly key: string }, site: string, row: CommentRow): TrackerComment {
  return {
    externalId: row.id,
    issueKey: issue.key,
    author: personOf(row.author),
    body: adfToMarkdown(row.body),
    url: `${site}/browse/${issue.key}?focusedCommentId=${row.id}`,
    createdAt: timeOf(row.created),
    updatedAt: timeOf(row.updated ?? row.created),
  };
}

/** Fields whose changes are events of the work. */
const KEPT_FIELDS: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    status: "status",
    assignee: "assigned",
    labels: "labeled",
    resolution: "resolution",
    priority: "priority",
    issuetype: "type",
    Key: "moved",
    summary: "renamed",
  }),
);

export function eventsOf(issue: { readonly key: string }, histories: readonly HistoryRow[]): TrackerEvent[] {
  return histories.flatMap(({ id, author, created, items }) =>
    (items ?? []).flatMap((item, at): TrackerEvent[] => {
      const type = KEPT_FIELDS.get(item.field);
      if (type === undefined) return [];
      const to = typeof item.toString === "string" ? item.toString : "";
      return [
        {
          externalId: `${id}:${at}`,
          issueKey: issue.key,
          type,
          actor: personOf(author),
          detail: `${item.fromString ?? ""} → ${to}`.slice(0, 300),
          createdAt: timeOf(created),
        },
      ];
    }),
  );
}

function personOf(user: User | null | undefined): TrackerPerson | null {
  if (!user?.accountId) return null;
  const name = user.displayName ?? user.accountId;
  return {
    externalId: user.accountId,
    login: name,
    name,
    email: user.emailAddress || null,
    avatarUrl: user.avatarUrls?.["48x48"] ?? null,
    isBot: user.accountType === "app" || isBotAccount(name),
  };
}

/** Jira writes `2026-11-21T10:00:00.000+0200`; not every parser accepts a zone without a colon. */
export const timeOf = (text: string): Date => new Date(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
