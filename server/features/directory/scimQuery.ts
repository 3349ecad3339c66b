/** What the query of a request asks for: a page, a filter, and which attributes are returned (RFC 7644, sections 3.4.2 and 3.9). */
import { message } from "../../messages/messages.ts";
import { invalidSyntax, invalidValue } from "./ScimError.ts";
import { type ScimObject, PAGE, SEARCH_SCHEMA } from "./scimSchemas.ts";
import { entriesOf } from "./scimValues.ts";

export interface ScimQuery {
  readonly filter: string | undefined;
  /** 1 for the first. */
  readonly startIndex: number;
  readonly count: number;
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

const MAX_NAMES = 100;

/** @throws ScimError */
export function readQuery(query: unknown): ScimQuery {
  const entries = new Map(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const text = (name: string): string | undefined => {
    const value = entries.get(name);
    if (value !== undefined && typeof value !== "string") throw invalidValue(message("directory.parameter", { name }));
    return value === "" ? undefined : value;
  };
  const number = (name: string, usual: number): number => {
    const value = text(name);
    if (value === undefined) return usual;
    if (!/^-?\d{1,9}$/.test(value)) throw invalidValue(message("directory.parameter", { name }));
    return Number(value);
  };
  const names = (name: string): string[] =>
    (text(name) ?? "")
      .split(",", MAX_NAMES)
      .map((attribute) => nameIn(attribute))
      .filter((attribute) => attribute !== "");
  return {
    filter: text("filter"),
    startIndex: Math.max(1, number("startindex", 1)),
    count: Math.min(PAGE.max, Math.max(0, number("count", PAGE.usual))),
    attributes: names("attributes"),
    excluded: names("excludedattributes"),
  };
}

/** The query of a search by POST, with lists and numbers where an address has texts (RFC 7644, section 3.4.3). @throws ScimError */
export function readSearch(body: unknown): ScimQuery {
  const entries = entriesOf(body);
  const schemas = entries.get("schemas");
  const isSearch = (name: unknown): boolean =>
    typeof name === "string" && name.toLowerCase() === SEARCH_SCHEMA.toLowerCase();
  if (!Array.isArray(schemas) || !schemas.some(isSearch)) throw invalidSyntax(message("directory.search_schema"));
  const texts = [...entries].flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    if (Array.isArray(value) && value.every((part) => typeof part === "string")) return [[name, value.join(",")]];
    return [[name, typeof value === "number" ? String(value) : value]];
  });
  return readQuery(Object.fromEntries(texts.filter(([name]) => name !== "schemas")));
}

/** An attribute without its schema. */
const nameIn = (attribute: string): string => {
  const name = attribute.trim().toLowerCase();
  return name.startsWith("urn:") ? name.slice(name.lastIndexOf(":") + 1) : name;
};

/** Attributes that are always returned. */
const ALWAYS = ["schemas", "id"];

/** Whether an attribute is part of an answer. */
export const returns = ({ attributes, excluded }: ScimQuery, name: string): boolean =>
  attributes.length === 0
    ? !excluded.includes(name)
    : attributes.some((attribute) => attribute === name || attribute.startsWith(`${name}.`));

/** A resource with the attributes that were asked for. */
export function selectAttributes(resource: ScimObject, query: ScimQuery): ScimObject {
  const { attributes, excluded } = query;
  if (attributes.length === 0 && excluded.length === 0) return resource;
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const key = name.toLowerCase();
    if (ALWAYS.includes(key)) return [[name, value]];
    if (!returns(query, key)) return [];
    const subAttributes = attributes.filter((attribute) => attribute.startsWith(`${key}.`));
    const isWhole = attributes.length === 0 || attributes.includes(key);
    return [[name, partsOf(value, (part) => (isWhole ? !excluded.includes(`${key}.${part}`) : subAttributes.includes(`${key}.${part}`)))]]; // prettier-ignore
  });
  return Object.fromEntries(entries);
}

function partsOf(value: unknown, isWanted: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => partsOf(entry, isWanted));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isWanted(part.toLowerCase())));
}
