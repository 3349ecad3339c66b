import { STATUSES } from "../providers/jiraWrites.ts";
import type { Work, WorkIssue } from "../providers/work.ts";

const TIME = "2026-05-01T00:00:00.000Z";

/** An open issue that tests write to: in the status To Do, of the priority Low. */
export const jiraIssue = (number: number, title: string, labels: string[] = []): WorkIssue => ({
  id: 500 + number,
  number,
  title,
  body: "Seen in search.",
  author: "ada",
  assignee: null,
  labels,
  isClosed: false,
  createdAt: TIME,
  updatedAt: TIME,
  comments: [],
  fields: { status: STATUSES.todo, priority: { id: "4", name: "Low" }, fixVersions: [], issuelinks: [] },
});

/** The project ABC of a Jira with these issues, which `t-ada` reads and writes. */
export const jiraWork = (issues: WorkIssue[]): Work => ({
  projectId: 10_000,
  path: "/browse/ABC",
  token: "t-ada",
  issues,
  requests: [],
  pages: [],
});

/** The first issue, as the source of `startWriteStage` has it. */
export const FIRST_JIRA_ISSUE = { externalId: "501", key: "ABC-1", number: null } as const;
