/** The description of the API (OpenAPI 3.1), made of the contract: what is not in the table of endpoints is not described, and the other way round. */
import { z } from "zod";
import { API_PREFIX, GENERIC_FAILURE } from "../../../contract/constants.ts";
import { endpoints, type Endpoint, type EndpointName } from "../../../contract/endpoints.ts";
import { FEATURE_OF } from "../../../contract/planFeatures.ts";
import { SUMMARIES } from "./summaries.ts";

type Json = Record<string, unknown>;

export interface OpenApi {
  readonly openapi: "3.1.1";
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly security: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

const SESSION = { token: [] };
const AGENT = { agent: [] };

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any" });
  return rest;
};
const json = (schema: Json): Json => ({ "application/json": { schema } });
const refusal = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

/** A call by what it is about: the first fixed part of its path. */
const tagOf = ({ path }: Endpoint): string => path.split("/")[0] ?? "";
/** `listMcpTokens` → `List mcp tokens` */
const summaryOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

function parametersOf({ path, query }: Endpoint): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  if (!query) return inPath;
  // As the handler receives them: a repeated parameter is an array. Which ones are optional is in the input schema.
  const { properties = {} } = schemaOf(query, "output") as { properties?: Record<string, Json> };
  const { required = [] } = schemaOf(query, "input") as { required?: string[] };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name) && schema["type"] !== "array" && !("default" in schema),
    schema,
    ...(schema["type"] === "array" && { style: "form", explode: true }),
  }));
  return [...inPath, ...inQuery];
}

function operationOf(name: EndpointName): Json {
  const endpoint: Endpoint = endpoints[name];
  const { auth, body, response, status, type } = endpoint;
  const feature = FEATURE_OF[name];
  const parameters = parametersOf(endpoint);
  const success =
    type === "text/csv"
      ? { "text/csv": { schema: { type: "string" } } }
      : type === "application/octet-stream"
        ? { [type]: { schema: { type: "string", format: "binary" } } }
        : response && json(schemaOf(response, "output"));
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: SUMMARIES[name] ?? summaryOf(name),
    ...(feature !== undefined && { description: `Needs a plan with ${feature}.` }),
    ...(auth === "none" && { security: [] }),
    // The endpoint about the token itself is not available to a session.
    ...(endpoints[name].agents && { security: name === "currentMcpToken" ? [AGENT] : [SESSION, AGENT] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(endpoint, body) } }),
    responses: {
      [status]: { description: status === 204 ? "Done." : "The answer.", ...(success && { content: success }) },
      ...((body ?? endpoint.query) && { 400: refusal("Invalid") }),
      ...(auth === "user" && { 401: refusal("Refused"), 402: refusal("Refused"), 403: refusal("Refused") }),
      ...(endpoint.path.includes(":") && { 404: refusal("Refused") }),
      default: refusal("Refused"),
    },
  };
}

const contentOf = ({ upload }: Endpoint, body: z.ZodType): Json => ({
  ...json(schemaOf(body, "input")),
  ...(upload !== undefined && { "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
});

const COMPONENTS = {
  securitySchemes: {
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
  },
  schemas: {
    Failure: {
      type: "object",
      properties: {
        detail: { type: "string", examples: [GENERIC_FAILURE] },
        code: { type: "string", description: "Names the message in every language.", examples: ["project.not_found"] },
        request_id: { type: "string" },
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
  },
  responses: {
    Invalid: { description: "Does not fit.", content: json({ $ref: "#/components/schemas/FieldErrors" }) },
    Refused: { description: "Refused, or failed.", content: json({ $ref: "#/components/schemas/Failure" }) },
  },
} as const;

/** @param server where people reach this installation, without a slash at the end */
export function describeApi(server: string): OpenApi {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name];
    const key = `/${path.replaceAll(/:(\w+)/g, "{$1}")}`;
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(name) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Clew",
      version: "1",
      description:
        "Names are snake_case, times ISO 8601 in UTC. Every path is answered with and without its last slash. Lists that can be long are pages with a cursor.",
    },
    servers: [{ url: server + API_PREFIX.replace(/\/$/, "") }],
    security: [SESSION],
    paths,
    components: COMPONENTS,
  };
}
