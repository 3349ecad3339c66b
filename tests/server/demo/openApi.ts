import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";

/** Schemas by path, method and status, as `scripts/githubDescription.ts` writes them. */
interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined>
  >;
  /** What the schemas refer to. */
  readonly components: unknown;
}

const FILE = join(import.meta.dirname, "../../fixtures/github/description.json");

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
  const { paths, components } = JSON.parse(readFileSync(FILE, "utf8")) as Description;
  const referred = toJsonSchema(components);
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addFormat("int64", true);
  const compiled = new Map<string, ValidateFunction>();

  return (path, status, method = "get") => {
    const key = `${status} ${method} ${path}`;
    const known = compiled.get(key);
    if (known) return known;
    const schema = paths[path]?.[method]?.[String(status)];
    if (schema === undefined)
      throw new Error(`scripts/githubDescription.ts does not take ${status} of ${method} ${path}`);
    const validate = ajv.compile({ ...(toJsonSchema(schema) as object), components: referred });
    compiled.set(key, validate);
    return validate;
  };
}
