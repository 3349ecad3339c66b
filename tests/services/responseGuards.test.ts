import * as paths from "virtual:endpoints";
import guards from "virtual:guards";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Endpoint, type EndpointName, endpoints } from "../../contract/endpoints.ts";
import type { Guard } from "../../src/services/guards/guardParts.ts";
import { createServices } from "../../src/services/services.ts";

const ROWS = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
const guardOf = (name: EndpointName): Guard => guards[paths[name]] ?? (() => false);
const SCHEMAS = ROWS.flatMap(([name, { response }]) => (response ? [[name, response] as const] : []));

/** A response of the contract: with all optional fields, or with none. */
function sample(schema: z.core.$ZodType, isFull: boolean): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, part]) => isFull || (part as z.core.$ZodTypes)._zod.def.type !== "optional")
          .map(([name, part]) => [name, sample(part, isFull)]),
      );
    case "array":
      if (isFull) return [sample(def.element, isFull), sample(def.element, false)];
      return z.safeParse(schema, []).success ? [] : [sample(def.element, false)];
    case "nullable":
      return isFull ? sample(def.innerType, isFull) : null;
    case "optional":
    case "default":
      return sample(def.innerType, isFull);
    case "enum":
      return Object.values(def.entries)[0];
    case "string":
      return stringOf(schema);
    case "number":
      return [1, 30, 3600].find((value) => z.safeParse(schema, value).success);
    case "boolean":
      return isFull;
    case "record":
      return Object.fromEntries(keysOf(def.keyType, isFull).map((key) => [key, sample(def.valueType, isFull)]));
    case "union":
      return sample(def.options[0] as z.core.$ZodType, isFull);
    case "literal":
      return def.values[0];
    default:
      throw new Error(`No sample for ${def.type}.`);
  }
}
/** A record by the values of an enumeration has all of them. */
const keysOf = (schema: z.core.$ZodType, isFull: boolean): readonly string[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "enum") return Object.values(def.entries).map(String);
  return isFull ? ["one"] : [];
};
/** The first of these values that the schema accepts. */
const stringOf = (schema: z.core.$ZodType): string => {
  const found = [
    "",
    "2026-11-21T10:00:00Z",
    "2026-11-21",
    "2026-11",
    "a",
    "EUR",
    "08:00",
    "UTC",
    "https://host.invalid/",
  ].find((value) => z.safeParse(schema, value).success);
  if (found === undefined) throw new Error("No sample for this text.");
  return found;
};

test("the modules have each endpoint with its method and path, and a guard for each that has a response", () => {
  expect({ ...paths }).toEqual(Object.fromEntries(ROWS.map(([name, row]) => [name, `${row.method} ${row.path}`])));
  const withResponse = ROWS.filter(([, { response, type }]) => response !== null || type?.startsWith("text/") === true);
  expect(Object.keys(guards)).toEqual(withResponse.map(([name]) => paths[name]));
});

test("a file of text is a text", () => {
  const guard = guardOf("exportAudit");
  expect([guard("at;action"), guard({}), guard(null)]).toEqual([true, false, false]);
});

describe.for(SCHEMAS)("%s", ([name, schema]) => {
  const guard = guardOf(name);

  test.for([true, false])("accepts what the contract accepts (full: %s)", (isFull) => {
    const answer = sample(schema, isFull);
    expect(schema.safeParse(answer).error).toBeUndefined();
    expect(guard(answer)).toBe(true);
  });

  test.for([{}, [{}], [null], null, "ok", 7, { results: [] }])("refuses %j", (answer) => {
    expect(guard(answer)).toBe(schema.safeParse(answer).success);
  });

  test("refuses a response in which a part is missing or has another type", () => {
    for (const { path, value } of partsOf(sample(schema, true))) {
      const broken: readonly unknown[] =
        value === null ? [undefined, {}] : [undefined, null, typeof value === "object" ? 7 : {}];
      for (const other of broken) {
        const answer = replaced(sample(schema, true), path, other);
        // What the schema accepts instead (null, an optional field) the guard accepts too.
        expect([path.join("."), other, guard(answer)]).toEqual([
          path.join("."),
          other,
          schema.safeParse(answer).success,
        ]);
      }
    }
  });
});

/** Every value in a response, with the names and places that lead to it. */
function partsOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; value: unknown }[] {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, part]: [string, unknown]) => partsOf(part, [...path, key]))
      : [];
  return path.length === 0 ? inner : [{ path, value }, ...inner];
}

/** The response with another value at a place. */
function replaced(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const parts = value as Record<string, unknown>;
  const part = replaced(parts[key], rest, other);
  return Array.isArray(value) ? value.with(Number(key), part) : { ...parts, [key]: part };
}

test("a word that an enumeration does not have yet is accepted: a newer server may add one", () => {
  const guard = guardOf("listBacktests");
  const rows = sample(z.array(endpoints.startBacktest.response), true) as { state: string }[];
  expect(guard(rows.map((row) => ({ ...row, state: "paused" })))).toBe(true);
});

test("a call whose response is incomplete fails like one whose response is no JSON", async () => {
  const services = createServices(() => Promise.resolve({ success: true, data: {} as never, error: null }));
  const answer = await services.issues.list("atlas", {});
  expect(answer).toEqual({
    success: false,
    data: null,
    error: {
      kind: "bad_response",
      text: "Something went wrong.",
      status: 200,
      code: null,
      fields: {},
      requestId: null,
    },
  });
});

test("a response of null is an answer where the contract has it", async () => {
  const services = createServices(() => Promise.resolve({ success: true, data: null as never, error: null }));
  const { ask } = services;
  expect(await ask.settings("c-1")).toEqual({ success: true, data: null, error: null });
  expect((await ask.test("c-1")).success).toBe(false);
});
