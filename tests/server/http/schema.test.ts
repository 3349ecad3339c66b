/** The description of the API: whole, sound, and true of the answers. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import type { OpenApi } from "../../../server/http/openapi/openApi.ts";
import { descriptionsText } from "../../../scripts/contractDescriptions.ts";
import { addProject } from "../rows.ts";
import { addPeople, startTestServer, type TestServer } from "./testServer.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; description?: string; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

let server: TestServer;
let description: OpenApi;
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

beforeAll(async () => {
  server = await startTestServer("pglite");
  description = (await server.call("GET", "schema/")).body as OpenApi;
  ajv.addSchema({ $id: "clew", components: description.components });
});
afterAll(() => server.stop());

/** A schema whose references lead to the components, which are compiled once for all. */
const rooted = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"clew#/components/')) as object;

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as object as Operation,
    })),
  );

test("has every call of the contract, once, and no other", () => {
  const described = operations().map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
  const wanted = Object.entries(endpoints).map(
    ([name, { method, path }]) =>
      `${name} ${method.toLowerCase()} /${path.replaceAll(/:(\w+)/g, "{$1}").replace(/\/$/, "")}`,
  );
  expect(described.toSorted()).toEqual(wanted.toSorted());
});

test("names every part of a path, and every schema in it can be used", () => {
  for (const { path, operation } of operations()) {
    const named = (operation.parameters ?? []).filter((one) => one.in === "path").map(({ name }) => `{${name}}`);
    const parts = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    expect([path, parts.filter(({ description: about }) => !about)]).toEqual([path, []]);
    expect([path, named]).toEqual([path, path.match(/\{\w+\}/g) ?? []]);
    const schemas = [
      ...(operation.parameters ?? []).map(({ schema }) => schema),
      ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
        Object.values(one?.content ?? {}).map(({ schema }) => schema),
      ),
    ];
    for (const schema of schemas) expect(() => ajv.compile(rooted(schema))).not.toThrow();
  }
});

test("what calls share is a component that has a name, and the descriptions of the contract", () => {
  const schemas = description.components["schemas"] as Record<
    string,
    { description?: string; properties?: Record<string, { description?: string }> }
  >;
  const names = Object.keys(schemas);
  const used = new Set(
    [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  );
  expect(names.filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !names.includes(name ?? ""))).toEqual([]);
  const issuePage = description.paths["/projects/{id}/issues/{issueId}"]?.["get"] as object as Operation;
  const { schema } = issuePage.responses["200"]?.content?.["application/json"] ?? {};
  expect(schema).toEqual({ $ref: "#/components/schemas/Issue" });
  expect(schemas["Issue"]?.properties?.["timeline"]?.description).toContain("oldest first");
});

test("every call has a group, a description, and answers for what can go wrong", () => {
  const tags = description.tags.map(({ name }) => name);
  const failing = operations().filter(({ operation }) => {
    const {
      tags: own,
      description: about,
      responses,
    } = operation as Operation & { tags: string[]; description: string };
    return !tags.includes(own[0] ?? "") || !about.endsWith(".") || !("429" in responses) || !("default" in responses);
  });
  expect(failing.map(({ path }) => path)).toEqual([]);
  expect(
    tags.filter((tag) => !operations().some(({ operation }) => (operation as { tags?: string[] }).tags?.includes(tag))),
  ).toEqual([]);
});

test("the descriptions are the comments of the contract; `npm run descriptions` writes them", () => {
  expect(
    readFileSync(join(import.meta.dirname, "../../../server/http/openapi/contractDescriptions.json"), "utf8"),
  ).toBe(descriptionsText());
});

test("every module of the contract with schemas is named", () => {
  const named = readFileSync(join(import.meta.dirname, "../../../server/http/openapi/namedSchemas.ts"), "utf8");
  const folder = join(import.meta.dirname, "../../../contract");
  const withSchemas = globSync("*.ts", { cwd: folder }).filter(
    (file) =>
      file !== "endpoints.ts" &&
      /^export const [A-Z]\w+ = (?:z\.(?:object|enum|union|discriminatedUnion)\(|[A-Z]\w+\.extend\()/m.test(
        readFileSync(join(folder, file), "utf8"),
      ),
  );
  expect(withSchemas.filter((file) => !named.includes(`/contract/${file}`))).toEqual([]);
});

test("is true of real answers", async () => {
  const { companyId, admin } = await addPeople(server.db, { plan: "Enterprise" });
  await addProject(server.db, { companyId, ownerId: admin.id, slug: "loom" });
  const requests = [
    "users/me/",
    "users/dashboard/",
    "projects/",
    "projects/loom/",
    "projects/loom/issues/",
    "installation/",
  ];
  for (const path of [...requests, "projects/loom/search/?q=a", "users/mcp-tokens/", "companies/"]) {
    const { status, body } = await server.call("GET", path, { token: admin.token });
    const key = `/${path.replace(/\?.*/, "").replace("loom", "{id}").replace(/\/$/, "")}`;
    const operation = description.paths[key]?.["get"] as object as Operation;
    const schema = operation.responses[String(status)]?.content?.["application/json"]?.schema ?? false;
    const fits = ajv.compile(schema === false ? schema : rooted(schema));
    expect([path, status, status === 200 ? null : body]).toEqual([path, 200, null]);
    expect([path, fits(body), fits.errors]).toEqual([path, true, null]);
  }
});
