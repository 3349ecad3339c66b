/** Reading of values that a directory sends. Only attributes with a name of the schema are looked at, so no name of a key reaches an object. */
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { Email } from "../../../contract/fieldSchemas.ts";
import { message } from "../../messages/messages.ts";
import { invalidSyntax, invalidValue, ScimError, wrongType } from "./ScimError.ts";
import { PATCH_SCHEMA } from "./scimSchemas.ts";
import { type PatchPath, parsePatchPath } from "./scimFilter.ts";

const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const MAX_ID_LENGTH = 300;

/** @returns the entries of an object by their names in lower case. @throws ScimError for another value */
export function entriesOf(value: unknown): Map<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidSyntax(message("directory.not_object"));
  }
  return new Map(Object.entries(value).map(([name, entry]) => [name.toLowerCase(), entry]));
}

/** Some clients of Entra send a simple value as a list of one object with `value`. */
function unwrapped(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [first] = value as unknown[];
  return typeof first === "object" && first !== null && "value" in first ? first.value : first;
}

/** A name without hidden characters; null where there is none. */
export function nameIn(value: unknown, attribute: string): string | null {
  const text = unwrapped(value) ?? null;
  if (text === null) return null;
  if (typeof text !== "string") throw wrongType(attribute);
  const name = text.replaceAll(HIDDEN, "").trim().slice(0, TEXT_LIMITS.name).toWellFormed().trim();
  return name === "" ? null : name;
}

/** An identifier of the directory, as it is; null where there is none. */
export function identifierIn(value: unknown, attribute: string): string | null {
  const text = unwrapped(value) ?? null;
  if (text === null || text === "") return null;
  if (typeof text !== "string" || text.length > MAX_ID_LENGTH || /\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw wrongType(attribute);
  }
  return text;
}

/** Entra sends `"True"` and `"False"`. */
export function booleanIn(value: unknown, attribute: string): boolean {
  const unwrappedValue = unwrapped(value);
  if (typeof unwrappedValue === "boolean") return unwrappedValue;
  const word = typeof unwrappedValue === "string" ? unwrappedValue.toLowerCase() : "";
  if (word !== "true" && word !== "false") throw wrongType(attribute);
  return word === "true";
}

/** The address of an account, in lower case. */
export function addressIn(value: unknown): string {
  const text = unwrapped(value);
  // Some letters of other scripts become ASCII in lower case, and would be another user's address.
  const email = Email.safeParse(typeof text === "string" && /^[\x21-\x7e]+$/.test(text.trim()) ? text : undefined);
  if (!email.success) throw invalidValue(message("directory.user_name"));
  return email.data;
}

export interface PatchOperation {
  readonly op: "add" | "replace" | "remove";
  readonly target: PatchPath | null;
  readonly value: unknown;
}

const MAX_OPERATIONS = 200;

const isPatchSchema = (name: unknown): boolean =>
  typeof name === "string" && name.toLowerCase() === PATCH_SCHEMA.toLowerCase();

/** The operations of a PATCH. @throws ScimError */
export function operationsOf(body: unknown): PatchOperation[] {
  const entries = entriesOf(body);
  const schemas = entries.get("schemas");
  if (!Array.isArray(schemas) || !schemas.some(isPatchSchema)) {
    throw invalidSyntax(message("directory.patch_schema"));
  }
  const list = entries.get("operations");
  if (!Array.isArray(list) || list.length === 0) throw invalidSyntax(message("directory.patch_empty"));
  if (list.length > MAX_OPERATIONS) {
    throw new ScimError(413, "tooMany", message("directory.patch_limit", { max: MAX_OPERATIONS }));
  }
  return list.map((operation: unknown) => {
    const parts = entriesOf(operation);
    const name = parts.get("op");
    const op = (["add", "replace", "remove"] as const).find(
      (word) => typeof name === "string" && name.toLowerCase() === word,
    );
    if (op === undefined) throw invalidSyntax(message("directory.patch_op"));
    const path = parts.get("path") ?? null;
    if (path !== null && typeof path !== "string") throw wrongType("path");
    const target = path === null || path.trim() === "" ? null : parsePatchPath(path);
    if (op === "remove" && target === null) throw new ScimError(400, "noTarget", message("directory.patch_target"));
    return { op, target, value: parts.get("value") };
  });
}

/** The path of a key of an operation without a path: `name.givenName`, or an attribute after the name of its schema. */
export const pathOfKey = (key: string): PatchPath => parsePatchPath(key);
