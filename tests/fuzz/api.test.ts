/**
 * Every call of the contract with valid and invalid input, by every kind of caller, on a project that has an index. The
 * invariants: no 5xx, one shape of errors, a response in time, no foreign data, and no crash.
 */
import fc from "fast-check";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type Endpoint, type EndpointName } from "../../contract/endpoints.ts";
import { startSession } from "../../server/access/sessions/sessions.ts";
import { malformed } from "../server/http/hostileValues.ts";
import { signedIn } from "../server/http/testServer.ts";
import { startMcpProject, type McpProject } from "../server/mcp/mcpProject.ts";
import { addMember } from "../server/rows.ts";
import { onOneDatabase } from "../server/testDb.ts";
import { fuzz, fuzzTimeout } from "./fuzzRuns.ts";
import { evilText, valueFor } from "./hostile.ts";

/** Calls that hash a password. */
const SLOW: ReadonlySet<EndpointName> = new Set(["login", "register", "resetPassword", "changePassword"]);
/** Calls that delete would remove data of the other calls, so they get ids that do not exist. */
const DESTRUCTIVE: ReadonlySet<EndpointName> = new Set([
  "deleteProject",
  "removeCompanyUser",
  "changeCompanyRole",
  "removeRepository",
  "removeTracker",
  "removeWiki",
  "pauseSource",
]);
const CALLERS = ["anonymous", "wrong", "stranger", "viewer", "member", "admin"] as const;
const IN_TIME_MS = 15_000;

const names = Object.keys(endpoints) as EndpointName[];
const rowOf = (name: EndpointName): Endpoint => endpoints[name];

