import type { IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { once } from "node:events";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fastify, type FastifyInstance } from "fastify";
import { handleError } from "../../../server/http/errorHandler.ts";
import { createRouter } from "../../../server/http/router.ts";
import { mountSources } from "../../../server/features/sources/routes.ts";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import type { Principal } from "../../../server/access/sessions/sessions.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import type { Sources } from "../../../server/sources/sourceTypes.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { readGithubUrl } from "../../../server/sources/providers/github/repositoryUrl.ts";
import { type Fault, withFaults } from "../../providers/githubFaults.ts";
import { type GitFault, type GitHost, startGitHost } from "../../providers/gitHost.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { openTestDb, type TestDb } from "../testDb.ts";
import { git, makeRepository, temporaryFolder } from "./gitFixture.ts";

const CALLER: Principal = {
  id: "u",
  name: "Ada",
  email: "ada@example.org",
  language: "EN",
  companyId: "c",
  companyRole: "Admin",
  plan: "Enterprise",
  subscriptionStatus: "active",
  sessionHash: "h",
};

let database: TestDb;
let folder: ReturnType<typeof temporaryFolder>;
let app: FastifyInstance;
let sources: Sources;
let gitHost: GitHost;
let tracker: GithubHost;
let gitFault: GitFault | undefined;
let gitHangs: (request: IncomingMessage) => boolean;
let trackerFault: Fault | undefined;
const data = trackerData(25);

beforeAll(async () => {
  database = await openTestDb();
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  folder = temporaryFolder();
  makeRepository(join(folder.path, "open.git"), [{ message: "one", files: { a: "1" } }]);
  gitFault = undefined;
  trackerFault = undefined;
  gitHangs = () => false;
  gitHost = await startGitHost({
    root: folder.path,
    faults: (request) => (gitHangs(request) ? { hang: true } : gitFault),
  });
  tracker = await startGithubHost({ data, token: "right", intercept: withFaults(() => trackerFault) });
  data.repository.isPrivate = false;
  data.repository.hasIssues = true;
  sources = createSources({
    dataDir: database.dataDir,
    allowedNetworks: [],
    allowedPaths: [join(folder.path)],
    validateTimeoutMs: 2500,
    egress: createEgress({
      allowed: ["127.0.0.1"],
      lookup: async (host) => {
        if (host.endsWith(".invalid")) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
        return [{ address: host === "inside.example" ? "10.0.0.7" : "127.0.0.1", family: 4 }];
      },
    }),
  });
  app = fastify();
  app.setErrorHandler(handleError);
  const mount = createRouter(app, { authenticate: async () => CALLER, checkAnswers: true });
  mountSources(mount, {
    db: database.db,
    sources,
    sync: { request: async () => {}, pause: async () => {}, compare: async () => true, listFields: async () => [] },
    secrets: createSecrets(Buffer.alloc(32, 1)),
    publicUrl: () => "https://clew.example",
  });
});
afterEach(async () => {
  await app.close();
  await sources.close();
  await gitHost.stop();
  await tracker.stop();
  folder.remove();
});

