import type { z } from "zod";
import { Invalid, type FieldErrors } from "../errors.ts";
import { type Language, type Message, formatMessage, isMessage, message } from "../messages/messages.ts";

const REQUIRED = message("field.required");
const FORMAT = message("field.format");

/** The errors of zod by field. A schema of the contract may name the code of its own message. */
function messageFor(issue: z.core.$ZodIssue): Message {
  const named: unknown = { code: issue.message, ...(issue.code === "custom" && { params: issue.params }) };
  if (isMessage(named)) return named;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null ? REQUIRED : FORMAT;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return REQUIRED;
      return issue.origin === "string"
        ? message("field.min_characters", { min: String(issue.minimum) })
        : message("field.min", { min: String(issue.minimum) });
    case "too_big":
      if (issue.origin === "string") return message("field.max_characters", { max: String(issue.maximum) });
      return issue.origin === "array"
        ? message("field.max_entries", { max: String(issue.maximum) })
        : message("field.max", { max: String(issue.maximum) });
    case "invalid_format":
      return issue.format === "email" ? message("field.email") : FORMAT;
    case "invalid_value":
      return issue.input === undefined
        ? REQUIRED
        : message("field.one_of", { values: issue.values.map(String).join(", ") });
    default:
      return FORMAT;
  }
}

/** No body of the contract is nested deeper; one that is would be walked down to the end of the stack. */
const MAX_DEPTH = 20;

/** These have separate rules and messages, which refuse the same characters. */
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
  for (const issue of error.issues) putMessage(fields, issue.path.map(String), messageFor(issue));
  return fields;
}

/** A field may be called "constructor". */
const ownEntry = (fields: FieldErrors, name: string): FieldErrors[string] | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function putMessage(fields: FieldErrors, path: readonly string[], text: Message): void {
  let level = fields;
  const names = path.length === 0 ? ["non_field_errors"] : [...path];
  const last = names.pop() ?? "non_field_errors";
  for (const name of names) {
    const existing = ownEntry(level, name);
    const next: FieldErrors = existing === undefined || Array.isArray(existing) ? {} : existing;
    // A field that is wrong itself and inside: its own messages move under non_field_errors.
    if (Array.isArray(existing)) next["non_field_errors"] = existing;
    level[name] = next;
    level = next;
  }
  const existing = ownEntry(level, last);
  if (existing === undefined) level[last] = [text];
  else if (Array.isArray(existing)) existing.push(text);
  else existing["non_field_errors"] = [text];
}

/** @throws Invalid with the fields that do not fit */
export function parseWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const unstorable: FieldErrors = {};
  findUnstorable(value, [], unstorable);
  if (Object.keys(unstorable).length > 0) throw new Invalid(unstorable);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new Invalid(fieldErrors(parsed.error));
  return parsed.data;
}

/** The messages of a refusal in a language, field by field. */
export function formatFields(fields: FieldErrors, language: Language): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((text) => formatMessage(text, language)) : formatFields(value, language),
    ]),
  );
}
