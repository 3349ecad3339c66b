/** What a host knows. Plain and mutable: a test changes it between two requests, as people would. All times are ISO 8601 in UTC. */
export interface HostData {
  readonly repository: HostRepository;
  readonly users: HostUser[];
  readonly labels: HostLabel[];
  readonly issues: HostIssue[];
  /** What happened to the issues. Left out: the host returns no events. */
  readonly events?: HostEvent[];
  /** Titles in the order of their numbers. Left out: those that the issues have. */
  readonly milestones?: string[];
  /** What accounts may do, by their logins. */
  readonly roles?: Record<string, "read" | "triage" | "write" | "maintain" | "admin">;
  /** What was given out. Left out: nothing yet. */
  readonly releases?: DemoRelease[];
}

export interface DemoRelease {
  id: number;
  tag: string;
  name: string | null;
  body: string | null;
  author: string;
  isPrerelease?: boolean;
  /** Only its authors see it. */
  isDraft?: boolean;
  createdAt: string;
  publishedAt: string | null;
}

export interface HostEvent {
  id: number;
  /** The number of the issue. */
  issue: number;
  kind:
    "closed" | "reopened" | "labeled" | "unlabeled" | "assigned" | "unassigned" | "transferred" | "marked_as_duplicate";
  /** A login; null for an account that was deleted. */
  actor: string | null;
  createdAt: string;
  label?: string;
  assignee?: string;
}

export interface HostRepository {
  id: number;
  owner: string;
  name: string;
  /** Full names that it had before; requests to them are answered by a redirect. */
  formerNames?: string[];
  description: string | null;
  language: string | null;
  isPrivate: boolean;
  isArchived?: boolean;
  hasIssues?: boolean;
  defaultBranch: string;
  createdAt: string;
  updatedAt: string;
  pushedAt: string;
}

export interface HostUser {
  id: number;
  login: string;
  name: string | null;
  email: string | null;
  isBot?: boolean;
}

export interface HostLabel {
  name: string;
  color: string;
  description: string | null;
}

export interface HostIssue {
  number: number;
  title: string;
  body: string | null;
  /** A login; null for an account that was deleted. */
  author: string | null;
  assignees: string[];
  labels: string[];
  state: "open" | "closed";
  stateReason?: "completed" | "reopened" | "not_planned" | "duplicate" | null;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy?: string | null;
  isLocked?: boolean;
  milestone?: string;
  /** The name of its type, and of the option of the field "Priority". Left out: none. */
  type?: string;
  priority?: string;
  /** How many people reacted. */
  reactions?: number;
  /** The number of the issue that it is a sub-issue of. */
  parent?: number;
  /** Numbers of the issues that block it. */
  blockedBy?: number[];
  /** The host lists pull requests among the issues and marks them by this. */
  isPullRequest?: boolean;
  /** The additional fields of a pull request. A request without them is only listed among the issues. */
  pull?: HostPull;
  comments: HostComment[];
}

/** A comment at a line of a pull request. */
export interface HostLineComment {
  id: number;
  /** The review that it is part of. */
  review: number;
  /** The comment that it answers. */
  replyTo?: number;
  author: string | null;
  body: string;
  path: string;
  line: number;
  hunk: string;
  createdAt: string;
}

export interface HostPull {
  headRef: string;
  headSha: string;
  baseSha: string;
  mergeSha: string | null;
  mergedAt: string | null;
  isDraft?: boolean;
  reviews: HostReview[];
  files: HostFile[];
  /** Left out: there are none. */
  lineComments?: HostLineComment[];
  /** Left out: none are listed. */
  commits?: { sha: string; message: string; author: string; date: string }[];
}

export interface HostReview {
  id: number;
  author: string;
  state: "approved" | "changes_requested" | "commented" | "dismissed";
  submittedAt: string;
  body: string;
}

export interface HostFile {
  path: string;
  status: "added" | "removed" | "modified" | "renamed";
  additions: number;
  deletions: number;
}

export interface HostComment {
  id: number;
  author: string | null;
  body: string;
  createdAt: string;
  updatedAt: string;
  /** `login content` of each. */
  reactions?: string[];
}
