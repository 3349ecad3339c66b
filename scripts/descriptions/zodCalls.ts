/** Reads calls from clients that are generated from Atlassian's published descriptions, and have a schema of each request and answer. */
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PublishedCall, Schema } from "./descriptionTypes.ts";

/** The part of zod, of the version that the clients use, that writes JSON schemas. */
interface Zod {
  toJSONSchema(schema: unknown, options: object): Record<string, unknown>;
}
interface Sent {
  readonly url: unknown;
  readonly method: string;
  readonly searchParams?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly schema?: unknown;
}
type ApiCall = (client: { sendRequest(sent: Sent): never }, parameters: unknown) => Promise<unknown>;

/** In place of each parameter, so that its name is found in the request. An object: some calls take texts in another form. */
class Marker {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  toString(): string {
    return `{${this.name}}`;
  }
}
const markers = new Proxy({}, { get: (_target, name) => (typeof name === "symbol" ? undefined : new Marker(name)) });

class Captured extends Error {
  readonly sent: Sent;
  constructor(sent: Sent) {
    super("captured");
    this.sent = sent;
  }
}

/** A schema without its texts, and without the bounds of numbers that every number of the language has. */
function reduced(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => reduced(entry));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !UNREAD.has(name))
      .map(([name, of]) => [name, reduced(of, !isNames && name === "properties")]),
  );
}
const UNREAD = new Set(["$schema", "description", "default", "maximum", "minimum"]);

/** A schema that contains itself has definitions: they become named schemas. */
function withoutDefinitions(schema: Schema, named: Record<string, Schema>, prefix: string): Schema {
  const { definitions, ...plain } = schema;
  if (definitions === undefined && !JSON.stringify(schema).includes('"$ref":"#"')) return schema;
  const id = `${prefix}.${Object.keys(named).length + 1}`;
  const renamed = (part: unknown): Schema => {
    const text = JSON.stringify(part).replaceAll('"#/definitions/', `"#/schemas/${id}.`);
    return JSON.parse(text.replaceAll('"$ref":"#"', `"$ref":"#/schemas/${id}"`)) as Schema;
  };
  named[id] = renamed(plain);
  for (const [name, part] of Object.entries((definitions ?? {}) as Record<string, Schema>))
    named[`${id}.${name}`] = renamed(part);
  return named[id];
}

export interface ZodCalls {
  readonly calls: ReadonlyMap<string, PublishedCall>;
  /** What `#/schemas/…` in the calls refers to. */
  readonly named: Readonly<Record<string, Schema>>;
  readonly modelOf: (name: string) => Schema;
}

/**
 * The calls of a folder of such a client, and the schemas of its models by name.
 * @param folder with `api`, `models` and `parameters`
 */
export async function readZodCalls(folder: string, zod: Zod): Promise<ZodCalls> {
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href) as Promise<Record<string, unknown>>;
  const named: Record<string, Schema> = {};
  const json = (schema: unknown): Schema => {
    const written = zod.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-7" });
    return withoutDefinitions(reduced(written) as Schema, named, basename(folder));
  };
  const api = await load("api/index.js");
  const parameters = await load("parameters/index.js");
  const models = await load("models/index.js");
  const calls = new Map<string, PublishedCall>();
  for (const [name, call] of Object.entries(api)) {
    if (typeof call !== "function") continue;
    const sent = await capture(call as ApiCall);
    if (!sent) continue;
    const parameterSchema = parameters[`${(name[0] ?? "").toUpperCase()}${name.slice(1)}Schema`];
    const fields = parameterSchema === undefined ? {} : json(parameterSchema);
    const of = (fields["properties"] ?? {}) as Record<string, Schema>;
    const required = (fields["required"] ?? []) as string[];
    const query = Object.entries(sent.searchParams ?? {}).map(([shown, marker]): [string, Schema] => [
      shown,
      marker instanceof Marker ? (of[marker.name] ?? {}) : {},
    ]);
    const schema = sent.schema === undefined ? undefined : json(sent.schema);
    const body = bodyOf(sent.body, of, required);
    calls.set(`${sent.method} ${String(sent.url)}`, {
      query: Object.fromEntries(query),
      ...(body && { body }),
      ...(schema && { answer: schema }),
    });
  }
  return { calls, named, modelOf: (name) => json(models[`${name}Schema`]) };
}

async function capture(call: ApiCall): Promise<Sent | undefined> {
  const client = {
    sendRequest(sent: Sent): never {
      throw new Captured(sent);
    },
  };
  try {
    await call(client, markers);
  } catch (error) {
    if (error instanceof Captured) return error.sent;
  }
  // Calls that send files read these first; no connector makes them.
  return undefined;
}

function bodyOf(body: unknown, of: Readonly<Record<string, Schema>>, required: readonly string[]): Schema | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Marker) return of[body.name] ?? {};
  if (typeof body !== "object" || body === null) return {};
  const parts = Object.entries(body).flatMap(([name, marker]): [string, string][] =>
    marker instanceof Marker ? [[name, marker.name]] : [],
  );
  return {
    type: "object",
    properties: Object.fromEntries(parts.map(([name, parameter]) => [name, of[parameter] ?? {}])),
    required: parts.filter(([, parameter]) => required.includes(parameter)).map(([name]) => name),
    additionalProperties: false,
  };
}
