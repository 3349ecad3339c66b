/** A server that answers as Clew does, as much as the views need, and remembers what it was asked. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

const AT = "2026-01-01T00:00:00Z";
const issue = {
  id: "i1",
  key: "#1",
  title: "Redirect\u202e loop $(trash)",
  state: "open",
  project: "loom",
  tracker: "t1",
  url: "https://example.org/1",
  author: null,
  assignees: [],
  labels: ["bug"],
  created_at: AT,
  updated_at: AT,
  closed_at: null,
  comments: 0,
};
const sync = { state: "ready", step: null, done: 0, total: null, error: null, finished_at: AT, items: 1 };
const reason = { code: "path", points: 2, terms: ["src/http.ts"], commits: [] };

const ANSWERS: Readonly<Record<string, unknown>> = {
  "users/mcp-tokens/current/": { name: "Editor", projects: [{ slug: "loom", name: "Loom" }], expires_at: null },
  "projects/loom/": {
    slug: "loom",
    name: "Loom",
    repositories: [{ id: "r1", provider: "git", url: "https://example.org/loom.git", name: "loom", sync }],
    trackers: [],
    wikis: [],
  },
  "projects/loom/issues/": { count: 1, next: null, results: [{ ...issue, analysis: null }], facets: {} },
  "projects/loom/issues/i1/localization/": {
    took_ms: 1,
    confidence: "high",
    repositories: [{ id: "r1", name: "loom", commit: "c", indexed_at: AT }],
    files: ["src/http.ts", "../../etc/passwd"].map((path) => ({
      path,
      repository: "r1",
      language: null,
      score: 2,
      reasons: [reason],
      line: null,
      snippet: null,
      functions: [{ name: "follow", kind: "function", start_line: 12, end_line: 20, score: 1, reasons: [] }],
      verdict: null,
    })),
  },
  "projects/loom/localize/": {
    took_ms: 1,
    confidence: "high",
    repositories: [{ id: "r1", name: "loom", commit: "c", indexed_at: AT }],
    files: [
      {
        path: "src/http.ts",
        repository: "r1",
        language: null,
        score: 2,
        reasons: [{ ...reason, code: "trace" }],
        line: 17,
        snippet: { start_line: 30, lines: [""], match_lines: [31] },
        functions: [{ name: "follow", kind: "function", start_line: 12, end_line: 20, score: 1, reasons: [] }],
        verdict: null,
      },
    ],
  },
  "projects/loom/experts/": [
    {
      person: { id: "p1", name: "Ada", email: "ada@example.org", avatar_url: null },
      score: 3,
      reasons: [{ code: "files", points: 3, evidence: [{ text: "12 commits" }] }],
      last_active_at: AT,
      presence: "active",
      load: 2,
      availability: null,
      deputy: null,
    },
  ],
  "projects/loom/documents/find/": [],
  "projects/loom/documents/related/": {
    people: [],
    issues: [{ issue, mentions: [] }],
    pages: [{ source: "r1", path: "docs/http.md", title: "HTTP", mentions: [{ kind: "path", text: "src/http.ts" }] }],
    commits: [],
    commits_total: 0,
    fixed: [],
    has_history: true,
  },
};

/** The file of the project as the server has it, and as most tests have it in the editor. */
export const HTTP_TS = [
  "// Redirects, see #1 and #404",
  "export function follow(url: string) {",
  "  return url;",
  "}",
].join("\n");
const blameCommit = {
  hash: "c0ffee1234567890",
  title: "Follow redirects [x](command:quit)",
  author: "ada",
  person: { id: "p1", name: "Ada", email: null, avatar_url: null },
  at: "2020-01-01T00:00:00Z",
  path: "src/http.ts",
  previous: null,
  issues: [{ id: "i1", key: "#1", address: "1", title: "Redirect <b>loop</b>", state: "open" }],
  requests: [{ key: "!7", address: "7", title: "Redirects", state: "merged", url: "https://example.org/7" }],
};
/** Answers about lines and names, which a test may replace by malformed ones. */
export const answersOfLines = (): Record<string, unknown> => ({
  "projects/loom/code/content/": { kind: "text", text: HTTP_TS, revision: { hash: "head1" }, symbols: [] },
  "code/loom/blame/": {
    status: "shown",
    hash: "head1",
    commits: [blameCommit],
    ranges: [{ commit: 0, line: 1, original_line: 1, lines: 4 }],
  },
  "definitions/": {
    name: "follow",
    precision: "by_name",
    is_indexed: true,
    definitions: [
      {
        source: "r1",
        path: "src/http.ts",
        line: 2,
        name: "follow",
        signature: "function follow(url: string)\n```\n[x](command:quit)",
        doc: "Follows **redirects** of https://evil.example <img src=x>\nSecond line.",
      },
    ],
    owner: { id: "p1", name: "Ada [x](command:quit)", email: null, avatar_url: null },
  },
  "named-things/": [{ named: "#1", kind: "issue", address: "1" }],
  "projects/loom/issues/1/": {
    ...issue,
    assignees: [{ id: "p1", name: "Ada", email: null, avatar_url: null }],
    requests: [],
    body: "Follow [it](https://example.org/a) <b>",
    comment_list: [{ id: "k1", author: null, body: "Seen <i>again</i>", created_at: AT, url: null }],
    timeline: [],
  },
});

