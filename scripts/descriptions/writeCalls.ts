import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PublishedCall, PublishedCalls, Schema } from "./descriptionTypes.ts";

const FOLDER = join(import.meta.dirname, "../../tests/fixtures/published");

/** Schemas that occur more than once are written once. Smaller ones are left where they are. */
const MIN_SHARED_CHARACTERS = 200;

/**
 * Writes the descriptions of a provider to `tests/fixtures/published/{provider}.json`.
 * @param named schemas that the calls refer to already
 */
export function writeCalls(
  provider: string,
  source: string,
  used: readonly string[],
  callOf: (name: string) => PublishedCall | undefined,
  named: PublishedCalls["schemas"] = {},
): void {
  const calls = used.map((name): [string, PublishedCall] => {
    const call = callOf(name);
    if (!call) throw new Error(`${source} has no ${name}.`);
    return [name, call];
  });
  const written = shared({ source, calls: Object.fromEntries(calls), schemas: reached(calls, named) });
  const file = join(FOLDER, `${provider}.json`);
  writeFileSync(file, inLines(written));
  console.log(`${file}: ${calls.length} calls, ${Object.keys(written.schemas).length} shared schemas`);
}

/** A line for each call and schema: a change of one is one line of a diff, and the file has no indentation. */
function inLines({ source, calls, schemas }: PublishedCalls): string {
  const lines = (entries: object): string =>
    Object.entries(entries)
      .map(([name, entry]) => `\n${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
      .join(",");
  return `{"source": ${JSON.stringify(source)},\n"calls": {${lines(calls)}},\n"schemas": {${lines(schemas)}}}\n`;
}

/** Those of the schemas that the calls refer to, in some steps. */
function reached(calls: unknown, named: PublishedCalls["schemas"]): PublishedCalls["schemas"] {
  const reachedNames = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/schemas\/([^"]+)"/g)) {
      if (reachedNames.has(name)) continue;
      reachedNames.add(name);
      look(named[name] ?? {});
    }
  };
  look(calls);
  return Object.fromEntries(Object.entries(named).filter(([name]) => reachedNames.has(name)));
}

function shared(provided: PublishedCalls): PublishedCalls {
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const text = JSON.stringify(value);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    if (before === 0) for (const entry of Object.values(value)) count(entry);
  };
  count(provided.calls);
  const names = new Map<string, string>();
  const schemas: Record<string, Schema> = { ...provided.schemas };
  const replaced = (value: unknown, isTop = false): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((entry) => replaced(entry));
    const text = JSON.stringify(value);
    const isSchema = "type" in value && value.type === "object" && "properties" in value;
    if (isSchema && !isTop && text.length >= MIN_SHARED_CHARACTERS && (counts.get(text) ?? 0) > 1) {
      let name = names.get(text);
      if (name === undefined) {
        name = String(names.size + 1);
        names.set(text, name);
        schemas[name] = replaced(value, true) as Schema;
      }
      return { $ref: `#/schemas/${name}` };
    }
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replaced(entry)]));
  };
  const calls = replaced(provided.calls) as PublishedCalls["calls"];
  return { source: provided.source, calls, schemas };
}