async function validate(kind: "repositories" | "trackers", body: object): Promise<{ status: number; body: unknown }> {
  const answer = await app.inject({
    method: "POST",
    url: `/api/v1/${kind}/validate/`,
    headers: { authorization: "Token t" },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const repository = (url: string, token?: string) =>
  validate("repositories", { provider: "git", url, ...(token !== undefined && { credential: { token } }) });
const issues = (url: string, token?: string) =>
  validate("trackers", { provider: "github", url, ...(token !== undefined && { credential: { token } }) });

describe("the folders of a repository", () => {
  const limited = (url: string, folders: readonly string[]) =>
    validate("repositories", { provider: "git", url, folders: [...folders] });
  const refused = (text: string) => ({ status: 400, body: { folders: [expect.stringContaining(text)] } });
  const path = (): string => join(folder.path, "mono.git");

  beforeEach(() => {
    makeRepository(path(), [
      { message: "old", files: { "gone/a.ts": "1", "services/pay/a.ts": "1", "services/pay.md": "1", README: "1" } },
      {
        message: "new",
        files: { "services/pay/a.ts": "2", "services/ship/deep/er/b.ts": "2", "gone/a.ts": null },
      },
    ]);
  });

  test.each(["at a host", "at a host that ignores filters", "in a folder of this machine"])("%s", async (where) => {
    git(path(), "config", "uploadpack.allowFilter", String(where === "at a host"));
    const url = where.startsWith("at") ? `${gitHost.url}/mono.git` : path();
    expect(await limited(url, ["services/pay", "services/ship/deep/er"])).toMatchObject({ status: 200 });
    expect(await limited(url, ["services/pya", "services/pay"])).toMatchObject(
      refused("The branch main has no folder services/pya."),
    );
    // A file, another case, and a folder of the past are none.
    expect(await limited(url, ["services/pay.md", "Services", "gone"])).toMatchObject(
      refused("The branch main does not have these folders: Services, gone, services/pay.md."),
    );
  });

  test("a pattern is a name, and many are named in part", async () => {
    expect(await limited(path(), ["services/*"])).toMatchObject(refused("services/*"));
    const many = Array.from({ length: 9 }, (_, index) => `none${index}`);
    expect(await limited(path(), many)).toMatchObject(refused("none0, none1, none2, none3, none4, …"));
  });

  test("a host that does not send them in time does not refuse the source, and nothing stays on the disk", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("clew-trees-"));
    // The list of refs is a GET or a short POST; what fetches has wants.
    let posts = 0;
    gitHangs = (request) => request.method === "POST" && ++posts > 1;
    expect(await limited(`${gitHost.url}/mono.git`, ["nowhere"])).toMatchObject({ status: 200 });
    expect(posts).toBeGreaterThan(1);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("clew-trees-"))).toEqual(before);
  });

  test("an empty repository is linked with them", async () => {
    git(folder.path, "init", "--quiet", "--bare", "empty.git");
    expect(await limited(join(folder.path, "empty.git"), ["later"])).toMatchObject({ status: 200 });
  });
});

