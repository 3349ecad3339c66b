/** The workflow of an issue as GitHub's REST API shows it: milestone, type, fields, reactions, sub-issues and dependencies. */
import { createHash } from "node:crypto";
import type { JsonValue } from "./hostAnswers.ts";
import type { HostData, HostIssue } from "./hostData.ts";

/** Ids are not part of the data; GitHub's are numbers that stay, and so are these. */
const idOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0);

/** @param base address of the repository in the API @param web that of its page @param self the issue's own address */
export function workflowAnswer(
  data: HostData,
  issue: HostIssue,
  { base, web, self }: { readonly base: string; readonly web: string; readonly self: string },
): { readonly [name: string]: JsonValue } {
  const children = data.issues.filter(({ parent }) => parent === issue.number);
  const done = children.filter(({ state }) => state === "closed").length;
  const blockers = blockersOf(data, issue);
  const blocked = data.issues.filter(({ blockedBy }) => blockedBy?.includes(issue.number));
  const open = (issues: readonly HostIssue[]): number => issues.filter(({ state }) => state === "open").length;
  return {
    milestone: milestoneAnswer(data, issue.milestone ?? null, base, web),
    type: issue.type === undefined ? null : typeAnswer(issue.type),
    sub_issues_summary: {
      total: children.length,
      completed: done,
      percent_completed: children.length === 0 ? 0 : Math.round((100 * done) / children.length),
    },
    parent_issue_url: issue.parent === undefined ? null : `${base}/issues/${issue.parent}`,
    issue_dependencies_summary: {
      blocked_by: open(blockers),
      total_blocked_by: blockers.length,
      blocking: open(blocked),
      total_blocking: blocked.length,
    },
    issue_field_values:
      issue.priority === undefined
        ? []
        : [
            {
              issue_field_id: 1,
              issue_field_name: "Priority",
              node_id: "IFT_1",
              data_type: "single_select",
              value: issue.priority,
              single_select_option: { id: idOf(issue.priority), name: issue.priority, color: "red" },
            },
          ],
    reactions: reactionsAnswer(`${self}/reactions`, issue.reactions ?? 0),
  };
}

/** The issues that block one. */
export const blockersOf = ({ issues }: HostData, { blockedBy = [] }: HostIssue): HostIssue[] =>
  issues.filter(({ number }) => blockedBy.includes(number));

/** Reactions to an issue or a comment, all of one kind. */
export const reactionsAnswer = (url: string, total: number): JsonValue => ({
  url,
  total_count: total,
  "+1": total,
  "-1": 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0,
});

const typeAnswer = (name: string): JsonValue => ({
  id: idOf(`type ${name}`),
  node_id: Buffer.from(`IssueType${name}`).toString("base64"),
  name,
  description: null,
  color: "gray",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  is_enabled: true,
});

/** Titles of the milestones, in the order of their numbers. */
export const milestonesOf = ({ issues, milestones = [] }: HostData): string[] => [
  ...new Set([...milestones, ...issues.flatMap(({ milestone }) => milestone ?? [])]),
];

export function milestoneAnswer(data: HostData, title: string | null, base: string, web: string): JsonValue {
  if (title === null) return null;
  const number = milestonesOf(data).indexOf(title) + 1;
  const issues = data.issues.filter(({ milestone }) => milestone === title);
  const open = issues.filter(({ state }) => state === "open").length;
  const { createdAt } = data.repository;
  return {
    url: `${base}/milestones/${number}`,
    html_url: `${web}/milestone/${number}`,
    labels_url: `${base}/milestones/${number}/labels`,
    id: idOf(`milestone ${title}`),
    node_id: Buffer.from(`Milestone${title}`).toString("base64"),
    number,
    state: open > 0 ? "open" : "closed",
    title,
    description: null,
    creator: null,
    open_issues: open,
    closed_issues: issues.length - open,
    created_at: createdAt,
    updated_at: createdAt,
    closed_at: open > 0 ? null : data.repository.updatedAt,
    due_on: null,
  };
}
