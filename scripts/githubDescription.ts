/**
 * Takes from GitHub's published description of its REST API what the tests compare the simulated host with, and writes it to
 * tests/fixtures/github/description.json:
 *
 *     npm pack @octokit/openapi@23.0.2 && tar -xzf octokit-openapi-*.tgz && node scripts/githubDescription.ts package/generated/api.github.com.json
 *
 * The whole package has 400 MB, and these answers and bodies half a megabyte. A test that needs another one adds its row to `USED`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TARGET = join(import.meta.dirname, "../tests/fixtures/github/description.json");
const ISSUE = "/repos/{owner}/{repo}/issues/{issue_number}";
const ISSUES = "/repos/{owner}/{repo}/issues";
const PULLS = "/repos/{owner}/{repo}/pulls";

/** The path, and of each method the statuses of its answers; `body` is what is sent. */
const USED: readonly (readonly [path: string, used: Readonly<Record<string, readonly (number | "body")[]>>])[] = [
  ["/app", { get: [200] }],
  ["/app/installations/{installation_id}", { get: [200] }],
  ["/rate_limit", { get: [200] }],
  ["/user", { get: [200, 401] }],
  ["/repos/{owner}/{repo}", { get: [200, 301, 404] }],
  ["/repos/{owner}/{repo}/assignees", { get: [200] }],
  ["/repos/{owner}/{repo}/check-runs", { post: ["body"] }],
  ["/repos/{owner}/{repo}/collaborators/{username}/permission", { get: [200] }],
  ["/repos/{owner}/{repo}/labels", { get: [200] }],
  ["/repos/{owner}/{repo}/milestones", { get: [200] }],
  ["/repos/{owner}/{repo}/releases", { get: [200] }],
  [ISSUES, { get: [200, 422] }],
  [`${ISSUES}/comments`, { get: [200] }],
  [`${ISSUES}/comments/{comment_id}`, { patch: [200] }],
  [`${ISSUES}/comments/{comment_id}/reactions`, { post: [201, 422] }],
  [`${ISSUES}/events`, { get: [200] }],
  [ISSUE, { get: [200, 404], patch: [200, 422, "body"] }],
  [`${ISSUE}/assignees`, { post: [201, "body"], delete: [200, "body"] }],
  [`${ISSUE}/comments`, { get: [200], post: [201, 422, "body"] }],
  [`${ISSUE}/dependencies/blocked_by`, { get: [200] }],
  [`${ISSUE}/labels`, { post: [200, "body"] }],
  [`${ISSUE}/labels/{name}`, { delete: [200] }],
  [PULLS, { get: [200, 422] }],
  [`${PULLS}/{pull_number}`, { get: [200] }],
  [`${PULLS}/{pull_number}/files`, { get: [200] }],
  [`${PULLS}/{pull_number}/reviews`, { get: [200] }],
];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const source = process.argv[2];
if (source === undefined) {
  console.error("usage: node scripts/githubDescription.ts FILE");
  process.exit(2);
}
const description = JSON.parse(readFileSync(source, "utf8")) as { [name: string]: Json };
const schemas: Record<string, Json> = {};

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a reference such as `#/components/schemas/issue`. */
function follow(reference: string): Json {
  let at: Json | undefined = description;
  for (const name of reference.slice(2).split("/")) at = isObject(at) ? at[name] : undefined;
  if (at === undefined) throw new Error(`The description has no ${reference}.`);
  return at;
}

/** A response or a body, which may be a reference. */
const resolved = (value: Json | undefined): Json | undefined =>
  isObject(value) && typeof value["$ref"] === "string" ? follow(value["$ref"]) : value;

/** What no validation reads. */
const UNREAD = new Set(["description", "example", "examples", "title", "externalDocs", "deprecated"]);

/** A schema without texts; the schemas that it refers to are collected. */
function reduced(schema: Json, isNames = false): Json {
  if (Array.isArray(schema)) return schema.map((entry) => reduced(entry));
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([name, value]): [string, Json][] => {
    if (!isNames && (UNREAD.has(name) || name.startsWith("x-"))) return [];
    if (!isNames && name === "$ref" && typeof value === "string") {
      const schemaName = value.slice("#/components/schemas/".length);
      if (!(schemaName in schemas)) {
        schemas[schemaName] = null;
        schemas[schemaName] = reduced(follow(value));
      }
      return [[name, value]];
    }
    if (!isNames && name === "enum") return [[name, value]];
    return [[name, reduced(value, !isNames && name === "properties")]];
  });
  return Object.fromEntries(entries);
}

const paths = USED.map(([path, used]) => {
  const methods = Object.entries(used).map(([method, statuses]) => {
    const operations = follow("#/paths");
    const pathItem = isObject(operations) ? operations[path] : undefined;
    const described = isObject(pathItem) ? pathItem[method] : undefined;
    const parts = statuses.map((status) => {
      const responses = isObject(described) ? described["responses"] : undefined;
      const body = isObject(described) ? described["requestBody"] : undefined;
      const part = resolved(status === "body" ? body : isObject(responses) ? responses[String(status)] : undefined);
      const content = isObject(part) ? part["content"] : undefined;
      const json = isObject(content) ? content["application/json"] : undefined;
      const schema = isObject(json) ? json["schema"] : undefined;
      if (schema === undefined) throw new Error(`The description has no ${status} for ${method} ${path}.`);
      return [String(status), reduced(schema)] as const;
    });
    return [method, Object.fromEntries(parts)] as const;
  });
  return [path, Object.fromEntries(methods)] as const;
});
const written = { paths: Object.fromEntries(paths), components: { schemas } };
writeFileSync(TARGET, `${JSON.stringify(written, null, 1)}\n`);
console.log(`${TARGET}: ${Object.keys(schemas).length} schemas`);
