import type { z } from "zod";
import { Invalid, type FieldErrors } from "../errors.ts";

const REQUIRED = "This field is required";
const FORMAT = "Invalid format";

/** The words for what zod found wrong, where the contract's schema has none of its own. */
const wordsFor: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null ? REQUIRED : FORMAT;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return REQUIRED;
      return issue.origin === "string"
        ? `Must be at least ${String(issue.minimum)} characters`
        : `Must be at least ${String(issue.minimum)}`;
    case "too_big":
      if (issue.origin === "string") return `Must be at most ${String(issue.maximum)} characters`;
      return issue.origin === "array"
        ? `Must have at most ${String(issue.maximum)} entries`
        : `Must be at most ${String(issue.maximum)}`;
    case "invalid_format":
      return issue.format === "email" ? "Please enter a valid email" : FORMAT;
    case "invalid_value":
      return issue.input === undefined ? REQUIRED : `Must be one of ${issue.values.map(String).join(", ")}`;
    default:
      return FORMAT;
  }
};

/** No body of the contract is nested deeper; one that is would be walked down to the end of the stack. */
const MAX_DEPTH = 20;

/** These have rules and sentences of their own, which refuse the same characters. */
const isCredential = (path: readonly string[]): boolean =>
  path.at(-2) === "credential" && ["token", "username"].includes(path.at(-1) ?? "");

/** Rejects a NUL and lone surrogates, which PostgreSQL cannot store. */
function findUnstorable(value: unknown, path: readonly string[], fields: FieldErrors): void {
  if (typeof value === "string") {
    if (isCredential(path)) return;
    if (value.includes("\u0000") || !value.isWellFormed()) putMessage(fields, path, FORMAT);
  } else if (path.length > MAX_DEPTH) {
    putMessage(fields, path.slice(0, 1), FORMAT);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) findUnstorable(inner, [...path, name], fields);
  }
}

/** zod's list of issues as the contract's object of fields, nested where the body is nested. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const { path, message } of error.issues) putMessage(fields, path.map(String), message);
  return fields;
}

/** A field may be called "constructor". */
const own = (fields: FieldErrors, name: string): FieldErrors[string] | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function putMessage(fields: FieldErrors, path: readonly string[], message: string): void {
  let level = fields;
  const names = path.length === 0 ? ["non_field_errors"] : [...path];
  const last = names.pop() ?? "non_field_errors";
  for (const name of names) {
    const there = own(level, name);
    const next: FieldErrors = there === undefined || Array.isArray(there) ? {} : there;
    // A field that is wrong itself and inside: its own messages move under non_field_errors.
    if (Array.isArray(there)) next["non_field_errors"] = there;
    level[name] = next;
    level = next;
  }
  const there = own(level, last);
  if (there === undefined) level[last] = [message];
  else if (Array.isArray(there)) there.push(message);
  else there["non_field_errors"] = [message];
}

/** @throws Invalid with the fields that do not fit */
export function parseWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const unstorable: FieldErrors = {};
  findUnstorable(value, [], unstorable);
  if (Object.keys(unstorable).length > 0) throw new Invalid(unstorable);
  const parsed = schema.safeParse(value, { error: wordsFor });
  if (!parsed.success) throw new Invalid(fieldErrors(parsed.error));
  return parsed.data;
}
