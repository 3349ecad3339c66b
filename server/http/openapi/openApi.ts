/** The description of the API (OpenAPI 3.1), made of the contract: what is not in the table of endpoints is not described, and the other way round. */
import { z } from "zod";
import { API_PREFIX, GENERIC_FAILURE } from "../../../contract/constants.ts";
import { endpoints, type Endpoint, type EndpointName } from "../../../contract/endpoints.ts";
import { FEATURE_OF } from "../../../contract/billing/planFeatures.ts";
import { API_TAGS, type ApiTag } from "./apiTags.ts";
import { ComponentSchemas, type JsonObject } from "./ComponentSchemas.ts";
import { describeWebhooks } from "./describeWebhooks.ts";
import { REFUSALS, type RefusalName } from "./refusals.ts";
import { SUMMARIES } from "./summaries.ts";

export type ApiTagSummary = Pick<ApiTag, "name" | "description">;

export interface OpenApi {
  readonly openapi: "3.1.1";
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly security: readonly JsonObject[];
  readonly tags: readonly ApiTagSummary[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  /** Requests that this server makes. */
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: JsonObject;
}

/** What the parts of paths are. Names are used alike in all calls, but `id`. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  id: "The slug of a project, or the id of a company or token.",
  appId: "The id of an app at a code host.",
  annotationId: "The id of an annotation.",
  dashboardId: "The id of a dashboard.",
  reportId: "The id of a report.",
  metricId: "The id of an own metric.",
  table: "The name of a table of docs/EXPORT.md.",
  deliveryId: "The id of a delivery of an outgoing webhook.",
  domainId: "The id of a domain.",
  hash: "The hash of a commit, or at least 7 of its first characters.",
  installationId: "The id of an installation of an app.",
  invitationId: "The id of an invitation.",
  invoiceId: "The id of an invoice.",
  issueId: "The id, number or key of an issue: `71`, `ABC-12`.",
  itemId: "The id of a source or of a linked group.",
  mappingId: "The id of a group's mapping to a role.",
  mergeId: "The id of a merge of persons.",
  metric: "The name of a metric.",
  noticeId: "The id of a notice.",
  passkeyId: "The id of a passkey.",
  person: "The address of a person's page.",
  provider: "The name of a provider: `github`.",
  providerId: "The id of an identity provider.",
  requestId: "The id, number or key of a request.",
  ruleId: "The id of a rule.",
  runId: "The id of a run of a report.",
  searchId: "The id of a saved search.",
  sessionId: "The id of a session.",
  token: "The token in the link of an invitation.",
  tokenId: "The id of a token.",
  userId: "The id of a user.",
  markId: "The id of a mark.",
  webhookId: "The id of an outgoing webhook.",
  writeId: "The id of a stored change of an issue.",
};

const SESSION = { token: [] };
const AGENT = { agent: [] };
const PERSONAL = { personal: [] };

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const refusal = (name: RefusalName): JsonObject => ({ $ref: `#/components/responses/${name}` });

const tagOf = ({ path }: Endpoint): string => API_TAGS.find(({ paths }) => paths.test(path))?.name ?? "";
/** `listMcpTokens` → `List mcp tokens` */
const summaryOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

function parametersOf({ path, query }: Endpoint, schemas: ComponentSchemas): JsonObject[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    description: PATH_PARAMETERS[name ?? ""] ?? "",
    schema: { type: "string" },
  }));
  if (!query) return inPath;
  // As the handler receives them: a repeated parameter is an array. Which ones are optional is in the input schema.
  const { properties = {} } = schemas.convertFields(query, "output") as { properties?: Record<string, JsonObject> };
  const { required = [] } = schemas.convertFields(query, "input") as { required?: string[] };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name) && schema["type"] !== "array" && !("default" in schema),
    ...aboutParameter(schemas.descriptionOf(query, name)),
    schema,
    ...(schema["type"] === "array" && { style: "form", explode: true }),
  }));
  return [...inPath, ...inQuery];
}

const aboutParameter = (description: string | undefined): JsonObject =>
  description === undefined ? {} : { description };

