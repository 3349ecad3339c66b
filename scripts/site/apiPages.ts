/** Pages of the API, made of its OpenAPI description: one for each group of calls, and one for the types. */
import { describeApi, type OpenApi } from "../../server/http/openapi/openApi.ts";
import { type Schema, typeOf } from "../../server/http/openapi/typeWords.ts";
import { cell } from "./commandsPage.ts";
import { anchorOf } from "./readDocument.ts";
import type { PagePlan } from "./PagePlan.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Call {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const TYPES = "api/types";

/** @returns the plans of all pages, which come after the page about the API */
export function apiPages(): PagePlan[] {
  const api = describeApi("http://127.0.0.1:4000");
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({
      ...(operation as object as Omit<Call, "method" | "path">),
      method,
      path,
    })),
  );
  return [
    ...api.tags.map(({ name, description }) => ({
      path: `api/${anchorOf(name)}`,
      title: `API: ${name}`,
      source: {
        markdown: `# API: ${name}\n\n${description}\n\n${calls
          .filter(({ tags }) => tags[0] === name)
          .map(callPart)
          .join("\n\n")}\n`,
      },
    })),
    { path: TYPES, title: "API: types", source: { markdown: typesPage(api) } },
  ];
}

function callPart(call: Call): string {
  const { method, path, summary, description, security, parameters = [], requestBody, responses } = call;
  const [status = "", success] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  const [kind, answer] = Object.entries(success?.content ?? {})[0] ?? [];
  const body = requestBody?.content["application/json"]?.schema;
  return [
    `## ${method.toUpperCase()} ${path.slice(1)}`,
    `${description ?? `${summary}.`}${security?.length === 0 ? " It needs no token." : ""}`,
    parameterTable(parameters),
    body ? `Body:\n\n${typeBlock(body)}` : "",
    answer?.schema && kind === "application/json"
      ? `Answer ${status}:\n\n${typeBlock(answer.schema)}`
      : `Answer ${status}: ${kind ?? "no body"}.`,
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, schema, description = "" }) =>
      `| \`${name}\`${required ? " (needed)" : ""} | ${place} | \`${cell(typeOf(schema))}\` | ${cell(description)} |`,
  );
  return ["| Parameter | In | Type | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** A type in words, with links to the named types in it. */
function typeBlock(schema: Schema): string {
  const names = [
    ...new Set([...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name)),
  ];
  const links = names.map((name) => `[${name}](${`site:${TYPES}`}#${anchorOf(name)})`);
  return `\`\`\`ts\n${typeOf(schema)}\n\`\`\`${links.length === 0 ? "" : `\n\nTypes: ${links.join(", ")}.`}`;
}

function typesPage({ components }: OpenApi): string {
  const schemas = components["schemas"] as Readonly<Record<string, Schema>>;
  const parts = Object.entries(schemas).map(([name, schema]) => {
    const notes = Object.entries(schema.properties ?? {}).filter(([, { description }]) => description !== undefined);
    const list = notes.map(([field, { description = "" }]) => `- \`${field}\`: ${description.replaceAll("\n", " ")}`);
    return [`## ${name}`, schema.description ?? "", typeBlock(schema), list.join("\n")]
      .filter((text) => text !== "")
      .join("\n\n");
  });
  return `# API: types\n\nThe named types of bodies and answers.\n\n${parts.join("\n\n")}\n`;
}