describe("a repository", () => {
  test("that is there", async () => {
    expect(await repository(`${gitHost.url}/open.git`)).toEqual({
      status: 200,
      body: { valid: true, name: "open", visibility: "unknown", default_branch: "main", notes: [] },
    });
  });
  test("that is empty", async () => {
    git(folder.path, "init", "--quiet", "--bare", "empty.git");
    expect(await repository(`${gitHost.url}/empty.git`)).toMatchObject({
      status: 200,
      body: { notes: [expect.stringContaining("empty")] },
    });
  });
  test("in an allowed folder", async () => {
    expect(await repository(join(folder.path, "open.git"))).toMatchObject({ status: 200, body: { name: "open" } });
  });

  test.each<[string, string, RegExp]>([
    ["a name that does not exist", "https://nowhere.invalid/a/b", /no host called nowhere.invalid/],
    ["a private network", "https://inside.example/a/b", /private network/],
    ["a literal address", "https://192.168.0.1/a/b", /private network/],
    ["plain http to a public host", "http://example.org/a/b", /Use https/],
    ["a transport that runs programs", "ext::sh -c id", /https address/],
    ["git's own transport", "git://example.org/a/b", /not supported/],
    ["an option instead of an address", "--upload-pack=id", /https address/],
    ["a folder that is not allowed", "/etc", /CLEW_ALLOWED_PATHS/],
    ["a name of 1,900 characters", `https://${"a".repeat(1900)}.example/x`, /./],
    ["HTML", "<script>alert(1)</script>", /https address/],
  ])("%s", async (_name, url, words) => {
    const answer = await repository(url);
    expect(answer).toMatchObject({ status: 400, body: { url: [expect.stringMatching(words)] } });
  });

  test.each<[string, GitFault, object]>([
    ["404", { status: 404 }, { url: [expect.stringMatching(/no git repository|no such repository/i)] }],
    ["500", { status: 503 }, { url: [expect.stringMatching(/reports an internal error/)] }],
    ["403", { status: 403 }, { credential: { token: [expect.stringMatching(/scope/)] } }],
    ["429", { status: 429 }, { url: [expect.stringMatching(/Try again later/)] }],
    [
      "a redirect",
      { status: 301, headers: { location: "https://elsewhere.example/" } },
      { url: [expect.stringMatching(/redirects this address to another one/)] },
    ],
    ["silence", { hang: true }, { url: [expect.stringMatching(/within|in time/)] }],
    [
      "a page instead of a repository",
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>\n<h1>Hello</h1>\n</html>\n" },
      { url: [expect.stringMatching(/no git repository/)] },
    ],
  ])("%s", async (_name, fault, fields) => {
    gitFault = fault;
    expect(await repository(`${gitHost.url}/open.git`)).toEqual({ status: 400, body: fields });
  });

  test("a wrong token, no token, the right token", async () => {
    await gitHost.stop();
    gitHost = await startGitHost({ root: folder.path, token: "right" });
    const refused = { status: 400, body: { credential: { token: [expect.stringMatching(/valid token/)] } } };
    expect(await repository(`${gitHost.url}/open.git`)).toEqual(refused);
    expect(await repository(`${gitHost.url}/open.git`, "wrong")).toEqual(refused);
    expect(await repository(`${gitHost.url}/open.git`, "right")).toMatchObject({
      status: 200,
      body: { visibility: "private" },
    });
  });

  test("a host that is down, and one that does not speak HTTP", async () => {
    const { port } = new URL(gitHost.url);
    await gitHost.stop();
    expect(await repository(`http://127.0.0.1:${port}/open.git`)).toMatchObject({
      status: 400,
      body: { url: [expect.stringMatching(/does not accept connections/)] },
    });
    gitHost = await startGitHost({ root: folder.path });
    const other = createTcpServer((socket) => socket.on("error", () => undefined).end("SSH-2.0-OpenSSH\r\n"));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const answer = await repository(`http://127.0.0.1:${(other.address() as AddressInfo).port}/open.git`);
    other.close();
    expect(answer).toMatchObject({ status: 400, body: { url: [expect.stringMatching(/./)] } });
  });

  test("a certificate of an unknown authority", async () => {
    const openssl = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "1",
      "-subj",
      "/CN=localhost",
      "-keyout",
      "key.pem",
      "-out",
      "cert.pem",
    ];
    mkdirSync(join(folder.path, "tls"));
    execFileSync("openssl", openssl, { cwd: join(folder.path, "tls"), stdio: "ignore" });
    const file = (name: string) => readFileSync(join(folder.path, "tls", name));
    const server = createTlsServer({ key: file("key.pem"), cert: file("cert.pem") }, (_request, response) =>
      response.end(),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const words = { status: 400, body: { url: [expect.stringMatching(/certificate of 127.0.0.1 cannot be trusted/)] } };
    expect(await repository(`https://${host}/a/b`)).toMatchObject(words);
    expect(await issues(`https://${host}/a/b`)).toMatchObject(words);
    server.closeAllConnections();
    server.close();
  });

  test("nothing of a credential stays on the disk", async () => {
    await repository(`${gitHost.url}/open.git`, "very-secret-token");
    const paths = readdirSync(database.dataDir, { recursive: true, encoding: "utf8" });
    const files = paths.filter((path) => statSync(join(database.dataDir, path)).isFile());
    expect(files.length).toBeGreaterThan(0);
    expect(paths.filter((path) => path.includes("very-secret-token"))).toEqual([]);
    expect(files.filter((path) => readFileSync(join(database.dataDir, path)).includes("very-secret-token"))).toEqual(
      [],
    );
  });
});

