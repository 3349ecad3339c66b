/** An agent that has an issue and wants the reason: from a text to the code, its callers and its history, within a budget. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { tokensOf } from "../../../server/mcp/tokenBudget.ts";
import { onEachDatabase } from "../testDb.ts";
import { connect, type McpProject, startMcpProject, tell } from "./mcpProject.ts";

/** Tokens for all answers of the chain. */
const BUDGET = 4000;

onEachDatabase("questions about unknown code", (engine) => {
  let project: McpProject;
  let client: Client;
  let spent = 0;
  beforeAll(async () => {
    project = await startMcpProject(engine);
    client = await connect(project.server, (await project.token()).secret);
  });
  afterAll(async () => {
    await client.close();
    await project.stop();
  });
  const ask = async (name: string, given: Record<string, unknown>): Promise<string> => {
    const { text, data, isError } = await tell(client, name, { max_tokens: 600, ...given });
    expect([name, isError, isError ? text : ""]).toEqual([name, false, ""]);
    spent += tokensOf(text) + tokensOf(JSON.stringify(data ?? {}));
    return text;
  };

  test("each answer has what the next question needs, and all of them fit the budget", async () => {
    const [, path = "", line = "", name = ""] =
      /likely places[^:]*: (\S+?):(\d+) (\w+)/.exec(await ask("get_issue", { issue: "#1" })) ?? [];
    expect([path, name]).toEqual(["src/http/client.ts", expect.any(String)]);
    expect(await ask("list_directory", { path: "src/http" })).toContain("file src/http/retryPolicy.ts");
    const grep = await ask("grep", { pattern: "throw new \\w+Error", path: "src/" });
    const [, thrownAt = ""] = /client\.ts:(\d+):/.exec(grep) ?? [];
    const thrown = { path, line: Number(thrownAt), name: "RedirectLoopError" };
    const [, definedAt = ""] = /client\.ts:(\d+)/.exec(await ask("find_definition", thrown)) ?? [];
    expect(await ask("get_file", { path, from_line: Number(definedAt), to_line: Number(definedAt) })).toContain(
      "class RedirectLoopError extends Error",
    );
    expect(await ask("get_file", { path, symbol: "followRedirects" })).toContain(
      'throw new RedirectLoopError("too many',
    );
    const followed = { path, line: 9, name: "followRedirects" };
    expect(await ask("find_references", followed)).toMatch(
      /tests\/client\.test\.ts[^]*HttpClient\(\)\.followRedirects/,
    );
    expect(await ask("find_references", { ...followed, calls: true })).toContain("called by HttpClient.send");
    expect(await ask("get_commit", { hash: "74872c413b" })).toContain("First version of the client");
    expect(line).not.toBe("");
    expect(spent).toBeLessThan(BUDGET);
  });

  test("a regular expression is read to its last line, with counts", async () => {
    const seen: string[] = [];
    for (let offset = 0, next: string | undefined = "0"; next !== undefined; offset = Number(next)) {
      const { text, data } = await tell(client, "grep", { pattern: "redirect", case: "no", offset });
      seen.push(...[...text.matchAll(/^(\S+):\d+: /gm)].map((match) => match[1] ?? ""));
      next = /offset=(\d+)/.exec(text)?.[1];
      expect(data).toMatchObject({ count: expect.any(Number) });
    }
    expect(new Set(seen)).toContain("dist/client.min.js");
    expect(seen.length).toBeGreaterThan(6);
    const wrong = await tell(client, "grep", { pattern: "(" });
    expect([wrong.isError, wrong.data]).toMatchObject([true, { error: { code: "invalid_arguments" } }]);
  });

  test("a name that is not in the line, and a revision that is in no index, are reported in a sentence", async () => {
    const at = { path: "src/http/client.ts", line: 1, name: "followRedirects" };
    expect((await tell(client, "find_definition", at)).text).toContain("Lines of the file that have it: 6, 9");
    const later = await tell(client, "find_references", { ...at, line: 9, revision: "v9" });
    expect([later.isError, later.data]).toMatchObject([true, { error: { code: "not_found" } }]);
  });
});
