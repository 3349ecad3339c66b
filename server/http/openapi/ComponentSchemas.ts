import { z } from "zod";
import descriptions from "./contractDescriptions.json" with { type: "json" };
import { NAMED_SCHEMAS } from "./namedSchemas.ts";

export type JsonObject = Record<string, unknown>;

const DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = descriptions;
const OPTIONS = {
  target: "draft-2020-12",
  unrepresentable: "any",
  /** A record with a fixed set of keys is an object with these properties: generators of clients read no names of properties. */
  override: ({ jsonSchema }: { jsonSchema: JsonObject }) => {
    const { propertyNames: names, additionalProperties: value } = jsonSchema as {
      propertyNames?: JsonObject;
    } & JsonObject;
    if (!Array.isArray(names?.["enum"])) return;
    jsonSchema["properties"] = Object.fromEntries((names["enum"] as string[]).map((name) => [name, value]));
    delete jsonSchema["propertyNames"];
    delete jsonSchema["additionalProperties"];
  },
} as const;
const DEFS = "#/$defs/";
/** Marks a reference to the sent form until both forms are known. */
const SENT = "~sent";
const COMPONENTS = "#/components/schemas/";
const SENT_REFERENCE = new RegExp(`("${COMPONENTS})(\\w+)${SENT}"`, "g");

/**
 * The named schemas of the description of the API. One that is sent in another form than it is answered, because a default fills a field, has
 * two: as it is answered, and with `Input` after its name as it is sent.
 */
export class ComponentSchemas {
  readonly #answered = new Map<string, JsonObject>();
  readonly #sent = new Map<string, JsonObject>();

  /** @returns a schema in which the named ones are references to components */
  convert(schema: z.ZodType, io: "input" | "output"): JsonObject {
    return this.#store(convertSchema(schema, io), io);
  }

  /** The same for an object of parameters, which is not a component itself. */
  convertFields(schema: z.ZodType, io: "input" | "output"): JsonObject {
    const converted = convertSchema(schema, io);
    const { $ref } = converted.root;
    if (typeof $ref !== "string") return this.#store(converted, io);
    const { [$ref.slice(DEFS.length)]: root = {}, ...definitions } = converted.definitions;
    return this.#store({ root, definitions }, io);
  }

  /** What the comment above a field of a named schema says. */
  descriptionOf(schema: z.ZodType, field: string): string | undefined {
    const name = NAMED_SCHEMAS.get(schema)?.id ?? "";
    return DESCRIPTIONS[name]?.[field];
  }

  /**
   * The components by name, and what refers to them, once all schemas are converted.
   * @param parts of the description with references that `convert` returned
   */
  complete<Parts>(parts: Parts): { readonly parts: Parts; readonly schemas: Readonly<Record<string, JsonObject>> } {
    const other = this.#differentNames();
    const resolve = <T>(value: T): T =>
      JSON.parse(
        JSON.stringify(value).replaceAll(SENT_REFERENCE, (_, start: string, name: string) =>
          other.has(name) ? `${start}${name}Input"` : `${start}${name}"`,
        ),
      ) as T;
    const sent = [...this.#sent]
      .filter(([name]) => other.has(name) || !this.#answered.has(name))
      .map(([name, schema]): [string, JsonObject] => [other.has(name) ? `${name}Input` : name, resolve(schema)]);
    const schemas = [...this.#answered, ...sent].toSorted(([a], [b]) => a.localeCompare(b));
    return { parts: resolve(parts), schemas: Object.fromEntries(schemas) };
  }

  /** Schemas that are sent in another form than they are answered: by themselves, or by one that they refer to. */
  #differentNames(): ReadonlySet<string> {
    const both = [...this.#sent].flatMap(([name, schema]) => {
      const answered = this.#answered.get(name);
      const text = JSON.stringify(schema);
      const references = [...text.matchAll(SENT_REFERENCE)].map(([, , referred = ""]) => referred);
      return answered ? [{ name, references, isOther: text.replaceAll(SENT, "") !== JSON.stringify(answered) }] : [];
    });
    const other = new Set(both.filter(({ isOther }) => isOther).map(({ name }) => name));
    for (let size = -1; size !== other.size;) {
      size = other.size;
      for (const { name, references } of both) if (references.some((referred) => other.has(referred))) other.add(name);
    }
    return other;
  }

  #store({ root, definitions }: Converted, io: "input" | "output"): JsonObject {
    const suffix = io === "input" ? SENT : "";
    for (const [name, definition] of Object.entries(definitions))
      (io === "input" ? this.#sent : this.#answered).set(
        name,
        withReferences(described(name, definition), suffix) as JsonObject,
      );
    return withReferences(root, suffix) as JsonObject;
  }
}

interface Converted {
  readonly root: JsonObject;
  readonly definitions: Readonly<Record<string, JsonObject>>;
}

function convertSchema(schema: z.ZodType, io: "input" | "output"): Converted {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { ...OPTIONS, io, metadata: NAMED_SCHEMAS });
  return { root, definitions: $defs as Record<string, JsonObject> };
}

/** A schema with the comments of the contract as descriptions. */
function described(name: string, schema: JsonObject): JsonObject {
  const fields = DESCRIPTIONS[name];
  if (!fields) return schema;
  const about = fields[""];
  return { ...(about !== undefined && { description: about }), ...withDescriptions(schema, fields, "") };
}

function withDescriptions(schema: JsonObject, fields: Readonly<Record<string, string>>, path: string): JsonObject {
  const inner = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((part) => withDescriptions(part as JsonObject, fields, path))
      : withDescriptions(value as JsonObject, fields, path);
  const parts = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === "items" || key === "anyOf" || key === "oneOf" || key === "allOf") return [key, inner(value)];
    if (key !== "properties") return [key, value];
    const properties = Object.entries(value as Record<string, JsonObject>).map(([field, property]) => {
      const at = path === "" ? field : `${path}.${field}`;
      const about = fields[at];
      return [field, { ...(about !== undefined && { description: about }), ...withDescriptions(property, fields, at) }];
    });
    return [key, Object.fromEntries(properties)];
  });
  return Object.fromEntries(parts);
}

/** References to definitions as references to components. An answer may have more fields in later versions. */
function withReferences(value: unknown, suffix: string): unknown {
  if (Array.isArray(value)) return value.map((part) => withReferences(part, suffix));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => key !== "additionalProperties" || part !== false)
      .map(([key, part]) => [
        key,
        key === "$ref" && typeof part === "string" && part.startsWith(DEFS)
          ? `${COMPONENTS}${part.slice(DEFS.length)}${suffix}`
          : withReferences(part, suffix),
      ]),
  );
}
