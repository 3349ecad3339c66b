/** Tools over answers of the API that a test makes up: sizes and names that a real project has only after years. */
import { endpoints, type Endpoint } from "../../../contract/endpoints.ts";
import type { OpenProject, ReadCall, RequestScope } from "../../../server/mcp/RequestScope.ts";
import { compose, DEFAULT_TOKENS } from "../../../server/mcp/tokenBudget.ts";
import { TOOLS } from "../../../server/mcp/toolTable.ts";
import { readToEnd } from "./answerPages.ts";

export const AT = "2024-01-01T00:00:00.000Z";
const sync = { state: "ready", step: null, done: 0, total: null, error: null, finished_at: AT, items: 1 };
const source = (id: string) => ({ id, url: `https://example.org/${id}`, name: id, sync });

/** A project with one source of each kind. */
export const PROJECT = {
  slug: "sample",
  name: "Sample",
  created_by: { name: "Ada", email: "ada@example.org" },
  role: "Developer",
  repositories: [{ ...source("code"), provider: "git", default_branch: "main", visibility: "private" }],
  trackers: [{ ...source("issues"), provider: "github" }],
  wikis: [{ ...source("wiki"), provider: "confluence" }],
  created_at: AT,
  updated_at: AT,
};

export const person = (name: string) => ({ id: name, name, email: null, avatar_url: null });
export const issueRef = (number: number, title = `Issue ${number}`, state = "open") => ({
  id: `issue-${number}`,
  key: `#${number}`,
  address: String(number),
  title,
  state,
});
/** The workflow of an issue whose tracker reports none. */
export const NO_WORKFLOW = {
  marks: [],
  status: null,
  tracker_type: null,
  priority: null,
  resolution: null,
  milestones: [],
  components: [],
};
export const NO_ISSUE_FACETS = Object.fromEntries(
  "state label mark assignee author type status tracker_type priority milestone component"
    .split(" ")
    .map((name) => [name, []]),
);

export const issueCard = (number: number, title?: string) => ({
  ...issueRef(number, title),
  project: "sample",
  tracker: "issues",
  url: `https://example.org/issues/${number}`,
  author: null,
  assignees: [],
  labels: [],
  created_at: AT,
  updated_at: AT,
  closed_at: null,
  comments: 0,
});
export const changedFile = (number: number, path: string, part: object = {}) => ({
  number,
  path,
  old_path: null,
  change: "modified",
  old_mode: "100644",
  new_mode: "100644",
  kind: "text",
  old_size: null,
  new_size: null,
  added: 1,
  removed: 0,
  language: null,
  folded: null,
  clipped: false,
  hunks: [{ old_start: 1, old_lines: 0, new_start: 1, new_lines: 1, heading: "", lines: [`+of ${path}`] }],
  ...part,
});

export interface Page {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly next: string | null;
}
/** Calls of the contract with what they answer, or what answers them; each answer has to fit the contract. */
export type Answers = Partial<Record<ReadCall, unknown>>;

const HASH = "a".repeat(40);
const COMMIT = {
  source: "code",
  repository: "code",
  hash: HASH,
  url: null,
  title: "Change things",
  body: "",
  references: [],
  author: { name: "Ada", email: null, person: null, at: AT },
  committer: { name: "Ada", email: null, person: null, at: AT },
  credits: [],
  is_merge: false,
  is_indexed: true,
  parents: [],
  children: [],
  children_total: 0,
  merged_by: null,
  issues: [],
  requests: [],
  releases: [],
  releases_total: 0,
  files: 1,
  added: 1,
  removed: 0,
  fixes: [],
  fixes_total: 0,
};
/** The answers about one commit. */
export const commitAnswers = (commit: object, files: readonly object[], total = files.length): Answers => ({
  getCommit: { status: "found", commit: { ...COMMIT, ...commit }, candidates: [], repositories: [] },
  commitDiff: { status: "shown", parents: [], parent: null, total, files },
});

