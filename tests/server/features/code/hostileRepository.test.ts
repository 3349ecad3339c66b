/** Every call about code, the tools of agents and the shell, on a repository with whatever git stores. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CodeBlame, CodeComparison, CodeContent, CodeHistory } from "../../../../contract/code/code.ts";
import { CommitAnswer, CommitDiff, MAX_DIFF_FILES } from "../../../../contract/code/commits.ts";
import { DocumentContent } from "../../../../contract/documents/documents.ts";
import { Definitions } from "../../../../contract/code/references.ts";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { connect, tell } from "../../mcp/mcpProject.ts";
import {
  DECODED,
  LARGE,
  LARGE_BYTES,
  LINKS,
  MARKUP,
  MESSAGE,
  NAMES,
  SUBMODULE,
  SUBMODULE_COMMIT,
  TEXT,
  TOO_LONG,
  WIDE,
  forcePush,
  makeHostileRepository,
} from "../../support/hostileRepository.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SearchServer, startSearchServer } from "../search/searchServer.ts";
import { productEntry } from "../../support/productEntry.ts";

/** What a terminal obeys and does not show, except ends of lines. */
const ORDERS = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u;
const ALL_ORDERS = new RegExp(ORDERS, "gu");
const NEVER = "0123456789".repeat(4);
const REVISIONS = [NEVER, "nowhere", MARKUP.slice(0, 200), "--output=x", "main..HEAD", "HEAD:README.md"];
const ABSENT = ["never/was.ts", "loop/x", "here/src/app.ts", "ping/x.ts", DECODED];

