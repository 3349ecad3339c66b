/** What a repository or its mirror has besides what a project reads must look as if it never was, for every caller and every call. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { isCommand, readArguments } from "../../../../server/cli/readArguments.ts";
import { runRemotely } from "../../../../server/cli/remote/remoteCommands.ts";
import { errorMessage } from "../../../../server/errors.ts";
import { connect, tell } from "../../mcp/mcpProject.ts";
import { onOneDatabase } from "../../testDb.ts";
import { CodeRepository, fillRepository } from "./codeRepository.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";

/** What never was, by the form of its name. */
const NEVER = { hash: "0123456789".repeat(4), branch: "absent" };

onOneDatabase("a revision that a project does not read", (engine) => {
  const home = mkdtempSync(join(tmpdir(), "clew-home-"));
  let fixture: SearchServer;
  let source: string;
  let client: Client | undefined;
  let agentToken: string;
  /** A commit that only a source of another project was shown. */
  let ofOther: string;
  let main: string;
  /** Names of what exists and is not read, each with one of the same form that never was. */
  let pairs: [string, string][];

  beforeAll(async () => {
    fixture = await startSearchServer(engine, { environment: { CLEW_MCP_RATE: "10000" } });
    const work = new CodeRepository(join(fixture.server.dataDir, "work"));
    fillRepository(work);
    work.git("checkout", "--quiet", "-b", "unread", "main");
    work.write("hidden.txt", "not for everyone\n");
    const ofBranch = work.commit("A secret of a branch");
    work.git("checkout", "--quiet", "--detach", "main");
    work.write("hidden.txt", "nor this\n");
    const ofNothing = work.commit("A secret of no branch");
    work.git("checkout", "--quiet", "--detach", "main");
    work.write("hidden.txt", "of another project\n");
    ofOther = work.commit("A secret of another source");
    main = work.git("rev-parse", "main");
    const origin = join(fixture.server.dataDir, "loom");
    work.git("push", "--quiet", "--force", origin, "main", "unread", "--tags");
    await fixture.sync();
    ({ id: source } = await fixture.server.db
      .selectFrom("sources")
      .select("id")
      .where("kind", "=", "repository")
      .executeTakeFirstOrThrow());
    // Another project of the company links the same repository, and is shown a branch that this one never was.
    work.git("push", "--quiet", origin, `${ofOther}:refs/heads/other`);
    const linked = await fixture.server.call("POST", "projects/", {
      token: fixture.people.admin.token,
      body: { name: "Weft", repositories: [{ provider: "git", url: origin }], trackers: [], wikis: [], emails: [] },
    });
    if (linked.status !== 201) throw new Error(JSON.stringify(linked.body));
    await fixture.synced("", "weft");
    // Since then the host has the branches no more; the mirror still has their commits.
    work.git("push", "--quiet", origin, ":unread", ":other");
    await fixture.sync();
    // The mirror has commits of an earlier time, with a ref and without one.
    const mirror = join(fixture.server.dataDir, "mirrors", `${source}.git`);
    work.git("push", "--quiet", mirror, `${ofBranch}:refs/heads/former`, `${ofNothing}:refs/heads/temporary`);
    work.git(`--git-dir=${mirror}`, "update-ref", "-d", "refs/heads/temporary");
    // It throws where the object is not there.
    work.git(`--git-dir=${mirror}`, "cat-file", "-e", ofNothing);
    work.git(`--git-dir=${mirror}`, "cat-file", "-e", ofOther);
    pairs = [
      [ofBranch, NEVER.hash],
      [ofOther, NEVER.hash],
      [ofOther.slice(0, 10), NEVER.hash.slice(0, 10)],
      [ofNothing.slice(0, 10), NEVER.hash.slice(0, 10)],
      [`${ofNothing}~1`, `${NEVER.hash}~1`],
      ["unread", NEVER.branch],
      ["refs/heads/former", `refs/heads/${NEVER.branch}`],
    ];
    await fixture.server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    const token = { name: "Agent", projects: ["loom"], expires_at: null };
    agentToken = (await createMcpToken(fixture.server.db, fixture.people.member.id, token)).token;
    client = await connect(fixture.server, agentToken);
  }, 120_000);
  afterAll(async () => {
    await client?.close();
    await fixture.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** The same answer without the name that was asked for, the time that it took and the random mark of its fence. */
  const without = (answer: unknown, name: string): string =>
    JSON.stringify(answer)
      .replaceAll(encodeURIComponent(name), "REVISION")
      .replaceAll(name, "REVISION")
      .replaceAll(name.replace(/~1$/, ""), "REVISION")
      .replaceAll(/"took_ms":[\d.]+/g, "")
      .replaceAll(/(untrusted id=\\*")[0-9a-f]+/g, "$1");

  /** Answers that tell what exists from what never was, or a secret. */
  const differences = async (ask: (name: string) => Promise<unknown>): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const [real, never] of pairs) {
      const [answer, expected] = [without(await ask(real), real), without(await ask(never), never)];
      if (answer !== expected || answer.includes("secret of")) found.push({ real, answer, expected });
    }
    return found;
  };

  const at = (revision: string, more: Record<string, string> = {}): string =>
    new URLSearchParams({ repository: source, path: "hidden.txt", revision, ...more }).toString();
  const symbolAt = (revision: string): string =>
    new URLSearchParams({
      project: "loom",
      source,
      path: "lib/weave.ts",
      line: "2",
      column: "18",
      revision,
    }).toString();
  const compared = (base: string, head: string): string =>
    `code/loom/compare/?${new URLSearchParams({ repository: source, base, head })}`;
  const ENDPOINTS: readonly [string, (name: string) => string][] = [
    ["content", (name) => `projects/loom/code/content/?${at(name)}`],
    ["refs", (name) => `code/loom/refs/?${new URLSearchParams({ repository: source, q: name })}`],
    ["blame", (name) => `code/loom/blame/?${at(name)}`],
    ["history", (name) => `code/loom/history/?${at(name)}`],
    ["history of a range", (name) => `code/loom/history/?${at(name, { from: "1", to: "1" })}`],
    ["comparison of the base", (name) => compared(name, "main")],
    ["comparison of the head", (name) => compared("main", name)],
    ["raw", (name) => `code/loom/raw/?${at(name)}`],
    [
      "document",
      (name) =>
        `projects/loom/documents/content/?${new URLSearchParams({ source, path: "hidden.txt", revision: name })}`,
    ],
    ["commit", (name) => `projects/loom/commits/${encodeURIComponent(name)}/`],
    ["diff of a commit", (name) => `projects/loom/commits/${encodeURIComponent(name)}/diff/?source=${source}`],
    ["commits", (name) => `commits/?${new URLSearchParams({ project: "loom", hash: name })}`],
    ["definitions", (name) => `definitions/?${symbolAt(name)}`],
    ["references", (name) => `references/?${symbolAt(name)}`],
    ["implementations", (name) => `implementations/?${symbolAt(name)}`],
    ["callers", (name) => `call-hierarchy/?${symbolAt(name)}`],
    [
      "code matches",
      (name) => `code-matches/?${new URLSearchParams({ project: "loom", pattern: "everyone", revision: name })}`,
    ],
    [
      "connected with lines",
      (name) =>
        `connected-lines/?${new URLSearchParams({ project: "loom", source, path: "hidden.txt", from: "1", to: "1", revision: name })}`,
    ],
    ["connected", (name) => `connected/?${new URLSearchParams({ project: "loom", kind: "commit", id: name, source })}`],
    ["named things", (name) => `named-things/?${new URLSearchParams({ project: "loom", name })}`],
    ["go to", (name) => `go-to/?${new URLSearchParams({ q: name })}`],
    ["search", (name) => `projects/loom/search/?${new URLSearchParams({ q: `everyone branch:${name}` })}`],
    [
      "discussions",
      (name) => `discussions/?${new URLSearchParams({ project: "loom", source, path: "README.md", revision: name })}`,
    ],
  ];
  test.each(ENDPOINTS)("is answered as one that never was: %s", async (what, pathOf) => {
    const { token } = fixture.people.member;
    const ask = async (name: string) => {
      const { status, body } = await fixture.server.call("GET", pathOf(name), { token });
      return { status, body };
    };
    expect([what, await differences(ask)]).toEqual([what, []]);
  });

  // What a host, an importer or a tracker names is not what the repository's own host has listed.
  test.each([
    ["head", () => ({ head_hash: ofOther, base_hash: main })],
    ["short head", () => ({ head_hash: ofOther.slice(0, 12), base_hash: main })],
    ["merge", () => ({ merge_hash: ofOther })],
    ["base", () => ({ head_hash: main, base_hash: ofOther })],
  ])("a request that names a commit of another source by its %s shows nothing of it", async (what, hashesOf) => {
    const { db } = fixture.server;
    const id = `request-${what}`;
    const at = "2024-03-01T00:00:00Z";
    await db
      .insertInto("change_requests")
      .values({
        id,
        source_id: source,
        project_id: fixture.projectId,
        external_id: id,
        number: id.length,
        key: `#${id}`,
        title: "A request",
        body: "",
        state: "open",
        is_draft: false,
        source_branch: "topic",
        target_branch: "main",
        labels: "[]",
        url: `https://host.example/${what}`,
        created_at: at,
        updated_at: at,
        read_version: 2,
        ...hashesOf(),
      })
      .execute();
    await db
      .insertInto("request_comments")
      .values({
        id: `comment-${what}`,
        request_id: id,
        external_id: `comment-${what}`,
        thread: `t-${what}`,
        body: "why",
        path: "README.md",
        line: 1,
        side: "new",
        is_outdated: false,
        commit_hash: ofOther,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const { token } = fixture.people.member;
    const diff = await fixture.server.call("GET", `request-diff/?project=loom&request=${id}`, { token });
    expect(diff).toMatchObject({ status: 200, body: { status: "unavailable", files: [] } });
    const discussions = await fixture.server.call(
      "GET",
      `discussions/?${new URLSearchParams({ project: "loom", source, path: "README.md" })}`,
      { token },
    );
    // The line is not followed from a commit that the source never had.
    const { results } = discussions.body as { results: { line: unknown; commit: unknown }[] };
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) expect(result).toMatchObject({ line: null, commit: null });
  });

  const TOOLS: readonly [string, (name: string) => Record<string, unknown>][] = [
    ["get_file", (revision) => ({ path: "hidden.txt", revision })],
    ["get_file", (revision) => ({ path: "README.md", revision })],
    ["list_directory", (revision) => ({ path: "", revision })],
    ["blame", (revision) => ({ path: "hidden.txt", revision })],
    ["log", (revision) => ({ path: "hidden.txt", revision })],
    ["get_commit", (hash) => ({ hash })],
    ["find_definition", (revision) => ({ path: "lib/weave.ts", line: 2, name: "weave", revision })],
    ["find_references", (revision) => ({ path: "lib/weave.ts", line: 2, name: "weave", revision })],
    ["grep", (revision) => ({ pattern: "everyone", revision })],
    ["search", (name) => ({ query: `everyone branch:${name}` })],
  ];
  test("is answered as one that never was by every tool of agents that takes one", async () => {
    if (!client) throw new Error("There is no client.");
    const agent = client;
    const { tools } = await agent.listTools();
    const taking = tools
      .filter(({ inputSchema }) =>
        ["revision", "hash"].some((name) => Object.hasOwn(inputSchema.properties ?? {}, name)),
      )
      .map(({ name }) => name);
    expect(taking.filter((name) => !TOOLS.some(([tool]) => tool === name))).toEqual([]);
    for (const [tool, given] of TOOLS)
      expect([tool, await differences((name) => tell(agent, tool, given(name)))]).toEqual([tool, []]);
  });

  const COMMANDS: readonly (readonly [string, ...string[]])[] = [
    ["blame", "hidden.txt"],
    ["log", "hidden.txt"],
    ["refs", "lib/weave.ts:2:18"],
    ["search", "everyone"],
  ];
  test.each(COMMANDS)("is answered as one that never was: clew %s", async (command, ...given) => {
    const environment = { XDG_CONFIG_HOME: home, CLEW_URL: fixture.server.url, CLEW_TOKEN: agentToken };
    const ask = async (name: string): Promise<unknown> => {
      if (!isCommand(command)) throw new Error(command);
      const parsed = readArguments(command, [...given, "--rev", name], environment);
      if (parsed === "help") throw new Error("help");
      return runRemotely(parsed, environment, "json").catch((error: unknown) => errorMessage(error));
    };
    expect([command, await differences(ask)]).toEqual([command, []]);
  });
});
