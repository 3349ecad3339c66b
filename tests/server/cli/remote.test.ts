/** `clew` against a server: a separate process that speaks HTTP to the real server. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { isCommand, readArguments } from "../../../server/cli/readArguments.ts";
import { runRemotely } from "../../../server/cli/remote/remoteCommands.ts";
import { mirrorFolderIn } from "../../../server/sources/git/mirrorFiles.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { requestFindings } from "../../fixtures/requests.ts";
import { PASSWORD } from "../http/testServer.ts";
import { type McpProject, startMcpProject } from "../mcp/mcpProject.ts";
import { productEntry } from "../support/productEntry.ts";

const ENTRY = productEntry("clew");

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly said: string;
}

describe("clew with a server", () => {
  const home = mkdtempSync(join(tmpdir(), "clew-home-"));
  const repository = new TemporaryRepository();
  let project: McpProject;
  let token: string;
  beforeAll(async () => {
    repository.commit("Begin", { "a.py": "def weave():\n    pass\n" });
    project = await startMcpProject("pglite", { environment: { CLEW_ALLOWED_PATHS: repository.folder } });
    token = (await project.token()).secret;
  });
  afterAll(async () => {
    await project.stop();
    repository.remove();
    rmSync(home, { recursive: true, force: true });
  });

  /** Not spawnSync: the server runs in this process. */
  function clew(args: readonly string[], given: { input?: string; env?: Record<string, string> } = {}): Promise<Ended> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: home, CLEW_URL: project.server.url, ...given.env };
    const child = spawn(process.execPath, [ENTRY, ...args], { env });
    let [out, said] = ["", ""];
    child.stdout.on("data", (part: Buffer) => (out += part.toString()));
    child.stderr.on("data", (part: Buffer) => (said += part.toString()));
    // A command with invalid arguments exits without reading stdin.
    child.stdin.on("error", () => undefined).end(given.input ?? "");
    return new Promise((resolve) => child.on("close", (status) => resolve({ status, out, said })));
  }
  /** In this process: errors that a command throws before its first output. */
  const ask = async (args: readonly string[], env: Record<string, string>): Promise<unknown> => {
    const environment = { XDG_CONFIG_HOME: home, CLEW_URL: project.server.url, ...env };
    const [command = "search", ...rest] = args;
    if (!isCommand(command)) throw new Error(command);
    const parsed = readArguments(command, rest, environment);
    return parsed === "help" ? parsed : runRemotely(parsed, environment, "json");
  };
  const asAgent = (args: readonly string[], input?: string) =>
    clew(args, { env: { CLEW_TOKEN: token }, ...(input !== undefined && { input }) });

  test("blame lists lines with their commits, and names a server without a copy of the repository", async () => {
    const command = ["blame", "src/http/client.ts:1-2"];
    const found = await asAgent(command);
    expect(found).toMatchObject({ status: 0, said: "" });
    expect(found.out).toContain("src/http/client.ts");
    const mirror = mirrorFolderIn(project.server.dataDir)("repository-1");
    renameSync(mirror, `${mirror}-away`);
    const { status, said } = await asAgent(command).finally(() => renameSync(`${mirror}-away`, mirror));
    expect([status, said]).toEqual([1, "This server has no copy of the repository.\n"]);
  });

  test.each([
    ["search", ["search", "redirect loop"], { results: { 0: { path: expect.any(String) } } }],
    ["search of a kind", ["search", "redirect", "--kind", "issue"], { results: { 0: { kind: "issue" } } }],
    [
      "localize a text",
      ["localize", "redirect loop in the http client"],
      { files: { 0: { path: "src/http/client.ts" } } },
    ],
    ["localize an issue", ["localize", "#1", "--limit", "1"], { files: [{ path: "src/http/client.ts" }] }],
    ["localize an issue as typed", ["localize", "001", "--limit", "1"], { files: [{ path: "src/http/client.ts" }] }],
    [
      "experts of a path",
      ["experts", "--path", "src/http/client.ts"],
      { people: { 0: { score: expect.any(Number) } } },
    ],
    ["log", ["log", "src/http/client.ts"], { commits: { 0: { hash: expect.any(String) } } }],
    ["projects", ["projects"], { projects: [{ slug: "sample", name: "sample" }] }],
  ])("%s is answered in JSON", async (_, args, expected) => {
    const { status, out } = await asAgent(args);
    expect([status, JSON.parse(out)]).toEqual([0, expect.objectContaining({})]);
    expect(JSON.parse(out)).toMatchObject(expected);
  });

  test.each(["localize", "experts", "similar"])(
    "%s takes an id of an issue, and finds none by another one",
    async (command) => {
      const { status, out } = await asAgent([command, "0199aaaa-0000-7000-8000-000000000000"]);
      expect([status, out]).toEqual([6, ""]);
    },
  );

  test("review names what a request should be looked at for", async () => {
    // The project of the tests has no code of its request.
    const none = await asAgent(["review", "--request", "9"]);
    expect([none.status, JSON.parse(none.out)]).toMatchObject([1, { status: "unindexed", reviewers: [] }]);
    expect((await asAgent(["review", "--request", "999"])).status).toBe(6);
    const front = createServer((request, response) => {
      void (async () => {
        const url = request.url ?? "";
        const { authorization = "" } = request.headers;
        const answer = url.startsWith("/api/v1/request-findings/")
          ? JSON.stringify(requestFindings())
          : await (await fetch(`${project.server.url}${url}`, { headers: { authorization } })).text();
        response.writeHead(200, { "content-type": "application/json" }).end(answer);
      })();
    });
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    const env = { CLEW_TOKEN: token, CLEW_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}` };
    const people = await clew(["review", "--request", "#12", "--human"], { env });
    const rows = await clew(["review", "--request", "12", "--format", "tsv"], { env });
    front.close();
    expect([people.status, people.said]).toEqual([0, ""]);
    expect(people.out).toContain("Elif Yılmaz  changed readCursor; 2 reviews wait");
    expect(people.out).toContain("tests/cursor.test.ts  in 6 of 7 commits to src/cursor.ts");
    expect(
      rows.out
        .trim()
        .split("\n")
        .slice(-4)
        .map((row) => row.split("\t")[0]),
    ).toEqual(["reviewer", "issue", "file", "page"]);
  });

  test("people get lines", async () => {
    const { status, out } = await asAgent(["localize", "redirect loop in the http client", "--human"]);
    expect([status, out]).toEqual([0, expect.stringMatching(/^ 1\. src\/http\/client\.ts:\d+ .*\n    \w+/)]);
  });

  test("lines of JSON are answered in order, and a wrong one in its place", async () => {
    const { status, out } = await asAgent(["localize"], '{"title":"redirect"}\nnonsense\n{"issue":"#1"}\n');
    const answers = out
      .trim()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line) as object));
    expect([status, answers]).toEqual([
      1,
      [expect.arrayContaining(["files", "functions"]), ["error"], expect.arrayContaining(["files"])],
    ]);
  });

  test("every trouble has its status and its words", async () => {
    const gone = await project.token();
    await deleteMcpToken(project.server.db, project.member.id, gone.id);
    const cases: [string, string[], Record<string, string>, number, RegExp][] = [
      ["a wrong option", ["search", "a", "--speed"], { CLEW_TOKEN: token }, 2, /--speed/],
      ["an option of another command", ["sync", "--kind", "code"], { CLEW_TOKEN: token }, 2, /no option --kind/],
      ["a secret in the address", ["search", "a", "--server", "http://a:b@127.0.0.1:9"], {}, 2, /does not belong/],
      [
        "several projects",
        ["search", "a"],
        { CLEW_TOKEN: (await project.token(["sample", "empty"])).secret },
        2,
        /empty, sample/,
      ],
      ["without a sign-in", ["search", "a"], {}, 4, /clew login/],
      ["a deleted token", ["search", "a"], { CLEW_TOKEN: gone.secret }, 4, /wrong or was deleted/],
      ["more than reading", ["sync"], { CLEW_TOKEN: token }, 5, /only reads/],
      ["a project that is none", ["search", "a", "--project", "secret"], { CLEW_TOKEN: token }, 6, /no project secret/],
      [
        "a revision that is not indexed",
        ["def", "src/http/client.ts:9 followRedirects", "--rev", "v9"],
        { CLEW_TOKEN: token },
        6,
        /The files of v9 are not indexed\. Indexed: sample/,
      ],
      ["an issue that is none", ["localize", "#999"], { CLEW_TOKEN: token }, 6, /no issue #999/],
    ];
    for (const [name, args, env, status, words] of cases) {
      await expect(ask(args, env), name).rejects.toMatchObject({ status, message: expect.stringMatching(words) });
    }
    const { status, out } = await asAgent(["search", "zzyzxquux"]);
    expect([status, JSON.parse(out)]).toMatchObject([1, { total: 0 }]);
    const away = await clew(["search", "a", "--server", "http://127.0.0.1:9"]);
    expect([away.status, away.out, away.said]).toEqual([3, "", expect.stringContaining("does not answer")]);
  });

  test("a token is tried, kept where only its owner reads, used and forgotten", async () => {
    const file = join(home, "clew", "credentials.json");
    const wrong = await clew(["login", "--server", project.server.url], { input: "clew_mcp_nonsense\n" });
    expect([wrong.status, wrong.said]).toEqual([4, expect.stringContaining("wrong or was deleted")]);
    const { status, said } = await clew(["login", "--server", `${project.server.url}/`], { input: `${token}\n` });
    expect([status, said, statSync(file).mode & 0o777]).toEqual([0, expect.stringContaining("sample"), 0o600]);
    expect(said).not.toContain(token);
    expect((await clew(["search", "redirect"], { env: { CLEW_URL: "" } })).status).toBe(0);
    expect((await clew(["logout"], { env: { CLEW_URL: "" } })).status).toBe(0);
    expect(readFileSync(file, "utf8")).not.toContain(token);
  });

  test("an API token is tried and kept as well; its scope decides whether it may sync", async () => {
    const made = async (scope: string) => {
      const body = {
        name: scope,
        scope,
        projects: ["empty"],
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      };
      const answer = await project.server.call("POST", "users/me/api-tokens/", { token: project.member.token, body });
      return (answer.body as { token: string }).token;
    };
    const [read, write] = [await made("read"), await made("write")];
    const login = ["login", "--server", project.server.url, "--token"];
    expect(await clew(login, { input: `${read.slice(0, -1)}\n` })).toMatchObject({
      status: 4,
      said: expect.stringContaining("incomplete or mistyped") as string,
    });
    expect((await clew([...login, "--email", "a@example.org"], { input: read })).status).toBe(2);
    expect(await clew(login, { input: `${read}\n` })).toMatchObject({
      status: 0,
      said: expect.stringContaining(": empty.") as string,
    });
    const sync = (token: string) => clew(["sync", "--project", "empty"], { env: { CLEW_TOKEN: token } });
    expect(await sync(read)).toMatchObject({ status: 5, said: expect.stringContaining("only reads") as string });
    expect((await sync(write)).said).not.toContain("API token");
    expect((await clew(["logout"])).status).toBe(0);
  });

  test("sync follows its sources to the end, and its exit status reports the result", async () => {
    const { email } = project.member;
    const signedIn = await clew(["login", "--server", project.server.url, "--email", email], { input: PASSWORD });
    expect(signedIn.status).toBe(0);
    const session = (JSON.parse(readFileSync(join(home, "clew", "credentials.json"), "utf8")) as Kept).servers;
    const made = await project.server.call("POST", "projects/", {
      token: session[project.server.url]?.token,
      body: { name: "Weaving", repositories: [{ provider: "git", url: repository.folder }], trackers: [], wikis: [] },
    });
    expect(made.status).toBe(201);
    const synced = await clew(["sync", "--project", "Weaving"]);
    expect([synced.status, synced.out]).toEqual([0, expect.stringMatching(/repository .*: read, \d+ items/)]);
    rmSync(repository.folder, { recursive: true });
    const failed = await clew(["sync", "--project", "weaving", "--json"]);
    expect([failed.status, JSON.parse(failed.out)]).toEqual([
      1,
      { project: "weaving", sources: [expect.objectContaining({ state: "failed", error: expect.any(String) })] },
    ]);
    await clew(["logout"]);
    expect((await project.server.call("GET", "users/me/", { token: session[project.server.url]?.token })).status).toBe(
      401,
    );
  }, 60_000);
});

interface Kept {
  readonly servers: Record<string, { token: string }>;
}
