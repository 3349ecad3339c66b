import { createHash } from "node:crypto";
import { reactionsAnswer, workflowAnswer } from "./workflowAnswers.ts";
import type { HostComment, HostData, HostIssue, HostRepository, HostUser } from "./hostData.ts";

/** JSON that a host sends. The test of the host compares each with GitHub's published description. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Where the host is: `api` begins the addresses of the API, `web` those of pages. Neither ends with a slash. */
export interface Places {
  readonly api: string;
  readonly web: string;
}

const nodeId = (kind: string, id: number): string => Buffer.from(`0:${kind}${id}`).toString("base64");

/** Label ids are not part of the data; GitHub's are numbers that stay, and so are these. */
const labelId = (name: string): number => createHash("sha256").update(name).digest().readUInt32BE(0);

/** A user as other objects show it. `login` may be unknown to the data: then an account of that name without an address is shown. */
export function userAnswer(
  data: HostData,
  login: string,
  { api, web }: Places,
): { readonly [name: string]: JsonValue } {
  const user: HostUser = data.users.find((candidate) => candidate.login === login) ?? {
    id: labelId(login),
    login,
    name: null,
    email: null,
  };
  const self = `${api}/users/${login}`;
  return {
    login,
    id: user.id,
    node_id: nodeId("User", user.id),
    avatar_url: `${web}/avatars/u/${user.id}?v=4`,
    gravatar_id: "",
    url: self,
    html_url: `${web}/${login}`,
    followers_url: `${self}/followers`,
    following_url: `${self}/following{/other_user}`,
    gists_url: `${self}/gists{/gist_id}`,
    starred_url: `${self}/starred{/owner}{/repo}`,
    subscriptions_url: `${self}/subscriptions`,
    organizations_url: `${self}/orgs`,
    repos_url: `${self}/repos`,
    events_url: `${self}/events{/privacy}`,
    received_events_url: `${self}/received_events`,
    type: user.isBot ? "Bot" : "User",
    user_view_type: "public",
    site_admin: false,
    // In GitHub's description of a user, though github.com omits them; a company's own host may have them.
    ...(user.name !== null && { name: user.name }),
    ...(user.email !== null && { email: user.email }),
  };
}

/** `GET /user`: the account that the token belongs to. */
export function ownAccountAnswer(data: HostData, user: HostUser, places: Places): JsonValue {
  return {
    ...userAnswer(data, user.login, places),
    name: user.name,
    company: null,
    blog: "",
    location: null,
    email: user.email,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 1,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: data.repository.createdAt,
    updated_at: data.repository.updatedAt,
  };
}

const REPOSITORY_LINKS: Readonly<Record<string, string>> = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

export const repositoryPath = ({ owner, name }: HostRepository): string => `/repos/${owner}/${name}`;