function operationOf(name: EndpointName, schemas: ComponentSchemas): JsonObject {
  const endpoint: Endpoint = endpoints[name];
  const { auth, body, response, status, type } = endpoint;
  const feature = FEATURE_OF[name];
  const parameters = parametersOf(endpoint, schemas);
  const success =
    type === "text/csv"
      ? { "text/csv": { schema: { type: "string" } } }
      : type === "application/octet-stream"
        ? { [type]: { schema: { type: "string", format: "binary" } } }
        : type === "application/x-ndjson" && response instanceof z.ZodArray
          ? { [type]: { schema: schemas.convert(response.element as z.ZodType, "output") } }
          : response && json(schemas.convert(response, "output"));
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: SUMMARIES[name] ?? summaryOf(name),
    description: [
      `${SUMMARIES[name] ?? summaryOf(name)}.`,
      ...(feature === undefined ? [] : [`Needs a plan with ${feature}.`]),
      ...(endpoint.agents ? ["An MCP token may call it."] : []),
      ...(endpoint.scope === undefined ? [] : [`An API token with the scope ${endpoint.scope} may call it.`]),
      ...(endpoint.confirm ? ["Needs a password that was typed recently."] : []),
      ...(endpoint.expired ? ["Answered after a subscription has expired too."] : []),
    ].join(" "),
    ...(auth === "none" && { security: [] }),
    ...(auth === "user" && { security: securityOf(name) }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(endpoint, body, schemas) } }),
    responses: {
      [status]: { description: status === 204 ? "Done." : "The answer.", ...(success && { content: success }) },
      ...((body ?? endpoint.query) && { 400: refusal("Invalid") }),
      ...(auth === "user" && { 401: refusal("Unauthorized"), 402: refusal("PlanRequired"), 403: refusal("Forbidden") }),
      ...(endpoint.path.includes(":") && { 404: refusal("NotFound") }),
      ...(endpoint.method !== "GET" && { 409: refusal("Conflict") }),
      ...(endpoint.confirm && { 428: refusal("ConfirmationNeeded") }),
      429: refusal("TooMany"),
      default: refusal("Failed"),
    },
  };
}

/** The endpoints about a token itself are not available to a session. */
function securityOf(name: EndpointName): JsonObject[] {
  if (name === "currentMcpToken") return [AGENT];
  if (name === "currentApiToken") return [PERSONAL];
  const { agents, scope }: Endpoint = endpoints[name];
  return [SESSION, ...(agents ? [AGENT] : []), ...(scope === undefined ? [] : [PERSONAL])];
}

const contentOf = ({ upload }: Endpoint, body: z.ZodType, schemas: ComponentSchemas): JsonObject => ({
  ...json(schemas.convert(body, "input")),
  ...(upload !== undefined && { "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
});

const SECURITY_SCHEMES = {
  token: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`Token <token>`, of POST users/login/",
  },
  agent: {
    type: "http",
    scheme: "bearer",
    description: "An MCP token, `clew_mcp_…`: reads the projects that were chosen for it.",
  },
  personal: {
    type: "http",
    scheme: "bearer",
    description: "A personal API token, `clew_pat_…`: reads, or reads and writes, as its owner may.",
  },
} as const;

const FAILURES = {
  Failure: {
    type: "object",
    description: "Why a call was not carried out.",
    properties: {
      detail: { type: "string", description: "A sentence in the language of the caller.", examples: [GENERIC_FAILURE] },
      code: { type: "string", description: "Names the message in every language.", examples: ["project.not_found"] },
      request_id: { type: "string", description: "Finds the entry in the log of the server." },
    },
    required: ["detail", "code"],
  },
  FieldErrors: {
    type: "object",
    description: "Fields to their sentences, nested where the body is; `non_field_errors` belongs to none.",
    additionalProperties: {
      anyOf: [{ type: "array", items: { type: "string" } }, { $ref: "#/components/schemas/FieldErrors" }],
    },
  },
} as const;

/** @param server where users reach this installation, without a slash at the end */
export function describeApi(server: string): OpenApi {
  const schemas = new ComponentSchemas();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name];
    const key = `/${path.replaceAll(/:(\w+)/g, "{$1}").replace(/\/$/, "")}`;
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(name, schemas) };
  }
  const completed = schemas.complete({ paths, webhooks: describeWebhooks(schemas) });
  return {
    openapi: "3.1.1",
    info: {
      title: "Clew",
      version: "1",
      contact: { name: "Help of this installation", url: `${server}/help` },
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Names are snake_case, times ISO 8601 in UTC. Every path is answered with and without its last slash. Lists that can be long are pages with a cursor.",
    },
    servers: [{ url: server + API_PREFIX.replace(/\/$/, "") }],
    security: [SESSION],
    tags: API_TAGS.map(({ name, description }) => ({ name, description })),
    paths: completed.parts.paths,
    webhooks: completed.parts.webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { ...completed.schemas, ...FAILURES },
      responses: REFUSALS,
    },
  };
}