/** One result, whose title is what was typed; none for "nothing". */
const searchAnswer = (q: string): object => ({
  results: ["nothing", ""].includes(q)
    ? []
    : [{ kind: "issue", id: "i1", title: `#1 ${q}`, path: null, line: null, source: null, snippet: [], state: "open" }],
  sources: [],
});

export class ClewHost {
  readonly requested: string[] = [];
  /** Requests whose connection the client closed before the answer. */
  readonly abandoned: string[] = [];
  /** A request whose path begins like this gets no answer. */
  silent: string | undefined;
  /** What an answer to a request waits for. */
  waitsFor: (path: string) => Promise<void> | undefined = () => undefined;
  /** Every answer has this status, when it is set. */
  status = 200;
  /** The project has two repositories, so a folder without remotes is a clone of none. */
  isUnknownClone = false;
  lines = answersOfLines();
  /** Projects in addition to the one that is always listed. */
  moreProjects: { slug: string; name: string }[] = [];
  /** The cursor of the second page of issues. */
  nextIssues: string | null = null;
  readonly #server: Server;
  #url = "";

  constructor() {
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").replace("/api/v1/", "");
    this.requested.push(path);
    if (this.silent !== undefined && path.startsWith(this.silent)) {
      response.on("close", () => this.abandoned.push(path));
      return;
    }
    await this.waitsFor(path);
    const answer = this.#answer(path.replace(/\?.*/, ""), new URLSearchParams(path.replace(/^[^?]*/, "")));
    const isRight = request.headers.authorization === "Bearer clew_mcp_right";
    const status = this.status !== 200 ? this.status : !isRight ? 401 : answer === undefined ? 404 : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? answer : { detail: `Refused with ${status}.` }));
  }

  #answer(path: string, query: URLSearchParams): unknown {
    if (path === "projects/loom/search/") return searchAnswer(query.get("q") ?? "");
    const issuePath = path.replace("/issues/i1/", "/issues/1/");
    const answer = ANSWERS[path] ?? this.lines[issuePath];
    if (path === "projects/loom/" && this.isUnknownClone) {
      const { repositories } = answer as { repositories: object[] };
      return { ...(answer as object), repositories: [...repositories, { id: "r2", url: "https://example.org/warp" }] };
    }
    if (path === "projects/loom/issues/") return { ...(answer as object), next: this.nextIssues };
    if (path !== "users/mcp-tokens/current/") return answer;
    const { projects } = answer as { projects: object[] };
    return { ...(answer as object), projects: [...projects, ...this.moreProjects] };
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    this.#url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
