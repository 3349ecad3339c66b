/** The description of the API: whole, sound, and true of the answers. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import type { OpenApi } from "../../../server/http/openapi/openApi.ts";
import { addProject } from "../rows.ts";
import { addPeople, startTestServer, type TestServer } from "./testServer.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; schema: object }[];
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
});
afterAll(() => server.stop());

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
    ([name, { method, path }]) => `${name} ${method.toLowerCase()} /${path.replaceAll(/:(\w+)/g, "{$1}")}`,
  );
  expect(described.toSorted()).toEqual(wanted.toSorted());
});

test("names every part of a path, and every schema in it can be used", () => {
  for (const { path, operation } of operations()) {
    const named = (operation.parameters ?? []).filter((one) => one.in === "path").map(({ name }) => `{${name}}`);
    expect([path, named]).toEqual([path, path.match(/\{\w+\}/g) ?? []]);
    const schemas = [
      ...(operation.parameters ?? []).map(({ schema }) => schema),
      ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
        Object.values(one?.content ?? {}).map(({ schema }) => schema),
      ),
    ];
    for (const schema of schemas.filter((one) => !("$ref" in one))) expect(() => ajv.compile(schema)).not.toThrow();
  }
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
    const key = `/${path.replace(/\?.*/, "").replace("loom", "{id}")}`;
    const operation = description.paths[key]?.["get"] as object as Operation;
    const schema = operation.responses[String(status)]?.content?.["application/json"]?.schema ?? false;
    const fits = ajv.compile(schema);
    expect([path, fits(body), fits.errors]).toEqual([path, true, null]);
  }
});
