/** An agent that has an issue and wants the reason: from a text to the code, its callers and its history, within a budget. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { tokensOf } from "../../../server/mcp/tokenBudget.ts";
import { onOneDatabase } from "../testDb.ts";
import { readToEnd } from "./answerPages.ts";
import { connect, type McpProject, startMcpProject, tell } from "./mcpProject.ts";

/** Tokens for all answers of the chain. */
const BUDGET = 4000;

onOneDatabase("questions about unknown code", (engine) => {
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
    const [, line = "", path = "", name = ""] =
      /likely place[^,:]*, line (\d+): "(\S+?)", "([\w.]+)"/.exec(await ask("get_issue", { issue: "#1" })) ?? [];
    expect([path, name]).toEqual(["src/http/client.ts", expect.any(String)]);
    expect(await ask("list_directory", { path: "src/http" })).toContain("file src/http/retryPolicy.ts");
    const grep = await ask("grep", { pattern: "throw new \\w+Error", path: "src/" });
    const [, thrownAt = ""] = /client\.ts \[sample\]\n {2}(\d+):/.exec(grep) ?? [];
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

  /** Every line of a pattern as `path:line`, in pages of this many tokens. */
  async function everyLine(pattern: string, tokens: number): Promise<string[]> {
    const pages = await readToEnd(async (place) => {
      const answer = await tell(client, "grep", { pattern, case: "no", max_tokens: tokens, ...place });
      expect([answer.isError, tokensOf(answer.text) <= tokens]).toEqual([false, true]);
      return answer;
    });
    return pages
      .flatMap(({ data }) => data?.["files"] as { path: string; lines: number[] }[])
      .flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`));
  }

  test("a regular expression is read to its last line within any budget, and counted", async () => {
    const whole = await everyLine(".", 20_000);
    expect(whole).toContain("dist/client.min.js:1");
    expect(new Set(whole).size).toBe(whole.length);
    expect(await everyLine(".", 300)).toEqual(whole);
    const counted = await tell(client, "grep", { pattern: ".", counts: true });
    expect(counted.data).toMatchObject({ count: whole.length, next: null });
    const ofOne = whole.filter((one) => one.startsWith("src/http/client.ts:")).length;
    expect(counted.text).toContain(`src/http/client.ts [sample]: ${ofOne}\n`);
    const filesIn = async (path: string) =>
      (await tell(client, "grep", { pattern: ".", path, max_tokens: 20_000 })).data?.["files"] as { path: string }[];
    expect(await filesIn("src/http/client")).toEqual([]);
    expect((await filesIn("src/http/client.ts")).map(({ path }) => path)).toEqual(["src/http/client.ts"]);
    expect((await filesIn("src/http")).length).toBeGreaterThan(1);
    expect(await filesIn("./src/http/")).toEqual(await filesIn("src/http"));
    const wrong = await tell(client, "grep", { pattern: "(" });
    expect([wrong.isError, wrong.data]).toMatchObject([true, { error: { code: "invalid_arguments" } }]);
  });

  test("a name that is not in the line, and a revision that is in no index, are reported in a sentence", async () => {
    const at = { path: "src/http/client.ts", line: 1, name: "followRedirects" };
    expect((await tell(client, "find_definition", at)).text).toContain("Lines of the file that have it: 6, 9");
    // Letters that are no letters of a pattern are matched as they are.
    for (const name of ["cafe\u0301", "a.b*(c", "\u200b"])
      expect((await tell(client, "find_definition", { ...at, name })).text).toContain("The file does not have it");
    const later = await tell(client, "find_references", { ...at, line: 9, revision: "v9" });
    expect([later.isError, later.data]).toMatchObject([true, { error: { code: "not_found" } }]);
  });
});
