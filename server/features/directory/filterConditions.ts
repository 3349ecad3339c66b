/** Filters of SCIM as conditions of the tables. An attribute that is not kept has no value. */
import type { DirectoryGroupColumn } from "../../db/tables/directory/directoryGroups.ts";
import type { DirectoryUserColumn } from "../../db/tables/directory/directoryUsers.ts";
import type { ScimCondition } from "../../db/tables/directory/scimConditions.ts";
import { message } from "../../messages/messages.ts";
import { ScimError } from "./ScimError.ts";
import { type AttributePath, type Filter, parseFilter } from "./scimFilter.ts";
import { GROUP_SCHEMA, USER_SCHEMA } from "./scimSchemas.ts";

interface ColumnKind<Column extends string> {
  readonly column: Column;
  readonly type: "folded" | "exact" | "boolean" | "time";
}

interface Resource<Column extends string> {
  readonly schema: string;
  readonly name: "User" | "Group";
  /** By the path in lower case. */
  readonly columns: ReadonlyMap<string, ColumnKind<Column>>;
  /** The attribute whose values are ids of other resources. */
  readonly related: string;
}

const USERS: Resource<DirectoryUserColumn> = {
  schema: USER_SCHEMA.toLowerCase(),
  name: "User",
  related: "groups",
  columns: new Map<string, ColumnKind<DirectoryUserColumn>>([
    ["id", { column: "id", type: "exact" }],
    ["username", { column: "user_name", type: "folded" }],
    ["emails", { column: "user_name", type: "folded" }],
    ["emails.value", { column: "user_name", type: "folded" }],
    ["displayname", { column: "display_name", type: "folded" }],
    ["name.formatted", { column: "formatted_name", type: "folded" }],
    ["name.givenname", { column: "given_name", type: "folded" }],
    ["name.familyname", { column: "family_name", type: "folded" }],
    ["externalid", { column: "external_id", type: "exact" }],
    ["preferredlanguage", { column: "language", type: "folded" }],
    ["active", { column: "active", type: "boolean" }],
    ["meta.created", { column: "created_at", type: "time" }],
    ["meta.lastmodified", { column: "updated_at", type: "time" }],
  ]),
};

const GROUPS: Resource<DirectoryGroupColumn> = {
  schema: GROUP_SCHEMA.toLowerCase(),
  name: "Group",
  related: "members",
  columns: new Map<string, ColumnKind<DirectoryGroupColumn>>([
    ["id", { column: "id", type: "exact" }],
    ["displayname", { column: "display_name", type: "folded" }],
    ["externalid", { column: "external_id", type: "exact" }],
    ["meta.created", { column: "created_at", type: "time" }],
    ["meta.lastmodified", { column: "updated_at", type: "time" }],
  ]),
};

type Condition<Column extends string> = ScimCondition<Column>;
const constant = (value: boolean): { readonly kind: "constant"; readonly value: boolean } => ({
  kind: "constant",
  value,
});

const valueFault = (): ScimError => new ScimError(400, "invalidFilter", message("directory.filter_value"));

/** @throws ScimError */
export const userCondition = (filter: string | undefined): Condition<DirectoryUserColumn> =>
  filter === undefined ? constant(true) : conditionOf(parseFilter(filter), USERS, null);

/** @throws ScimError */
export const groupCondition = (filter: string | undefined): Condition<DirectoryGroupColumn> =>
  filter === undefined ? constant(true) : conditionOf(parseFilter(filter), GROUPS, null);

/** @param within the attribute whose values a filter in brackets is about */
function conditionOf<Column extends string>(
  filter: Filter,
  of: Resource<Column>,
  within: AttributePath | null,
): Condition<Column> {
  switch (filter.op) {
    case "and":
    case "or": {
      const parts = filter.parts.map((part) => conditionOf(part, of, within));
      return { kind: filter.op === "and" ? "all" : "any", parts };
    }
    case "not":
      return { kind: "not", part: conditionOf(filter.part, of, within) };
    case "has":
      if (within !== null) throw valueFault();
      return conditionOf(filter.part, of, filter.path);
    default:
      return simpleCondition(filter, of, within);
  }
}

type Simple = Exclude<Filter, { readonly op: "and" | "or" | "not" | "has" }>;

function simpleCondition<Column extends string>(
  filter: Simple,
  of: Resource<Column>,
  within: AttributePath | null,
): Condition<Column> {
  const { urn } = within ?? filter.path;
  if (urn !== null && urn !== of.schema) return constant(false);
  const parts = within === null ? [filter.path.attribute, filter.path.sub] : [within.attribute, filter.path.attribute];
  const key = parts.filter((part) => part !== null).join(".");
  if (key === of.related || key === `${of.related}.value`) return relatedCondition(filter);
  // Each user has one address, and it is that of the work.
  if (key === "emails.type" || key === "emails.primary") {
    const value = key === "emails.type" ? "work" : true;
    const text = "value" in filter && typeof filter.value === "string" ? filter.value.toLowerCase() : undefined;
    const isEqual = "value" in filter && (text ?? filter.value) === value;
    return constant(filter.op === "pr" || (filter.op === "eq" && isEqual) || (filter.op === "ne" && !isEqual));
  }
  // A search of both kinds distinguishes them by it.
  if (key === "meta.resourcetype") {
    const isEqual = "value" in filter && filter.value === of.name;
    return constant(filter.op === "pr" || (filter.op === "eq" && isEqual) || (filter.op === "ne" && !isEqual));
  }
  const kind = of.columns.get(key);
  if (!kind) return constant(filter.op === "ne");
  if (filter.op === "pr") return { kind: "present", column: kind.column };
  return compared(filter, kind);
}

function compared<Column extends string>(
  { op, value }: Exclude<Simple, { readonly op: "pr" }>,
  { column, type }: ColumnKind<Column>,
): Condition<Column> {
  const base = { kind: "compare", column, op, isExact: type !== "folded" } as const;
  if (value === null) return { ...base, value };
  if (type === "boolean") {
    const word = typeof value === "string" ? value.toLowerCase() : value;
    if (word !== true && word !== false && word !== "true" && word !== "false") throw valueFault();
    return { ...base, value: word === true || word === "true" };
  }
  if (typeof value !== "string" || value.includes("\u0000") || !value.isWellFormed()) throw valueFault();
  if (type !== "time") return { ...base, value };
  const time = new Date(value);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(value) || Number.isNaN(time.getTime())) throw valueFault();
  return { ...base, value: time };
}

function relatedCondition<Column extends string>(filter: Simple): Condition<Column> {
  if (filter.op === "pr") return { kind: "related", id: null };
  if (typeof filter.value !== "string" || filter.value.includes("\u0000")) throw valueFault();
  const related: Condition<Column> = { kind: "related", id: filter.value };
  if (filter.op === "eq") return related;
  if (filter.op === "ne") return { kind: "not", part: related };
  throw valueFault();
}