describe("a tracker", () => {
  const url = () => `${tracker.url}/acme/rocket`;
  test("that is there, also by the address of a page inside it and with the API's own prefix", async () => {
    const found = {
      status: 200,
      body: {
        valid: true,
        name: "acme/rocket",
        visibility: "public",
        items: 25,
        notes: [],
        account: null,
        missing_scopes: [],
        requests_left: expect.any(Number) as number,
        sample: [expect.stringMatching(/^#\d+ Issue/) as string],
      },
    };
    expect(await issues(url())).toEqual(found);
    expect(await issues(`${url()}/issues/12`)).toEqual(found);
    expect(await issues(`${tracker.url}/api/v3/acme/rocket`)).toEqual(found);
  });
  test.each<[string, Fault, object]>([
    [
      "401",
      { status: 401, body: { message: "Bad credentials" } },
      { credential: { token: [expect.stringMatching(/reconnect/)] } },
    ],
    [
      "403 for a scope",
      { status: 403, headers: { "x-accepted-oauth-scopes": "repo" }, body: { message: "no" } },
      { credential: { token: [expect.stringMatching(/repo\./)] } },
    ],
    [
      "403 for single sign-on",
      { status: 403, headers: { "x-github-sso": "required" }, body: {} },
      { credential: { token: [expect.stringMatching(/single sign-on/)] } },
    ],
    [
      "403 for the quota",
      { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" }, body: {} },
      { url: [expect.stringMatching(/Try again later/)] },
    ],
    ["404", { status: 404, body: {} }, { url: [expect.stringMatching(/no such repository/)] }],
    ["410", { status: 410, body: {} }, { url: [expect.stringMatching(/switched off/)] }],
    ["500", { status: 500, body: {} }, { url: [expect.stringMatching(/reports an internal error/)] }],
    [
      "a page instead of the API",
      { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Hello" },
      { url: [expect.stringMatching(/does not answer as GitHub/)] },
    ],
    ["a cut connection", { drop: true }, { url: [expect.stringMatching(/cut the connection/)] }],
    ["silence", { delayMs: 20_000 }, { url: [expect.stringMatching(/within|in time/)] }],
  ])("%s", async (_name, fault, fields) => {
    trackerFault = fault;
    expect(await issues(url(), "right")).toEqual({ status: 400, body: fields });
  });
  test("a host that has stopped", async () => {
    const stopped = await startGithubHost({ data });
    await stopped.stop();
    expect(await issues(`${stopped.url}/acme/rocket`)).toMatchObject({
      status: 400,
      body: { url: [expect.stringMatching(/does not accept connections/)] },
    });
  });
  test("a private one and one without issues", async () => {
    data.repository.isPrivate = true;
    expect(await issues(url())).toMatchObject({
      status: 400,
      body: { url: [expect.stringMatching(/private one needs a token/)] },
    });
    expect(await issues(url(), "right")).toMatchObject({ status: 200, body: { visibility: "private" } });
    data.repository.hasIssues = false;
    expect(await issues(url(), "right")).toMatchObject({
      status: 400,
      body: { url: [expect.stringMatching(/switched off/)] },
    });
  });
  test("a provider that has no reader here", async () => {
    expect(await validate("trackers", { provider: "trello", url: "https://x.atlassian.net" })).toMatchObject({
      status: 400,
      body: { provider: [expect.anything()] },
    });
  });
});

test.each([
  ["https://github.com/acme/rocket", "https://api.github.com", "https://github.com/acme/rocket"],
  ["github.com/acme/rocket.git", "https://api.github.com", "https://github.com/acme/rocket"],
  ["https://www.github.com/acme/rocket/pulls?q=1", "https://api.github.com", "https://github.com/acme/rocket"],
  ["https://git.corp.example/acme/rocket", "https://git.corp.example/api/v3", "https://git.corp.example/acme/rocket"],
  [
    "https://git.corp.example/proxy/acme/rocket/issues",
    "https://git.corp.example/proxy",
    "https://git.corp.example/proxy/acme/rocket",
  ],
  ["http://127.0.0.1:3000/acme/rocket/", "http://127.0.0.1:3000", "http://127.0.0.1:3000/acme/rocket"],
  ["http://[::1]:3000/acme/rocket", "http://[::1]:3000", "http://[::1]:3000/acme/rocket"],
])("%s has its API at %s", (typed, api, page) => {
  const url = readGithubUrl(typed);
  expect([url.api, url.page.href, `${url.owner}/${url.name}`]).toEqual([api, page, "acme/rocket"]);
});
test.each([
  "https://github.com/acme",
  "https://github.com",
  "ftp://github.com/a/b",
  "https://u:p@github.com/a/b",
  "",
  "a b/c d",
  "https://github.com/../..",
])("%s is no repository on GitHub", (typed) => {
  expect(() => readGithubUrl(typed)).toThrow();
});