onOneDatabase("a hostile repository", (engine) => {
  const home = mkdtempSync(join(tmpdir(), "clew-home-"));
  let fixture: SearchServer;
  let at: ReturnType<typeof makeHostileRepository>;
  let source: string;
  let client: Client;
  let agentToken: string;

  beforeAll(async () => {
    fixture = await startSearchServer(engine, { environment: { CLEW_MCP_RATE: "10000" } });
    at = makeHostileRepository(join(fixture.server.dataDir, "loom"));
    await fixture.sync();
    ({ id: source } = await fixture.server.db.selectFrom("sources").select("id").executeTakeFirstOrThrow());
    await fixture.server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    const token = { name: "Agent", projects: ["loom"], expires_at: null };
    agentToken = (await createMcpToken(fixture.server.db, fixture.people.member.id, token)).token;
    client = await connect(fixture.server, agentToken);
  }, 120_000);
  afterAll(async () => {
    await client.close();
    await fixture.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** Every refusal has a sentence, and no answer can be a page. */
  const call = async (path: string) => {
    const { status, headers, body } = await fixture.server.call("GET", path, { token: fixture.people.member.token });
    expect([200, 400, 404], path).toContain(status);
    expect(headers.get("content-type"), path).toMatch(/^application\/(?:json|octet-stream)/);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    if (status === 404) expect(body).toEqual({ detail: expect.stringMatching(/\.$/), code: expect.any(String) });
    if (status === 400) expect(JSON.stringify(body)).toMatch(/\["[A-Z][^"]+"\]/);
    return { status, body };
  };
  const query = (given: Record<string, string | number>) =>
    new URLSearchParams(Object.entries({ repository: source, ...given }).map(([key, value]) => [key, String(value)]));
  const content = async (given: Record<string, string>) =>
    CodeContent.parse((await call(`projects/loom/code/content/?${query(given)}`)).body);
  const blame = async (given: Record<string, string>) =>
    CodeBlame.parse((await call(`code/loom/blame/?${query(given)}`)).body);
  const history = async (given: Record<string, string | number>) =>
    CodeHistory.parse((await call(`code/loom/history/?${query(given)}`)).body);
  const raw = (given: Record<string, string>) => call(`code/loom/raw/?${query(given)}`);
  const compare = async (given: Record<string, string>) =>
    CodeComparison.parse((await call(`code/loom/compare/?${query(given)}`)).body);
  const commit = async (hash: string) => CommitAnswer.parse((await call(`projects/loom/commits/${hash}/`)).body);
  const diff = async (hash: string, file?: number) =>
    CommitDiff.parse(
      (await call(`projects/loom/commits/${hash}/diff/?source=${source}${file === undefined ? "" : `&file=${file}`}`))
        .body,
    );
  const document = async (path: string) =>
    DocumentContent.parse(
      (await call(`projects/loom/documents/content/?${new URLSearchParams({ source, path })}`)).body,
    );

  describe("the API", () => {
    test.each(Object.entries(NAMES))("a name is a name: %s", async (_, path) => {
      expect(await content({ path })).toMatchObject({ kind: "text", path, text: TEXT });
      expect((await raw({ path })).body).toBe(TEXT);
      expect((await blame({ path })).ranges).toEqual([{ commit: 0, line: 1, original_line: 1, lines: 2 }]);
      expect((await history({ path })).entries[0]).toMatchObject({ hash: at.hostile, path });
      expect((await compare({ path, base: at.first })).diff.files).toMatchObject([{ path, change: "added" }]);
      expect(await document(path)).toMatchObject({ kind: "text", path, text: TEXT });
      if (!path.endsWith(".ts")) return;
      const position = new URLSearchParams({ project: "loom", source, path, line: "2", column: "15" });
      const { definitions } = Definitions.parse((await call(`definitions/?${position}`)).body);
      expect(definitions).toMatchObject([{ path, name: "woven" }]);
    });

    test("a path that is longer than an address may be is refused with the limit, and its folder lists it", async () => {
      const position = { project: "loom", source, path: TOO_LONG, line: "1", column: "1" };
      for (const address of [
        `projects/loom/code/content/?${query({ path: TOO_LONG })}`,
        `code/loom/raw/?${query({ path: TOO_LONG })}`,
        `code/loom/blame/?${query({ path: TOO_LONG })}`,
        `code/loom/history/?${query({ path: TOO_LONG })}`,
        `definitions/?${new URLSearchParams(position)}`,
      ])
        expect(await call(address)).toEqual({ status: 400, body: { path: ["Must be at most 4000 characters"] } });
      const { files } = await diff(at.hostile);
      expect(files.map(({ path }) => path)).toContain(TOO_LONG);
    });

    test("names that are no UTF-8 are listed, and have no address", async () => {
      const { entries } = await content({ path: "names" });
      expect(entries.filter(({ is_named: isNamed }) => !isNamed).map(({ path }) => path)).toEqual([DECODED, DECODED]);
      expect(await content({ path: "content/invalid.ts" })).toMatchObject({
        kind: "text",
        encoding: "unknown",
        text: "// caf\ufffd \ufffd\ufffd\nexport const odd = 1;\n",
      });
    });

    test.each(Object.entries(LINKS))("a link is described, and never followed: %s", async (path, target) => {
      const { inside } = target;
      const place = inside === undefined ? {} : { target_path: inside };
      expect(await content({ path })).toMatchObject({ kind: "link", target: target.text, text: null, ...place });
      expect((await raw({ path })).body).toMatchObject({ code: "code.no_file" });
      expect((await blame({ path })).status).toBe("missing");
      expect(await document(path)).toMatchObject({ kind: "link", text: target.text });
    });

    test("a submodule is a commit of another repository", async () => {
      const path = SUBMODULE;
      expect(await content({ path })).toMatchObject({ kind: "submodule", target: SUBMODULE_COMMIT });
      expect(await document(path)).toMatchObject({ kind: "submodule", text: SUBMODULE_COMMIT });
      expect((await raw({ path })).body).toMatchObject({ code: "code.no_file" });
      expect((await blame({ path })).status).toBe("missing");
      const files = (await diff(at.hostile)).files.filter((one) => one.path === path);
      expect(files).toMatchObject([{ kind: "submodule", change: "added" }]);
    });

    test.each(ABSENT)("a path that never was leads to the nearest folder: %s", async (path) => {
      const found = await content({ path });
      expect([found.kind, found.nearest?.folder]).toEqual(["missing", path === DECODED ? "names" : ""]);
      expect((await raw({ path })).body).toMatchObject({ code: "code.no_file" });
      expect((await blame({ path })).status).toBe("missing");
      expect((await history({ path })).status).toBe("missing");
      expect((await compare({ path, base: at.first })).diff.files).toEqual([]);
    });

    test("a file over the limits is shown up to them", async () => {
      const found = await content({ path: LARGE });
      expect(found).toMatchObject({ kind: "text", truncated: true, size: LARGE_BYTES });
      expect(found.text?.length).toBeLessThanOrEqual(1 << 20);
      expect(await raw({ path: LARGE })).toEqual({
        status: 400,
        body: { path: ["This file is larger than 50 MB. Open it at its host, or read it with git."] },
      });
      expect((await blame({ path: LARGE })).status).toBe("large");
      expect((await history({ path: LARGE })).status).toBe("shown");
      expect((await history({ path: LARGE, from: 1, to: 2 })).status).toBe("large");
      expect(await document(LARGE)).toMatchObject({ kind: "text", truncated: true });
    });

    test("a commit that changes everything is shown up to its limits, and each file by itself", async () => {
      const { files, total } = await diff(at.head);
      expect(total).toBe(WIDE.files + 1);
      expect(files.length).toBeLessThanOrEqual(MAX_DIFF_FILES);
      const shown = files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines)).length;
      expect(shown).toBeGreaterThan(1000);
      expect(shown).toBeLessThanOrEqual(4600);
      const long = files.find(({ path }) => path === "wide/lines.ts");
      expect(long).toMatchObject({ added: WIDE.lines, removed: WIDE.lines, folded: expect.any(String) });
      const alone = (await diff(at.head, long?.number)).files.find(({ path }) => path === "wide/lines.ts");
      const lines = alone?.hunks.flatMap((hunk) => hunk.lines).length ?? 0;
      expect(lines).toBeGreaterThan(shown);
      expect(lines).toBeLessThanOrEqual(20_600);
    });

    test("a message is a text, and reads as it was written", async () => {
      const { commit: found } = await commit(at.hostile);
      expect(`${found?.title}\n\n${found?.body}`.trim()).toBe(MESSAGE.trim());
      const of = (await content({})).readme;
      expect(of?.text).toContain("<script>alert(2)</script>");
    });

    test.each(REVISIONS)("a revision that never was: %s", async (revision) => {
      const path = "src/app.ts";
      expect(await content({ path, revision })).toMatchObject({ kind: "no_revision", text: null });
      expect((await raw({ path, revision })).body).toMatchObject({ code: "code.no_revision" });
      expect((await blame({ path, revision })).status).toBe("missing");
      expect((await history({ path, revision })).status).toBe("missing");
      expect((await compare({ base: revision })).status).toBe("no_base");
      expect((await compare({ base: "main", head: revision })).status).toBe("no_head");
    });
  });

  describe("the tools of agents", () => {
    const outside = (text: string): string => text.replaceAll(/<untrusted id="(\w+)">[^]*?<\/untrusted id="\1">/g, "");
    /** Every answer is a text without orders, and what others wrote is inside of the fence. */
    const ask = async (tool: string, given: Record<string, unknown>) => {
      const told = await tell(client, tool, given);
      expect(told.text, tool).not.toMatch(ORDERS);
      // A refusal may name the revision that the agent itself gave.
      const words = outside(told.text).replaceAll(String(given["revision"]).replaceAll(ALL_ORDERS, ""), "");
      expect(words, tool).not.toMatch(/<(?:img|script)|alert|red/);
      expect(told.text, tool).not.toContain("Error (failed)");
      return told;
    };

    test.each(Object.entries(NAMES))("a name is a name: %s", async (_, path) => {
      for (const [tool, given] of [
        ["get_file", {}],
        ["blame", {}],
        ["log", {}],
        ["connected", { kind: "file" }],
      ] as const)
        expect([tool, (await ask(tool, { path, ...given })).isError]).toEqual([tool, false]);
      const told = await ask("find_definition", { path, line: 2, name: "woven" });
      expect(told.isError).toBe(false);
    });

    test.each([
      ["loop", "This is a symbolic link, which is not followed. Its target:"],
      ["absolute", "This is a symbolic link, which is not followed. Its target:"],
      [SUBMODULE, "This is a submodule: commit bbbbbbb of another repository"],
      ["never/was.ts", "There is no such file or page."],
      [TOO_LONG, "4000 characters"],
    ])("get_file reports why there is nothing to read: %s", async (path, words) => {
      const told = await ask("get_file", { path });
      expect([told.isError, told.text]).toEqual([true, expect.stringContaining(words)]);
    });

    test("commits, folders and revisions", async () => {
      for (const hash of [at.head, at.hostile, at.first])
        expect((await ask("get_commit", { hash })).isError).toBe(false);
      expect((await ask("get_commit", { hash: NEVER })).text).toContain("The project has no such commit.");
      for (const path of ["", "names", "long"]) expect((await ask("list_directory", { path })).isError).toBe(false);
      expect((await ask("get_file", { path: LARGE })).text).toContain("longer than the first megabyte");
      for (const revision of REVISIONS)
        for (const tool of ["get_file", "blame", "log"])
          expect((await ask(tool, { path: "src/app.ts", revision })).isError).toBe(true);
    });
  });

  /** Runs the command line as a shell does. */
  const clew = async (args: readonly string[], input = "") => {
    const entry = productEntry("clew");
    const { PATH } = process.env;
    const env = { PATH, XDG_CONFIG_HOME: home, CLEW_URL: fixture.server.url, CLEW_TOKEN: agentToken };
    const child = spawn(process.execPath, [entry, ...args], { env });
    child.stdin.end(input);
    const [out, said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    expect(out, args.join(" ")).not.toMatch(ORDERS);
    expect(said, args.join(" ")).not.toMatch(ORDERS);
    expect(said).not.toMatch(/ {4}at /);
    return { status: child.exitCode, out, said };
  };

  test("the shell gets neither orders nor a trace of a failure", async () => {
    const paths = [...Object.values(NAMES), ...Object.keys(LINKS), SUBMODULE, TOO_LONG, ...ABSENT];
    const input = paths.map((path) => `${JSON.stringify({ path })}\n`).join("");
    const ways = [[], ["--repo", join(fixture.server.dataDir, "loom")]];
    const runs = ways.flatMap((way) => (["blame", "log"] as const).map((command) => ({ command, way })));
    for (const { command, way } of runs) {
      const { out } = await clew([command, ...way], input);
      const answers = out
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(answers).toHaveLength(paths.length);
      Object.values(NAMES).forEach((path, at) => {
        const list = answers[at]?.["lines"] ?? answers[at]?.["commits"];
        expect(list, `${command} ${path}`).toContainEqual(expect.objectContaining({ path }));
      });
    }
    for (const way of ways) {
      expect((await clew(["log", LARGE, ...way])).status).toBe(0);
      expect((await clew(["blame", NAMES.escapes, "--human", ...way])).out).toContain("woven");
      expect((await clew(["log", NAMES.newline, "--human", ...way])).out).toContain("<img src=x");
      expect(await clew(["blame", "\u001b[2Jgone\u202e.ts", ...way])).toMatchObject({ status: 1, out: "" });
      expect(await clew(["log", "src/app.ts", "--rev", "\u001b[2Jgone\u202e", ...way])).toMatchObject({
        status: 1,
        out: "",
      });
    }
  });

  test("a commit that was pushed away is one that never was", async () => {
    const path = "src/app.ts";
    const again = forcePush(join(fixture.server.dataDir, "loom"));
    await fixture.sync();
    expect(await content({ path })).toMatchObject({ text: "// rewritten\n", revision: { hash: again } });
    for (const revision of [at.head, at.head.slice(0, 10)]) {
      expect((await content({ path, revision })).kind).toBe("no_revision");
      expect((await raw({ path, revision })).body).toMatchObject({ code: "code.no_revision" });
      expect((await blame({ path, revision })).status).toBe("missing");
      expect((await history({ path, revision })).status).toBe("missing");
      expect((await compare({ base: revision })).status).toBe("no_base");
      expect((await commit(revision)).status).toBe("missing");
      expect((await diff(revision)).status).toBe("unavailable");
      const told = await tell(client, "get_commit", { hash: revision });
      expect([told.isError, told.text]).toEqual([true, expect.stringContaining("The project has no such commit.")]);
      expect(await clew(["log", path, "--rev", revision])).toMatchObject({ status: 1, out: "" });
    }
  });

  test("and none of the answers was a failure of this server", () => {
    expect(fixture.server.log.filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= 50)).toEqual([]);
  });
});
