/** A user as a directory sends and reads it. Attributes that are not kept are accepted and dropped. */
import { message } from "../../messages/messages.ts";
import { ScimError } from "./ScimError.ts";
import { type PatchPath } from "./scimFilter.ts";
import { USER_SCHEMA, type ScimObject } from "./scimSchemas.ts";
import { addressIn, booleanIn, entriesOf, identifierIn, nameIn, operationsOf, pathOfKey } from "./scimValues.ts";

export interface UserFields {
  readonly userName: string;
  readonly displayName: string | null;
  readonly formatted: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly active: boolean;
  readonly externalId: string | null;
  readonly language: "EN" | "TR" | null;
}

type Draft = { -readonly [Field in keyof UserFields]: UserFields[Field] };

/** Whether the directory names the person: without a name, an account keeps its own. */
export const hasScimName = ({ displayName, formatted, givenName, familyName }: UserFields): boolean =>
  [displayName, formatted, givenName, familyName].some((name) => name !== null);

/** The name of the account. */
export const scimNameOf = ({ displayName, formatted, givenName, familyName, userName }: UserFields): string =>
  displayName ??
  formatted ??
  (`${givenName ?? ""} ${familyName ?? ""}`.trim() || userName.slice(0, userName.lastIndexOf("@")));

function languageIn(value: unknown): UserFields["language"] {
  const text = typeof value === "string" ? value.toLowerCase() : "";
  return text.startsWith("tr") ? "TR" : text.startsWith("en") ? "EN" : null;
}

/** A setter for each attribute that is kept, by its path in lower case. `undefined` removes. */
const SETTERS: ReadonlyMap<string, (draft: Draft, value: unknown) => void> = new Map([
  ["username", (draft: Draft, value: unknown) => void (draft.userName = addressIn(value))],
  ["displayname", (draft: Draft, value: unknown) => void (draft.displayName = nameIn(value, "displayName"))],
  ["name.formatted", (draft: Draft, value: unknown) => void (draft.formatted = nameIn(value, "name.formatted"))],
  ["name.givenname", (draft: Draft, value: unknown) => void (draft.givenName = nameIn(value, "name.givenName"))],
  ["name.familyname", (draft: Draft, value: unknown) => void (draft.familyName = nameIn(value, "name.familyName"))],
  ["active", (draft: Draft, value: unknown) => void (draft.active = booleanIn(value, "active"))],
  ["externalid", (draft: Draft, value: unknown) => void (draft.externalId = identifierIn(value, "externalId"))],
  ["preferredlanguage", (draft: Draft, value: unknown) => void (draft.language = languageIn(value))],
]);
const NAME_PARTS = ["name.formatted", "name.givenname", "name.familyname"] as const;
/** Attributes that this server assigns. */
const ASSIGNED = ["id", "meta", "groups"];
const REQUIRED = ["username", "active"];

const keyOf = (attribute: string, sub: string | null): string => (sub === null ? attribute : `${attribute}.${sub}`);
const isOfUser = ({ path }: PatchPath): boolean => path.urn === null || path.urn === USER_SCHEMA.toLowerCase();

function assign(draft: Draft, target: PatchPath, value: unknown): void {
  if (!isOfUser(target)) return;
  const key = keyOf(target.path.attribute, target.sub);
  if (key === "name") {
    for (const [part, text] of entriesOf(value)) SETTERS.get(`name.${part}`)?.(draft, text);
  } else SETTERS.get(key)?.(draft, value);
}

/** A whole user: without an attribute it has none. @throws ScimError */
export function readUser(body: unknown): UserFields {
  const entries = entriesOf(body);
  const draft: Draft = {
    userName: addressIn(entries.get("username")),
    displayName: null,
    formatted: null,
    givenName: null,
    familyName: null,
    active: true,
    externalId: null,
    language: null,
  };
  for (const [name, value] of entries) {
    if (value === null || value === undefined) continue;
    if (name === "name" || SETTERS.has(name)) {
      assign(draft, { path: { urn: null, attribute: name, sub: null }, filter: null, sub: null }, value);
    }
  }
  return draft;
}

function remove(draft: Draft, target: PatchPath): void {
  const key = keyOf(target.path.attribute, target.sub);
  if (!isOfUser(target)) return;
  if (REQUIRED.includes(key)) throw new ScimError(400, "mutability", message("directory.required", { attribute: key }));
  const keys = key === "name" ? NAME_PARTS : [key];
  for (const name of keys) SETTERS.get(name)?.(draft, undefined);
}

/** A user after a PATCH, which is applied as a whole or not at all. @throws ScimError */
export function patchUser(before: UserFields, body: unknown): UserFields {
  const draft: Draft = { ...before };
  for (const { op, target, value } of operationsOf(body)) {
    if (target === null) {
      for (const [key, entry] of entriesOf(value)) {
        // Clients send the whole user here, with what the server has assigned.
        if (!ASSIGNED.includes(key) && key !== "schemas") assign(draft, pathOfKey(key), entry);
      }
      continue;
    }
    if (isOfUser(target) && ASSIGNED.includes(target.path.attribute)) {
      throw new ScimError(400, "mutability", message("directory.read_only", { attribute: target.path.attribute }));
    }
    if (op === "remove") remove(draft, target);
    else assign(draft, target, value);
  }
  return draft;
}

export interface StoredUser extends UserFields {
  readonly id: string;
  readonly version: number;
  readonly created: Date;
  readonly changed: Date;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

export const versionOf = (version: number): string => `W/"${version}"`;

/** A user as it is sent, with the names that the directory gave and no other. @param base the address of this server's SCIM */
export function presentScimUser(base: string, user: StoredUser): ScimObject {
  const name = {
    ...(user.formatted !== null && { formatted: user.formatted }),
    ...(user.givenName !== null && { givenName: user.givenName }),
    ...(user.familyName !== null && { familyName: user.familyName }),
  };
  return {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...(user.externalId !== null && { externalId: user.externalId }),
    userName: user.userName,
    ...(user.displayName !== null && { displayName: user.displayName }),
    ...(Object.keys(name).length > 0 && { name }),
    active: user.active,
    ...(user.language !== null && { preferredLanguage: user.language.toLowerCase() }),
    emails: [{ value: user.userName, type: "work", primary: true }],
    ...(user.groups.length > 0 && {
      groups: user.groups.map((group) => ({
        value: group.id,
        $ref: `${base}/Groups/${group.id}`,
        display: group.name,
        type: "direct",
      })),
    }),
    meta: {
      resourceType: "User",
      created: user.created.toISOString(),
      lastModified: user.changed.toISOString(),
      location: `${base}/Users/${user.id}`,
      version: versionOf(user.version),
    },
  };
}