const REQUEST = {
  id: "request-1",
  key: "!1",
  address: "1",
  title: "Change things",
  state: "open",
  is_draft: false,
  project: "sample",
  source: "issues",
  url: "https://example.org/pull/1",
  author: null,
  assignees: [],
  reviewers: [],
  labels: [],
  marks: [],
  source_branch: "topic",
  target_branch: "main",
  created_at: AT,
  updated_at: AT,
  merged_at: null,
  closed_at: null,
  comments: 0,
  checks: null,
  body: "",
  is_detailed: true,
  is_cut: false,
  merged_by: null,
  head_hash: null,
  merge: null,
  check_list: [],
  issues: [],
  timeline: [],
};
/** The answers about one request. */
export const requestAnswers = (request: object, files: readonly object[], total = files.length): Answers => ({
  getRequest: { ...REQUEST, ...request },
  requestDiff: { status: "shown", source: "code", base: HASH, head: HASH, host_files: [], total, files },
});

/** One call of a tool, cut to its limit as an agent gets it. */
export async function askOver(answers: Answers, name: string, given: Record<string, unknown>): Promise<Page> {
  const known: Answers = { getProject: PROJECT, ...answers };
  const project: OpenProject = {
    id: "project",
    slug: "sample",
    href: (path) => `https://clew.example${path}`,
    invoke: ((call: ReadCall, about: { readonly query?: object } = {}) =>
      new Promise<unknown>((resolve) => {
        const endpoint: Endpoint = endpoints[call];
        const answer = known[call];
        const given: unknown = typeof answer === "function" ? answer(about.query ?? {}) : answer;
        resolve(endpoint.response?.parse(given));
      })) as OpenProject["invoke"],
    write: () => Promise.reject(new Error("Only reading tools are drafted here.")),
    writeKey: (key) => key,
    issueNamed: (text) => Promise.resolve({ id: text, address: text }),
    requestNamed: (text) => Promise.resolve({ id: text, address: text }),
  };
  const scope: RequestScope = {
    slugs: ["sample"],
    project: () => project,
    projectOf: () => Promise.resolve(project),
  };
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const { draft, limit } = await tool.run(scope, { max_tokens: DEFAULT_TOKENS, ...given });
  const { text, data, tokens } = compose(draft, limit);
  if (tokens > limit) throw new Error(`${tokens} tokens are over the limit of ${limit}.`);
  return { text, data, next: data["next"] as string | null };
}

/** An answer and all that follow it. */
export const readOnOver = (answers: Answers, name: string, given: Record<string, unknown>): Promise<Page[]> =>
  readToEnd((place) => askOver(answers, name, { ...given, ...place }));

/** Words without two alike, so that a word which is missing shows. */
export const words = (count: number, word = "word"): string =>
  Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");
/** A text as it was before it was wrapped. */
export const unwrapped = (lines: readonly string[]): string => lines.join("\n").replaceAll(/\n>?… /g, "");

const DOCUMENT = {
  source: "wiki",
  path: "Page",
  title: "Page",
  kind: "page",
  format: "markdown",
  revision: null,
  is_current: true,
  language: null,
  text: "",
  image: null,
  size: 0,
  truncated: false,
  symbols: [],
  url: null,
  updated_at: AT,
  removed_by: null,
  page_kind: "page",
  comments: [],
  comments_total: 0,
  links: [],
};
const RELATED = {
  of: "wiki",
  people: [],
  issues: [],
  pages: [],
  commits: [],
  commits_total: 0,
  fixed: [],
  names: { issues: [], code: [] },
  has_history: true,
};
export const documentAnswers = (content: object, related: object = {}) => ({
  findDocuments: [{ source: "wiki", path: "Page", title: "Page", matched: [] }],
  getDocument: { ...DOCUMENT, ...content },
  relatedToDocument: { ...RELATED, ...related },
});
export const fileAnswers = (content: object) => ({
  findDocuments: [{ source: "code", path: "a.js", title: "a.js", matched: [] }],
  getDocument: { ...DOCUMENT, source: "code", path: "a.js", kind: "text", ...content },
});
