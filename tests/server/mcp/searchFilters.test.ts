/** A search that finds nothing names the filter or the revision that is the reason, and symbols are found by their names alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { connect, type McpProject, startMcpProject, tell } from "./mcpProject.ts";

let project: McpProject;
let client: Client;
beforeAll(async () => {
  project = await startMcpProject("pglite");
  client = await connect(project.server, (await project.token()).secret);
});
afterAll(async () => {
  await client.close();
  await project.stop();
});
const ask = (name: string, given: Record<string, unknown>) => tell(client, name, given);

test("filters that leave nothing are named with the results without them, and kinds with their numbers", async () => {
  const byArgument = await ask("search", { query: "redirect loop", kind: ["person"] });
  expect(byArgument.text).toMatch(
    /Nothing matches\.\nThe filters removed \d+ results\. There are: without kind:person \d+\./,
  );
  expect(byArgument.text).toMatch(/By kind: .*\bcode \d+/);
  const byQuery = await ask("search", { query: "redirect kind:person loop" });
  expect(byQuery.text).toMatch(/without kind:person \d+/);
  expect(byQuery.text).toMatch(/By kind: .*\bcode \d+/);
  const byPath = await ask("search", { query: "redirect path:nowhere/" });
  expect(byPath.text).toMatch(/without path:nowhere\/ \d+/);
});

test("a revision that is not indexed is refused with what reads it", async () => {
  const { isError, text, data } = await ask("search", { query: "redirect ref:v9" });
  expect([isError, data]).toMatchObject([true, { error: { code: "not_found" } }]);
  expect(text).toContain("not indexed for search: v9");
  expect(text).toContain("get_file, list_directory, compare, blame and log");
  expect(text).not.toContain("yet");
});

test("a symbol in a file of the name that was asked for is no symbol of this name", async () => {
  const { text, data } = await ask("find_symbol", { name: "client" });
  expect(text).toContain("HttpClient");
  const names = ((data?.["symbols"] ?? []) as { name: string }[]).map(({ name }) => name);
  expect(names.filter((name) => !name.toLowerCase().includes("client"))).toEqual([]);
  expect(data?.["total"]).toBe(names.length);
});

test("grep refuses a pattern that matches across lines alone", async () => {
  const { isError, text } = await ask("grep", { pattern: "class\\nexport" });
  expect([isError, text]).toEqual([true, expect.stringContaining("requires a line break")]);
  const other = await ask("grep", { pattern: "HttpClient\\n?" });
  expect([other.isError, other.text]).toEqual([false, expect.stringContaining("src/http/client.ts")]);
});
