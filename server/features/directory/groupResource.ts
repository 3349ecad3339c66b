/** A group as a directory sends and reads it. */
import { message } from "../../messages/messages.ts";
import { invalidValue, ScimError, wrongType } from "./ScimError.ts";
import { matches, type PatchPath } from "./scimFilter.ts";
import { GROUP_SCHEMA, type ScimObject } from "./scimSchemas.ts";
import { entriesOf, identifierIn, nameIn, operationsOf, pathOfKey } from "./scimValues.ts";
import { versionOf } from "./userResource.ts";

/** The most members of a group. */
export const MAX_MEMBERS = 10_000;
/** Filters of one PATCH other than `value eq`, each of which is compared with each member. */
const MAX_FILTERS = 5;

export interface GroupFields {
  readonly displayName: string;
  readonly externalId: string | null;
  /** Ids of users. */
  readonly members: ReadonlySet<string>;
}

interface Draft {
  displayName: string;
  externalId: string | null;
  members: Set<string>;
  /** Filters of members that were compared with each member. */
  filters: number;
}

function displayNameIn(value: unknown): string {
  const name = nameIn(value, "displayName");
  if (name === null) throw invalidValue(message("directory.required", { attribute: "displayName" }));
  return name;
}

/** @throws ScimError for what is no id: the database refuses some characters */
function userIdIn(id: string): string {
  if (/^[\w-]{1,200}$/.test(id)) return id;
  throw invalidValue(message("directory.member_unknown", { id: id.replaceAll(/[^\w-]/g, "").slice(0, 100) }));
}

/** Ids of the users that a value names. @throws ScimError, also for a group in a group */
function membersIn(value: unknown): string[] {
  const list: readonly unknown[] = value === null || value === undefined ? [] : [value].flat();
  if (list.length > MAX_MEMBERS) throw tooManyMembers();
  return list.map((member) => {
    if (typeof member === "string") return userIdIn(member);
    const entries = entriesOf(member);
    const [type, reference, id] = [entries.get("type"), entries.get("$ref"), entries.get("value")];
    const isGroup =
      (typeof type === "string" && type.toLowerCase() === "group") ||
      (typeof reference === "string" && /\/Groups\/[^/]*$/i.test(reference));
    if (isGroup) throw invalidValue(message("directory.nested_group"));
    if (typeof id !== "string") throw wrongType("members.value");
    return userIdIn(id);
  });
}

const tooManyMembers = (): ScimError =>
  new ScimError(413, "tooMany", message("directory.members_limit", { max: MAX_MEMBERS }));

/** A whole group: without an attribute it has none. @throws ScimError */
export function readScimGroup(body: unknown): GroupFields {
  const entries = entriesOf(body);
  return {
    displayName: displayNameIn(entries.get("displayname")),
    externalId: identifierIn(entries.get("externalid"), "externalId"),
    members: new Set(membersIn(entries.get("members"))),
  };
}

/** A path of another schema names no attribute of groups. */
const isOfGroups = ({ path: { urn } }: PatchPath): boolean => urn === null || urn === GROUP_SCHEMA.toLowerCase();

function assign(draft: Draft, op: "add" | "replace", { path, filter, sub }: PatchPath, value: unknown): void {
  if (path.attribute === "displayname") draft.displayName = displayNameIn(value);
  if (path.attribute === "externalid") draft.externalId = identifierIn(value, "externalId");
  if (path.attribute !== "members") return;
  if (filter !== null || sub !== null) {
    throw new ScimError(400, "mutability", message("directory.read_only", { attribute: "members.value" }));
  }
  if (op === "replace") draft.members.clear();
  for (const id of membersIn(value)) draft.members.add(id);
  if (draft.members.size > MAX_MEMBERS) throw tooManyMembers();
}

function remove(draft: Draft, { path, filter }: PatchPath, value: unknown): void {
  if (path.attribute === "externalid") draft.externalId = null;
  if (path.attribute === "displayname") {
    throw new ScimError(400, "mutability", message("directory.required", { attribute: "displayName" }));
  }
  if (path.attribute !== "members") return;
  if (filter?.op === "eq" && filter.path.attribute === "value")
    draft.members.delete(String(filter.value).toLowerCase());
  else if (filter !== null) {
    if (++draft.filters > MAX_FILTERS) {
      throw new ScimError(413, "tooMany", message("directory.patch_limit", { max: MAX_FILTERS }));
    }
    for (const id of draft.members) {
      const parts = new Map<string, string>().set("value", id).set("type", "User");
      if (matches(filter, parts)) draft.members.delete(id);
    }
  } else if (value === undefined || value === null) draft.members.clear();
  // Entra names the members in the value.
  else for (const id of membersIn(value)) draft.members.delete(id);
}

/** A group after a PATCH, which is applied as a whole or not at all. @throws ScimError */
export function patchGroup(before: GroupFields, body: unknown): GroupFields {
  const draft: Draft = { ...before, members: new Set(before.members), filters: 0 };
  for (const { op, target, value } of operationsOf(body)) {
    if (target === null) {
      for (const [key, entry] of entriesOf(value)) {
        if (["id", "meta", "schemas"].includes(key) || op === "remove") continue;
        const named = pathOfKey(key);
        if (isOfGroups(named)) assign(draft, op, named, entry);
      }
    } else if (!isOfGroups(target)) {
      continue;
    } else if (["id", "meta"].includes(target.path.attribute)) {
      throw new ScimError(400, "mutability", message("directory.read_only", { attribute: target.path.attribute }));
    } else if (op === "remove") remove(draft, target, value);
    else assign(draft, op, target, value);
  }
  const { displayName, externalId, members } = draft;
  return { displayName, externalId, members };
}

export interface StoredGroup {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly version: number;
  readonly created: Date;
  readonly changed: Date;
  /** Null where they were not read. */
  readonly members: readonly { readonly id: string; readonly name: string }[] | null;
}

/** A group as it is sent. */
export const presentScimGroup = (base: string, group: StoredGroup): ScimObject => ({
  schemas: [GROUP_SCHEMA],
  id: group.id,
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.displayName,
  // A group without members has no value of the attribute (RFC 7643, section 2.5).
  ...(group.members !== null &&
    group.members.length > 0 && {
      members: group.members.map((member) => ({
        value: member.id,
        $ref: `${base}/Users/${member.id}`,
        display: member.name,
        type: "User",
      })),
    }),
  meta: {
    resourceType: "Group",
    created: group.created.toISOString(),
    lastModified: group.changed.toISOString(),
    location: `${base}/Groups/${group.id}`,
    version: versionOf(group.version),
  },
});
