import { GENERIC_FAILURE } from "../../contract/constants.ts";
import { fail, succeed, type Result } from "./result.ts";

/*
 * A provider's host that knows the specification alone may leave out what our contract adds, add what it does not know, or answer null for
 * a list. What many screens stand on (person, plan, project, dashboard) is therefore read part by part, and a gap is filled with what shows
 * nothing; development and tests hold our own server to the whole contract all the same (contractCheck.ts).
 */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text, or a number as a text (some hosts count their ids); otherwise what is to stand instead. */
export const textOf = (value: unknown, otherwise = ""): string =>
  typeof value === "string" ? value : typeof value === "number" && Number.isFinite(value) ? String(value) : otherwise;

export const textOrNull = (value: unknown): string | null => textOf(value) || null;

/** A number, or one given as text; otherwise the fallback. */
export const numberOf = <T>(value: unknown, otherwise: T): number | T => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : otherwise;
};

/** The entries of a list, or of a page of one (`{results: []}`); none for anything else. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  return isFields(value) && Array.isArray(value["results"]) ? (value["results"] as unknown[]) : [];
};

/** The word of a closed vocabulary that is meant, whatever its case; a word that is not in it stays as the host said it. */
export const wordOf = <W extends string>(value: unknown, words: readonly W[], otherwise: W): W => {
  const text = textOf(value).trim();
  if (text === "") return otherwise;
  return words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? (text as W);
};

/** An answer as the app understands it. One that cannot be understood at all is a failure like an answer that is no JSON. */
export function readAs<T>(result: Result<unknown>, read: (answer: unknown) => T | null): Result<T> {
  if (!result.success) return result;
  const data = read(result.data);
  return data === null
    ? fail({ kind: "bad_response", text: GENERIC_FAILURE, status: 200, fields: {}, requestId: null })
    : succeed(data);
}

/** A list, each entry read; entries that cannot be understood are left out. */
export const readEach = <T>(answer: unknown, read: (entry: unknown) => T | null): T[] =>
  listOf(answer)
    .map(read)
    .filter((entry) => entry !== null);
