/** An agent in a project with two repositories, without naming either of them. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { createMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { type SearchServer, startSearchServer } from "../features/search/searchServer.ts";
import { git, makeRepository } from "../sources/gitFixture.ts";
import { onOneDatabase } from "../testDb.ts";
import { connect, tell } from "./mcpProject.ts";

const CORE = "export function compute(x: number): number {\n  return x * 2;\n}\n";
const HALF =
  "export function half(x: number): number { return compute(x) / 4; }\nexport const secretToken = compute(3) + compute(4);\nexport const other = compute(5);\n";
const USE = `import { compute } from "./core.ts";\n\nexport const used = compute(3);\n`;

onOneDatabase("several repositories", (engine) => {
  let fixture: SearchServer;
  let client: Client;
  let folder: string;
  const ask = async (name: string, given: Record<string, unknown>) => {
    const { text, isError } = await tell(client, name, { max_tokens: 8000, ...given });
    expect([name, isError, isError ? text : ""]).toEqual([name, false, ""]);
    return text;
  };
  const refused = async (name: string, given: Record<string, unknown>) => {
    const { text, isError } = await tell(client, name, given);
    expect(isError).toBe(true);
    return text;
  };

  beforeAll(async () => {
    fixture = await startSearchServer(engine);
    folder = join(fixture.server.dataDir, "loom");
    makeRepository(
      folder,
      [
        { message: "First", files: { "src/core.ts": "export function early(): void {}\n", "src/old.ts": USE } },
        { message: "Rename", files: { "src/old.ts": null, "src/use.ts": USE, "src/core.ts": CORE + HALF } },
        { message: "Binary", files: { "bin.dat": "\0\u0001\0", "gone.txt": "once\n" } },
        { message: "Remove", files: { "gone.txt": null } },
      ],
      { from: git(folder, "rev-parse", "main") },
    );
    git(folder, "tag", "v1", "main~2");
    git(folder, "tag", "v2", "main");
    await fixture.sync();
    await fixture.link("shed", {
      "README.md": "A shed.\n",
      "src/shed.ts": "export const door = 1;\n",
      "notes/src": "What lies in there.\n",
    });
    const { db } = fixture.server;
    await db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    const made = await createMcpToken(db, fixture.people.member.id, {
      name: "Agent",
      projects: ["loom"],
      expires_at: null,
    });
    client = await connect(fixture.server, made.token);
  }, 120_000);
  afterAll(async () => {
    await client.close();
    await fixture.stop();
  });

  test("a path is found in the repository that has it, at any revision", async () => {
    expect(await refused("get_file", { path: "bin.dat" })).toContain("no text to show (binary");
    expect(await refused("get_file", { path: "gone.txt" })).toContain("was removed by commit");
    expect(await refused("get_file", { path: "src/none.ts" })).toContain("no such file");
    expect(await ask("get_file", { path: "src/old.ts", revision: "main~3" })).toContain("compute(3)");
    expect(await ask("get_file", { path: "src/core.ts", revision: "v1" })).toContain("compute");
    expect(await ask("blame", { path: "src/old.ts", revision: "main~3" })).toContain("First");
    expect(await ask("log", { path: "src/use.ts" })).toContain("Rename");
    expect(await refused("get_file", { path: "src/core.ts", revision: "v9" })).toContain(
      "No repository has a branch, tag or commit v9",
    );
    const several = await refused("get_file", { path: "README.md" });
    expect(several).toContain("README.md in loom; README.md in shed");
    expect(await ask("get_file", { path: "README.md", source: "shed" })).toContain("A shed.");
    // One of the two repositories has the tag.
    expect(await ask("get_file", { path: "README.md", revision: "v1" })).toContain("A loom.");
  });

  test("a page or file is found by its title before a folder of that name", async () => {
    expect(await ask("get_document", { path: "src" })).toContain("What lies in there.");
  });

  test("experts of a path are those of the repository that is named", async () => {
    expect(await ask("recommend_experts", { path: "README.md" })).toMatch(
      /2 repositories have this path[^]*Repository: loom\nRepository: shed\n/,
    );
    const one = await ask("recommend_experts", { path: "README.md", source: "shed" });
    expect(one).not.toContain("give source for one");
    expect(one).toContain("score");
    expect(await refused("recommend_experts", { path: "src/core.ts", source: "shed" })).toBe(
      "Error (not_found): The repository does not have this path.",
    );
    expect(await ask("recommend_experts", { path: "./src/core.ts/" })).toContain("score");
    expect(await refused("recommend_experts", { path: "README.md", source: "attic" })).toContain("loom (repository)");
    expect(await refused("recommend_experts", { query: "core", source: "shed" })).toContain("source: ");
  });

  test("two revisions are compared in the repository that has both", async () => {
    // v1 is "Rename": two commits later a file has come, and one has come and gone.
    const { text, data } = await tell(client, "compare", { base: "v1", head: "v2", max_tokens: 8000 });
    expect(data).toMatchObject({ files: ["bin.dat"], commits: 2, next: null });
    expect(text).toMatch(/^2 commits, 1 file\.\n<untrusted [^\n]*\nPage: \S+code\/loom\?compare=[0-9a-f]{40}/);
    expect(text).toMatch(/commit: [0-9a-f]{40} \S+ [^\n]+: Remove\ncommit: [0-9a-f]{40} \S+ [^\n]+: Binary\n/);
    const one = await ask("compare", { base: "main~3", path: "src/core.ts", source: "loom" });
    expect(one).toContain("-export function early(): void {}");
    expect(one).not.toContain("+import { compute }");
    expect(await refused("compare", { base: "main~3", path: "README.md", source: "loom" })).toContain(
      "It does not change this file.",
    );
    expect(await refused("compare", { base: "main" })).toMatch(
      /source: Several repositories have both[^]*loom[^]*shed/,
    );
    expect(await refused("compare", { base: "v9" })).toContain("No repository has a branch, tag or commit v9");
    expect(await refused("compare", { base: "v1", head: "v9" })).toContain("branch, tag or commit v9");
  });

  test("folders and what is connected are found without a source too", async () => {
    expect(await refused("list_directory", { path: "src" })).toContain("src in loom; src in shed");
    expect(await ask("list_directory", { path: "src", source: "loom" })).toContain("file src/core.ts");
    expect(await ask("list_directory", {})).toContain("source loom");
    expect(await refused("list_directory", { path: "nowhere" })).toContain("no such folder");
    expect(await ask("connected", { kind: "file", path: "src/core.ts" })).toContain("Rename");
    expect(await ask("connected", { kind: "function", path: "src/core.ts", id: "compute" })).not.toContain(
      "nothing of",
    );
    expect(await refused("connected", { kind: "file", path: "README.md" })).toContain("README.md in shed");
    expect(await refused("connected", { kind: "file", path: "none.ts" })).toContain("nothing of this name");
  });

  test("a name is found at every name of the indexed commit, and another revision is named as not indexed", async () => {
    const at = { path: "src/use.ts", line: 3, name: "compute" };
    for (const revision of [undefined, "HEAD", "main", "v2", "main~0", git(folder, "rev-parse", "main")])
      for (const tool of ["find_definition", "find_references"])
        expect(await ask(tool, { ...at, revision })).toContain("src/core.ts");
    const early = await refused("find_definition", { ...at, revision: "v1" });
    expect(early).toMatch(/The files of v1 are not indexed\.[^]*<untrusted [^\n]*\nloom main \w{7}, shed main/);
    expect(early).not.toContain("does not have it");
  });

  test("a definition of one line has no line after it, and calls have the path once", async () => {
    const half = { path: "src/core.ts", line: 4, name: "half" };
    const text = await ask("find_definition", { ...half, source: "loom" });
    expect(text).toContain("export function half(x: number): number");
    expect(text).not.toContain("secretToken");
    const given = { path: "src/core.ts", line: 1, name: "compute", calls: true };
    const { text: calls, data } = await tell(client, "find_references", given);
    expect(calls).toContain("outside of any function: src/core.ts:5, 6\n");
    const use = { repository: "loom", path: "src/use.ts", lines: [3] };
    const inCore = (lines: readonly number[]) => ({ repository: "loom", path: "src/core.ts", lines });
    expect(data).toMatchObject({ count: 3, files: [inCore([4, 5, 6]), use] });
    const rest = await tell(client, "find_references", { ...given, skip: 1 });
    expect(rest.data).toMatchObject({ count: 3, files: [inCore([5, 6]), use] });
  });

  test("the body of a symbol is that of the revision", async () => {
    const text = await ask("get_file", { path: "src/core.ts", symbol: "early", revision: "main~3" });
    expect(text).toContain("1: export function early");
    expect(await refused("get_file", { path: "src/core.ts", symbol: "compute", revision: "main~3" })).toMatch(
      /It defines:\n<untrusted [^\n]*\nearly\n/,
    );
  });
});
