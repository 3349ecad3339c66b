import { GENERIC_FAILURE } from "../../contract/constants.ts";
import { isRecord } from "../domain/isRecord.ts";
import { err, ok, type Result } from "./result.ts";

/*
 * A host that implements the specification alone may omit what our contract adds, add unknown fields, or return null for a list. Data that
 * many screens depend on (person, plan, project, dashboard) is therefore read field by field, and a missing field gets an empty default;
 * development and tests validate our own server against the whole contract (contractAssertion.ts).
 */

export type Fields = Readonly<Record<string, unknown>>;

/** A text, or a number as a text (some hosts have numeric ids); otherwise the fallback. */
export const asString = (value: unknown, otherwise = ""): string =>
  typeof value === "string" ? value : typeof value === "number" && Number.isFinite(value) ? String(value) : otherwise;

export const asStringOrNull = (value: unknown): string | null => asString(value) || null;

/** A number, or one given as text; otherwise the fallback. */
export const asNumber = <T>(value: unknown, otherwise: T): number | T => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : otherwise;
};

/** The entries of a list, or of a page of one (`{results: []}`); empty for anything else. */
export const asList = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  return isRecord(value) && Array.isArray(value["results"]) ? (value["results"] as unknown[]) : [];
};

/** The matching word of an enumeration, ignoring case; an unknown word is kept as sent. */
export const asEnum = <W extends string>(value: unknown, words: readonly W[], otherwise: W): W => {
  const text = asString(value).trim();
  if (text === "") return otherwise;
  return words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? (text as W);
};

/** The failure of a response that is not what was asked for. */
export const badResponse = (): Result<never> =>
  err({ kind: "bad_response", text: GENERIC_FAILURE, status: 200, code: null, fields: {}, requestId: null });

/** A response converted by `read`. One that cannot be converted is a failure like one that is no JSON. */
export function parseWith<T>(result: Result<unknown>, read: (answer: unknown) => T | null): Result<T> {
  if (!result.success) return result;
  const data = read(result.data);
  return data === null ? badResponse() : ok(data);
}

/** A list, each entry converted; entries that cannot be converted are dropped. */
export const parseList = <T>(answer: unknown, read: (entry: unknown) => T | null): T[] =>
  asList(answer)
    .map(read)
    .filter((entry) => entry !== null);

/** Converts a list by the converter of its entries. */
export const listOf =
  <T>(read: (entry: unknown) => T | null) =>
  (answer: unknown): T[] =>
    parseList(answer, read);
