/** Reading of nodes of Confluence's storage format. */
import type { Element, XmlNode } from "./parseXml.ts";

export const isStorageElement = (node: XmlNode): node is Element => typeof node !== "string";

/** `#text` for text. */
export const nameOf = (node: XmlNode): string => (isStorageElement(node) ? node.name : "#text");

export const storageChild = (node: Element, ...names: readonly string[]): Element | undefined =>
  node.children.find((part): part is Element => isStorageElement(part) && names.includes(part.name));

export const storageChildren = (node: Element, ...names: readonly string[]): Element[] =>
  node.children.filter((part): part is Element => isStorageElement(part) && names.includes(part.name));

/** The text of a node and everything in it. */
export const storageText = (node: XmlNode): string =>
  isStorageElement(node) ? node.children.map(storageText).join("") : node;

/** The first element of a name in any depth. */
export function findElement(node: Element, name: string): Element | undefined {
  for (const part of node.children) {
    if (!isStorageElement(part)) continue;
    const inside = part.name === name ? part : findElement(part, name);
    if (inside) return inside;
  }
  return undefined;
}

/** A parameter of a macro as an element; its value may be a reference to a page or file. */
export const parameterOf = (macro: Element, name: string): Element | undefined =>
  storageChildren(macro, "ac:parameter").find(({ attributes }) => (attributes["ac:name"] ?? "") === name);

/** The text of a parameter, or "". */
export function parameterText(macro: Element, name: string): string {
  const parameter = parameterOf(macro, name);
  return parameter ? storageText(parameter).trim() : "";
}

/** Where links of the wiki itself lead. */
export interface StorageContext {
  /** Root of the wiki's pages, without a slash at the end. */
  readonly site: string;
  readonly spaceKey: string;
  /** The page of the body, for links to its files. */
  readonly pageId?: string;
  /** The display name of a mentioned user, by account id, key or user name; without it only user names are shown. */
  readonly nameOf?: (user: string) => string | null;
}

/** How a reference to a user names them. */
export type UserReference = "accountId" | "key" | "username";

const USER_ATTRIBUTES: readonly (readonly [string, UserReference])[] = [
  ["ri:account-id", "accountId"],
  ["ri:userkey", "key"],
  ["ri:username", "username"],
];

/** Ids, keys and names of the users that a body mentions, each once. */
export function mentionedIn(nodes: readonly XmlNode[]): ReadonlyMap<string, UserReference> {
  const result = new Map<string, UserReference>();
  const visit = (children: readonly XmlNode[]): void => {
    for (const node of children) {
      if (!isStorageElement(node)) continue;
      const [attribute, kind] = USER_ATTRIBUTES.find(([name]) => node.attributes[name]) ?? [];
      if (node.name === "ri:user" && attribute && kind) result.set(node.attributes[attribute] ?? "", kind);
      visit(node.children);
    }
  };
  visit(nodes);
  return result;
}

/** `@` and the name of a user. */
export function userName({ attributes }: Element, lookUp: StorageContext["nameOf"]): string {
  const references = USER_ATTRIBUTES.flatMap(([name]) => attributes[name] || []);
  const name = references.map((reference) => lookUp?.(reference) ?? null).find((candidate) => candidate !== null);
  return `@${name ?? attributes["ri:username"] ?? "unknown"}`;
}
