/** A JSON schema as people read types: `{ count: number, results: { id: string }[] }`. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly $ref?: string;
}

/** Longer ones are laid out, one field a line. */
const WIDTH = 72;

export function typeOf(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map((part) => typeOf(part, indent)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(" & ");
  if (schema.properties) return objectOf(schema, schema.properties, indent);
  const { type } = schema;
  if (type === "array") {
    const itemType = schema.items ? typeOf(schema.items, indent) : "unknown";
    return itemType.includes(" | ") && !itemType.startsWith("{") ? `(${itemType})[]` : `${itemType}[]`;
  }
  if (type === "object") {
    const { additionalProperties: rest } = schema;
    return typeof rest === "object" ? `{ [name]: ${typeOf(rest, indent)} }` : "object";
  }
  const words = type === undefined ? ["unknown"] : typeof type === "string" ? [type] : type;
  const about = schema.format === "date-time" || schema.format === "date" ? ` (${schema.format})` : "";
  return words.join(" | ") + about + (schema.default === undefined ? "" : ` = ${JSON.stringify(schema.default)}`);
}

function objectOf(schema: Schema, properties: Readonly<Record<string, Schema>>, indent: string): string {
  const needed = new Set(schema.required);
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, property]) => `${name}${needed.has(name) ? "" : "?"}: ${typeOf(property, deeper)}`,
  );
  const flat = `{ ${fields.join(", ")} }`;
  if (fields.length === 0) return "{}";
  if (flat.length + indent.length <= WIDTH && !flat.includes("\n")) return flat;
  return `{\n${fields.map((field) => `${deeper}${field}`).join("\n")}\n${indent}}`;
}
