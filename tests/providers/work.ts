import type { PageKind } from "../../contract/documents/pageKinds.ts";

/** What a host of any provider knows, in one plain and mutable form: tests change it between two syncs, as people would. */
export interface WorkComment {
  id: number;
  author: string;
  body: string;
  /** GitLab's own note about a change. */
  isSystem?: boolean;
  /** The body as Jira keeps it. */
  document?: unknown;
  at: string;
  /** Names of the reactions, at GitLab. */
  reactions?: string[];
  /** Keys of its properties, at Jira. */
  properties?: string[];
  /** `internal`: for the team alone (GitLab's internal note, Jira's `jsdPublic: false`). `role`: for one role alone, which only Jira has. */
  hidden?: "internal" | "role";
}
export interface WorkIssue {
  id: number;
  number: number;
  title: string;
  body: string;
  author: string;
  assignee: string | null;
  labels: string[];
  isClosed: boolean;
  createdAt: string;
  updatedAt: string;
  comments: WorkComment[];
  /** GitLab's `confidential`, Jira's security level. */
  isHidden?: boolean;
  /** More fields of its row, as the provider's API names them. */
  fields?: Record<string, unknown>;
  /** Rows of its list of links, at GitLab. */
  links?: unknown[];
  /** Rows of its lists of resource events, at GitLab; without, the host has no such lists. */
  changes?: Record<"state" | "label" | "milestone", unknown[]>;
}
export interface WorkRequest {
  id: number;
  number: number;
  title: string;
  body: string;
  author: string;
  branch: string;
  isMerged: boolean;
  mergeHash: string | null;
  updatedAt: string;
  reviewer: string;
  files: string[];
  /** Internal notes on it. */
  internalNotes?: string[];
  /** Whole hash of its newest commit, with which the host takes reports on it, and those of former ones. */
  head?: string;
  pushed?: string[];
  isClosed?: boolean;
  /** The project of its branch, where that is a fork; null: it was deleted. */
  sourceProject?: number | null;
  notes?: WorkComment[];
}
/** A report of a commit, at Bitbucket. */
export interface WorkReport {
  readonly commit: string;
  readonly id: string;
  body: Record<string, unknown>;
  /** By their external ids. */
  readonly annotations: Map<string, Record<string, unknown>>;
}
export interface WorkRemark {
  id: number;
  author: string;
  body: string;
  at: string;
  version?: number;
  /** The passage that it is about: it is an inline comment then. */
  quote?: string;
}
export interface WorkPage {
  id: number;
  kind?: PageKind;
  comments?: WorkRemark[];
  title: string;
  parent: number | null;
  version: number;
  body: string;
  labels: string[];
  attachments: string[];
  author: string;
  updatedAt: string;
  /** The only users who may read it and the pages below it. */
  readers?: string[];
  isArchived?: boolean;
}
export interface Work {
  /** Whose token it is; without, Ada's. */
  account?: string;
  /** Statuses of commits, at GitLab. */
  commitStatuses?: Record<string, unknown>[];
  /** Reports on commits and their build statuses, at Bitbucket. */
  reports?: WorkReport[];
  builds?: Record<string, unknown>[];
  /** Permissions at Jira that the account lacks, and whether its screens have no priority. */
  denied?: string[];
  hasNoPriority?: boolean;
  /** What people may do: levels at GitLab; at Jira those with a level may edit. Without, Jira does not say it. */
  levels?: Record<string, number>;
  projectId: number;
  path: string;
  token: string;
  issues: WorkIssue[];
  requests: WorkRequest[];
  pages: WorkPage[];
  /** The host's own idea of its origin, behind a proxy; used in its links. */
  linksAt?: string;
  /** Emulates an older version of the host, with the former names of fields. */
  isOld?: boolean;
  /** The fields of the site, at Jira. */
  fields?: unknown[];
  /** The statuses of the site, at Jira. */
  statuses?: unknown[];
  /** Rows beyond which numbered pages are refused. */
  mostOffset?: number;
}

export const at = (minutes: number): string => new Date(Date.UTC(2025, 0, 1) + minutes * 60_000).toISOString();
export const PEOPLE = ["ada", "grace", "linus", "renovate-bot"];

export function makeWork(issues: number): Work {
  return {
    projectId: 77,
    path: "acme/rocket",
    token: "right",
    issues: Array.from({ length: issues }, (_, index) => workIssue(index + 1)),
    requests: Array.from({ length: 7 }, (_, index) => workRequest(index + 1)),
    pages: Array.from({ length: 12 }, (_, index) => workPage(index + 1)),
  };
}

export function workIssue(number: number, changes: Partial<WorkIssue> = {}): WorkIssue {
  return {
    id: 9000 + number,
    number,
    title: `Issue ${number} <b>`,
    body: `What happens in ${number} 😀`,
    author: PEOPLE[number % PEOPLE.length] ?? "ada",
    assignee: number % 2 === 0 ? "grace" : null,
    labels: number % 3 === 0 ? ["bug", "UI: forms"] : [],
    isClosed: number % 4 === 0,
    createdAt: at(number),
    updatedAt: at(number),
    comments:
      number % 3 === 0
        ? [
            { id: number * 10, author: "ada", body: `First on ${number}`, at: at(number) },
            { id: number * 10 + 1, author: "linus", body: `Second on ${number}`, at: at(number) },
          ]
        : [],
    ...changes,
  };
}

export function workRequest(number: number, changes: Partial<WorkRequest> = {}): WorkRequest {
  return {
    id: 500 + number,
    number,
    title: `Request ${number}`,
    body: `Closes #${number}`,
    author: "ada",
    branch: `feature/${number}-thing`,
    isMerged: number % 2 === 0,
    mergeHash: number % 2 === 0 ? String(number).repeat(40).slice(0, 40) : null,
    updatedAt: at(number),
    reviewer: "grace",
    files: [`src/file${number}.ts`, "README.md"],
    ...changes,
  };
}

export function workPage(id: number, changes: Partial<WorkPage> = {}): WorkPage {
  return {
    id,
    title: `Page ${id}`,
    parent: id > 3 ? 1 : null,
    version: 1,
    body: `<h2>About ${id}</h2><p>See <strong>src/file${id}.ts</strong> &amp; #${id}</p>`,
    labels: id % 2 === 0 ? ["howto"] : [],
    attachments: ["plan.pdf"],
    author: "ada",
    updatedAt: at(id),
    ...changes,
  };
}