/** `GET /repos/{owner}/{repo}` */
export function repositoryAnswer(data: HostData, places: Places): { readonly [name: string]: JsonValue } {
  const { repository } = data;
  const self = `${places.api}${repositoryPath(repository)}`;
  const page = `${places.web}/${repository.owner}/${repository.name}`;
  const open = data.issues.filter((issue) => issue.state === "open").length;
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: `${repository.owner}/${repository.name}`,
    private: repository.isPrivate,
    owner: userAnswer(data, repository.owner, places),
    html_url: page,
    description: repository.description,
    fork: false,
    url: self,
    ...Object.fromEntries(Object.entries(REPOSITORY_LINKS).map(([name, path]) => [name, self + path])),
    git_url: `${page.replace(/^https?/, "git")}.git`,
    ssh_url: `git@${new URL(places.web).hostname}:${repository.owner}/${repository.name}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: repository.language,
    size: 1024,
    stargazers_count: 0,
    watchers_count: 0,
    forks_count: 0,
    open_issues_count: open,
    default_branch: repository.defaultBranch,
    license: null,
    is_template: false,
    allow_forking: true,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.isPrivate ? "private" : "public",
    has_issues: repository.hasIssues ?? true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: repository.isArchived ?? false,
    disabled: false,
    pushed_at: repository.pushedAt,
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    permissions: { admin: false, maintain: false, push: false, triage: false, pull: true },
    forks: 0,
    open_issues: open,
    watchers: 0,
    network_count: 0,
    subscribers_count: 0,
  };
}

/** One issue or pull request, as lists and `GET .../issues/{number}` show it. */
export function issueAnswer(data: HostData, issue: HostIssue, places: Places): { readonly [name: string]: JsonValue } {
  const { repository } = data;
  const base = `${places.api}${repositoryPath(repository)}`;
  const self = `${base}/issues/${issue.number}`;
  const kind = issue.isPullRequest ? "pull" : "issues";
  const page = `${places.web}/${repository.owner}/${repository.name}/${kind}/${issue.number}`;
  const id = repository.id * 10_000 + issue.number;
  const assignees = issue.assignees.map((login) => userAnswer(data, login, places));
  return {
    url: self,
    repository_url: base,
    labels_url: `${self}/labels{/name}`,
    comments_url: `${self}/comments`,
    events_url: `${self}/events`,
    html_url: page,
    id,
    node_id: nodeId(issue.isPullRequest ? "PullRequest" : "Issue", id),
    number: issue.number,
    title: issue.title,
    user: issue.author === null ? null : userAnswer(data, issue.author, places),
    labels: issue.labels.map((name) => labelAnswer(data, name, base)),
    state: issue.state,
    locked: issue.isLocked ?? false,
    assignee: assignees[0] ?? null,
    assignees,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: data.users.some(({ login }) => login === issue.author) ? "MEMBER" : "NONE",
    active_lock_reason: null,
    ...workflowAnswer(data, issue, { base, web: `${places.web}/${repository.owner}/${repository.name}`, self }),
    ...(issue.isPullRequest && {
      draft: issue.pull?.isDraft ?? false,
      pull_request: {
        url: `${base}/pulls/${issue.number}`,
        html_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        merged_at: issue.pull ? issue.pull.mergedAt : issue.closedAt,
      },
    }),
    body: issue.body,
    closed_by: issue.closedBy ? userAnswer(data, issue.closedBy, places) : null,
    timeline_url: `${self}/timeline`,
    performed_via_github_app: null,
    state_reason: issue.stateReason ?? null,
  };
}

export function labelAnswer(data: HostData, name: string, base: string): JsonValue {
  const label = data.labels.find((candidate) => candidate.name === name);
  const id = labelId(name);
  return {
    id,
    node_id: nodeId("Label", id),
    url: `${base}/labels/${encodeURIComponent(name)}`,
    name,
    color: label?.color ?? "ededed",
    default: name === "bug" || name === "enhancement" || name === "question" || name === "duplicate",
    description: label?.description ?? null,
  };
}

export function commentAnswer(data: HostData, issue: HostIssue, comment: HostComment, places: Places): JsonValue {
  const { repository } = data;
  const base = `${places.api}${repositoryPath(repository)}`;
  const self = `${base}/issues/comments/${comment.id}`;
  const kind = issue.isPullRequest ? "pull" : "issues";
  return {
    url: self,
    html_url: `${places.web}/${repository.owner}/${repository.name}/${kind}/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${base}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    user: comment.author === null ? null : userAnswer(data, comment.author, places),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: "MEMBER",
    body: comment.body,
    reactions: reactionsAnswer(`${self}/reactions`, 0),
    performed_via_github_app: null,
  };
}

/** `GET /rate_limit`, which is free and counts nothing. */
export function rateLimitAnswer(core: { limit: number; remaining: number; reset: number; used: number }): JsonValue {
  const other = (limit: number): JsonValue => ({ limit, remaining: limit, reset: core.reset, used: 0 });
  return {
    resources: {
      core,
      search: other(30),
      graphql: other(5000),
      integration_manifest: other(5000),
      code_search: other(10),
    },
    rate: core,
  };
}
