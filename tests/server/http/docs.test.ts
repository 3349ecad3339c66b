/** The documentation page of the API: complete, without scripts, and its examples work. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints, endpointsWith } from "../../../contract/endpoints.ts";
import { EXAMPLES } from "../../../server/http/openapi/examples.ts";
import type { OpenApi } from "../../../server/http/openapi/openApi.ts";
import { typeOf } from "../../../server/http/openapi/typeWords.ts";
import { type McpProject, startMcpProject } from "../mcp/mcpProject.ts";

const run = promisify(execFile);
let project: McpProject;
let page: string;
let headers: Headers;

beforeAll(async () => {
  project = await startMcpProject("pglite");
  const answer = await fetch(`${project.server.url}/api/v1/docs/`);
  headers = answer.headers;
  page = await answer.text();
});
afterAll(() => project.stop());

test("has every call with its words, and names those that an MCP token may call", () => {
  const calls = [...page.matchAll(/<details id="(\w+)">\s*<summary>([^]*?)<\/summary>/g)];
  expect(calls.map(([, name]) => name ?? "").toSorted()).toEqual(Object.keys(endpoints).toSorted());
  const forAgents = calls.filter(([, , words]) => words?.includes('class="mark">token<')).map(([, name]) => name ?? "");
  expect(forAgents.toSorted()).toEqual(endpointsWith("agents", true).toSorted());
  expect(calls.filter(([, , words]) => !/class="what">[A-Z]/.test(words ?? ""))).toEqual([]);
});

test("needs no script, and one style sheet that its own policy allows", async () => {
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toContain("style-src 'self'");
  expect(page).not.toMatch(/<script|\sstyle=|\son\w+=/);
  const loaded = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href ?? "");
  expect(loaded).toHaveLength(1);
  const style = await fetch(project.server.url + (loaded[0] ?? ""));
  expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(EXAMPLES.map((example) => [example.title, example] as const))("example: %s", async (_, example) => {
  const { secret } = await project.token();
  const env = { PATH: process.env["PATH"] ?? "", CLEW: project.server.url, TOKEN: secret, PROJECT: "sample" };
  const { stdout } = await run("bash", ["-c", example.command], { env });
  expect(stdout).toMatch(example.answers);
  expect(page).toContain(example.title);
});

test("names who may make a call", async () => {
  const { paths } = (await project.server.call("GET", "schema/")).body as OpenApi;
  const security = (path: string, method: string) => paths[path]?.[method]?.["security"];
  expect(security("/projects/{id}/search", "get")).toEqual([{ token: [] }, { agent: [] }, { personal: [] }]);
  expect(security("/projects/{id}/sync", "post")).toEqual([{ token: [] }, { personal: [] }]);
  expect(security("/users/change-password", "post")).toEqual([{ token: [] }]);
  expect(security("/users/login", "post")).toEqual([]);
});

test.each([
  [{ type: "string", format: "date-time" }, "string (date-time)"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
  [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  [
    { type: "object", properties: { a: { type: "number" }, b: { const: true } }, required: ["a"] },
    "{ a: number, b?: true }",
  ],
  [{ type: "object", additionalProperties: { type: "integer" } }, "{ [name]: integer }"],
  [{ $ref: "#/$defs/Node" }, "Node"],
])("a schema is read as a type: %j", (schema, words) => {
  expect(typeOf(schema)).toBe(words);
});
