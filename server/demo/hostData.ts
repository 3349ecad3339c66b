/** What a host knows. Plain and mutable: a test changes it between two requests, as people would. All times are ISO 8601 in UTC. */
export interface HostData {
  readonly repository: HostRepository;
  readonly users: HostUser[];
  readonly labels: HostLabel[];
  readonly issues: HostIssue[];
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
  /** The host lists pull requests among the issues and marks them by this. */
  isPullRequest?: boolean;
  comments: HostComment[];
}

export interface HostComment {
  id: number;
  author: string | null;
  body: string;
  createdAt: string;
  updatedAt: string;
}
