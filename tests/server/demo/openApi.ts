import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> | undefined>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
  readonly requestBody?: Response;
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** OpenAPI 3.0 writes `nullable: true` where JSON Schema has the type null. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === "enum" || name === "example" ? value : toJsonSchema(value),
    ]),
  );
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
}

/**
 * GitHub's published description of its REST API: validates the answer to a call, or its body where the status is `body`.
 */
export function loadGithubDescription(): (path: string, status: number | "body", method?: string) => ValidateFunction {
  const file = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.deref.json");
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as Description;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addFormat("int64", true);
  const compiled = new Map<string, ValidateFunction>();

  return (path, status, method = "get") => {
    const key = `${status} ${method} ${path}`;
    const known = compiled.get(key);
    if (known) return known;
    const operation = paths[path]?.[method];
    const described = status === "body" ? operation?.requestBody : operation?.responses[String(status)];
    const schema = described?.content?.["application/json"]?.schema;
    if (!schema) throw new Error(`GitHub's description has no ${status} for ${method} ${path}`);
    const validate = ajv.compile(toJsonSchema(schema) as object);
    compiled.set(key, validate);
    return validate;
  };
}