/** Sends a request and retries while the server is overloaded (503 with `Retry-After`). */
async function ask(app: FastifyInstance, request: InjectOptions): Promise<LightMyRequestResponse> {
  for (let turn = 0; ; turn += 1) {
    const answer = await app.inject(request);
    if (answer.statusCode !== 503 || answer.headers["retry-after"] === undefined || turn === 100) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

onOneDatabase("fuzzed", (engine) => {
  let project: McpProject;
  let tokens: Record<(typeof CALLERS)[number], string>;
  let known: Record<string, readonly string[]>;

  beforeAll(async () => {
    project = await startMcpProject(engine);
    const { server, companyId, projectId, member, stranger } = project;
    const { db } = server;
    const viewer = await signedIn(db, { companyId, email: "viewer@example.org" });
    await addMember(db, projectId, viewer.id, "Viewer");
    const { id: adminId } = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", "admin@example.org")
      .executeTakeFirstOrThrow();
    tokens = {
      anonymous: "",
      wrong: "x".repeat(43),
      stranger: stranger.token,
      viewer: viewer.token,
      member: member.token,
      admin: await startSession(db, adminId),
    };
    const slugs = ["sample", "empty", "secret"];
    const sources = ["repository-1", "tracker-1", "tracker-9", "sample"];
    known = {
      id: [...slugs, companyId],
      project: slugs,
      projectSlug: slugs,
      projects: slugs,
      slug: slugs,
      issueId: ["issue-1", "issue-2", "foreign-1"],
      itemId: sources,
      source: sources,
      repository: ["sample", "repository-1"],
      tracker: ["tracker-1"],
      path: ["README.md", "src/redirect.ts", "src", "/", "."],
      userId: [viewer.id, member.id, stranger.id],
      email: ["member@example.org", "nobody@example.org", "UPPER@EXAMPLE.ORG"],
      emails: ["member@example.org", "new@example.org"],
      password: ["correct horse", "seven green bicycles"],
      new_password: ["seven green bicycles"],
      confirm_password: ["seven green bicycles"],
      invitation_token: ["0b5a7a3c-58f3-4b56-9d7e-6a1f5f0f4c11"],
      token: ["0b5a7a3c-58f3-4b56-9d7e-6a1f5f0f4c11"],
      provider: ["github", "git", "jira"],
      url: ["http://127.0.0.1:1/a.git", "https://[::1]/a/b", "ext::sh"],
      q: ["redirect", "/re.*t/", "path:src loop", '"redirect loop" OR lang:ts', "-is:open (a OR b)"],
      cursor: ["1", "0", "50"],
      time_zone: ["Europe/Istanbul", "UTC"],
      from: ["2026-01-01T00:00:00Z"],
      to: ["2027-01-01T00:00:00Z"],
      name: ["Loom"],
      text: ["The loop of redirects never ends\n\nat follow (src/redirect.ts:3:1)"],
      body: ["at follow (src/redirect.ts:3:1)"],
      revision: ["0".repeat(40), "HEAD"],
    };
  }, 120_000);
  afterAll(() => project.stop());

  const header = (): fc.Arbitrary<string> =>
    // The HTTP library of the client allows no line breaks; the sockets' own test sends those.
    evilText().map((text) => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "").slice(0, 4000));
  const headers = () =>
    fc.record(
      {
        "accept-language": fc.oneof(header(), fc.constantFrom("tr", "en;q=0.1, tr;q=9e9", ",;q=,")),
        "content-type": fc.oneof(
          header(),
          fc.constantFrom("application/json", "application/json; charset=utf-16", "text/plain", "multipart/form-data"),
        ),
        "x-forwarded-for": header(),
        "user-agent": header(),
        "content-encoding": fc.constantFrom("gzip", "br", "identity"),
        accept: header(),
        cookie: header(),
        origin: header(),
        range: fc.constantFrom("bytes=0-", "bytes=-1", "x"),
        "if-none-match": header(),
        "x-request-id": header(),
        "x-http-method-override": fc.constant("DELETE"),
      },
      { requiredKeys: [] },
    );

  const textOf = (value: unknown): string =>
    typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
  const queryOf = (value: unknown): string => {
    if (typeof value !== "object" || value === null) return encodeURI(textOf(value).toWellFormed());
    const search = new URLSearchParams();
    for (const [key, part] of Object.entries(value)) {
      for (const one of Array.isArray(part) ? (part as unknown[]) : [part]) search.append(key, textOf(one));
    }
    return search.toString();
  };

  const requestFor = (name: EndpointName) => {
    const { path, query, body } = rowOf(name);
    const parameters = path.match(/:\w+/g) ?? [];
    const parameter = (param: string): fc.Arbitrary<string> => {
      const there = DESTRUCTIVE.has(name) ? [] : (known[param.slice(1)] ?? []);
      const evil = evilText().map((text) => encodeURIComponent(text.toWellFormed()));
      if (there.length === 0) return evil;
      return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...there) }, { weight: 1, arbitrary: evil });
    };
    return fc.record({
      caller: fc.constantFrom(...CALLERS),
      parameters: fc.tuple(...parameters.map(parameter)),
      query: query ? valueFor(query, known) : fc.option(fc.dictionary(evilText(), evilText(), { maxKeys: 2 })),
      body: body
        ? fc.oneof(
            { weight: 6, arbitrary: valueFor(body, known).map((value) => JSON.stringify(value)) },
            { weight: 1, arbitrary: evilText() },
          )
        : fc.option(evilText()),
      headers: headers(),
      isPlain: fc.boolean(),
    });
  };

  describe("each call", { timeout: fuzzTimeout }, () => {
    test.each(names)("%s", async (name) => {
      const { server } = project;
      const { method, path, body: schema } = rowOf(name);
      const runs = SLOW.has(name) ? 3 : 12;
      await fc.assert(
        fc.asyncProperty(requestFor(name), async (given) => {
          const parts = [...given.parameters];
          const url = `/api/v1/${path.replaceAll(/:\w+/g, () => parts.shift() ?? "")}`;
          const query = given.query === null ? "" : `?${queryOf(given.query)}`;
          const token = name === "logout" ? "" : tokens[given.caller];
          const started = performance.now();
          const answer = await ask(server.app, {
            method,
            url: (url + query).slice(0, 60_000),
            headers: {
              ...(given.isPlain ? {} : given.headers),
              ...(token !== "" && { authorization: `Token ${token}` }),
              ...(schema && given.isPlain && { "content-type": "application/json" }),
            },
            ...(given.body !== null && given.body !== undefined && { payload: given.body }),
          });
          const type = String(answer.headers["content-type"] ?? "");
          const said = type.startsWith("application/json") ? (JSON.parse(answer.body) as unknown) : answer.body;
          expect(malformed(answer.statusCode, said), answer.body.slice(0, 500)).toBeUndefined();
          expect(performance.now() - started).toBeLessThan(IN_TIME_MS);
          const isOk = answer.statusCode < 400;
          const isAnonymous = endpoints[name].auth === "user" && ["anonymous", "wrong"].includes(given.caller);
          expect(isOk && isAnonymous, "admits a caller without a session").toBe(false);
          const isTold = isOk && given.caller !== "stranger" && answer.body.includes("minotaur");
          expect(isTold, "returns data of another company").toBe(false);
          // A rate limit would hide the handler behind it.
          if (answer.statusCode === 429) await server.db.deleteFrom("rate_limits").execute();
        }),
        fuzz(runs),
      );
      const alive = await ask(server.app, { url: "/api/v1/health/ready" });
      expect(alive.statusCode).toBe(200);
    });
  });

  test("refuses paths without a handler", { timeout: fuzzTimeout }, async () => {
    const { app } = project.server;
    const part = evilText().map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 400));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"),
        fc.array(fc.oneof(part, fc.constantFrom("api", "v1", "projects", "assets", "mcp", "ws", "%2e%2e", "..", "%")), {
          maxLength: 6,
        }),
        fc.option(evilText()),
        async (method, parts, payload) => {
          const answer = await ask(app, {
            method: method as "GET",
            url: `/${parts.join("/")}`,
            headers: { "content-type": "application/json" },
            ...(payload !== null && { payload }),
          });
          // The test has no built app, so a screen is the only 503.
          const isScreen = answer.statusCode === 503 && ["GET", "HEAD"].includes(method);
          expect(isScreen || answer.statusCode < 500, `${answer.statusCode} ${answer.body.slice(0, 300)}`).toBe(true);
        },
      ),
      fuzz(150),
    );
  });

  test("the MCP server", { timeout: fuzzTimeout }, async () => {
    const { app } = project.server;
    const { secret } = await project.token();
    const message = fc.oneof(
      fc.record(
        {
          jsonrpc: fc.oneof(fc.constant("2.0"), evilText()),
          id: fc.oneof(fc.integer(), evilText(), fc.constant(null)),
          method: fc.oneof(
            fc.constantFrom(
              "tools/call",
              "tools/list",
              "resources/read",
              "resources/list",
              "prompts/get",
              "initialize",
              "ping",
            ),
            evilText(),
          ),
          params: fc.oneof(
            fc.record({
              name: fc.oneof(
                fc.constantFrom("search", "get_issue", "read_file", "list_projects", "find_experts"),
                evilText(),
              ),
              uri: evilText(),
              arguments: fc.dictionary(
                fc.oneof(fc.constantFrom("project", "query", "q", "issue", "path", "text", "limit"), evilText()),
                fc.oneof(fc.constantFrom("sample", "redirect"), evilText()),
                { maxKeys: 5 },
              ),
            }),
            fc.jsonValue(),
          ),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(message, async (payload) => {
        const answer = await ask(app, {
          method: "POST",
          url: "/mcp",
          headers: {
            authorization: `Bearer ${secret}`,
            accept: "application/json, text/event-stream",
            "content-type": "application/json",
          },
          payload: JSON.stringify(payload),
        });
        expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(500);
        if (answer.statusCode === 429) await project.server.db.deleteFrom("rate_limits").execute();
      }),
      fuzz(60),
    );
  });
});
