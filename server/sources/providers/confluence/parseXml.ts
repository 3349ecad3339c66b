import { decodeHTMLStrict } from "entities";

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}
/** An element, or text with its entities resolved. */
export type XmlNode = Element | string;

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
}

const VOID = new Set(["br", "hr", "img", "col", "input", "wbr"]);
/** Maximum depth of nested elements; deeper ones are read as siblings. Each level of a list or quotation prefixes all its lines. */
const MAX_DEPTH = 48;
/** Elements and texts that are read of one document; what follows them is left out. A page of Confluence has a few thousand. */
const MAX_NODES = 60_000;
const NAME = /[A-Za-z][\w:.-]*/y;
const CLOSING = /<\/([A-Za-z][\w:.-]*)\s*>/y;
/** The lookbehind lets a name start only at a boundary; otherwise a long name would be retried at each of its characters (quadratic time). */
const ATTRIBUTE = /(?<![\w:.-])([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** What begins at a sign `<`, and where it ends. */
type Token = { readonly end: number } & (
  | { readonly kind: "ignored" }
  | { readonly kind: "cdata"; readonly text: string }
  | { readonly kind: "closing"; readonly name: string }
  | { readonly kind: "opening"; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
);

/** Null where the sign is text. Looking for the end of a token reads no part of the text more than a few times. */
function readToken(text: string, start: number, lastEnd: number): Token | null {
  if (text.startsWith("<![CDATA[", start)) {
    const end = text.indexOf("]]>", start + 9);
    return end < 0
      ? { kind: "cdata", text: text.slice(start + 9), end: text.length }
      : { kind: "cdata", text: text.slice(start + 9, end), end: end + 3 };
  }
  if (text.startsWith("<!--", start)) {
    const end = text.indexOf("-->", start + 4);
    return { kind: "ignored", end: end < 0 ? text.length : end + 3 };
  }
  if (start > lastEnd) return null;
  const second = text[start + 1];
  if (second === "!" || second === "?") return { kind: "ignored", end: text.indexOf(">", start) + 1 };
  if (second === "/") {
    CLOSING.lastIndex = start;
    const [matched, name] = CLOSING.exec(text) ?? [];
    return matched === undefined || name === undefined
      ? null
      : { kind: "closing", name: name.toLowerCase(), end: start + matched.length };
  }
  NAME.lastIndex = start + 1;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  const from = start + 1 + name.length;
  const end = endOfTag(text, from);
  if (end < 0) return null;
  const isEmpty = text[end - 1] === "/";
  return { kind: "opening", name: name.toLowerCase(), attributes: text.slice(from, end), isEmpty, end: end + 1 };
}

/** The place of the sign `>` that ends a tag, outside of quotes; -1 for none before the next tag. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === ">") return at;
    if (sign === "<") return -1;
    if (sign === '"' || sign === "'") {
      at = text.indexOf(sign, at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}

/**
 * Reads a fragment of XML that may be malformed: an end tag without a start tag is skipped, an open element ends with its parent. Nothing is
 * fetched, and entities cannot be defined, so no document can expand.
 */
export function parseXml(text: string): readonly XmlNode[] {
  const root: Open = { name: "#root", attributes: {}, children: [] };
  const open: Open[] = [root];
  const top = (): Open => open.at(-1) ?? root;
  let nodes = 0;
  const add = (node: XmlNode): void => {
    nodes += 1;
    top().children.push(node);
  };
  const addText = (raw: string): void => {
    if (raw !== "") add(resolveEntities(raw));
  };
  const lastEnd = text.lastIndexOf(">");
  let at = 0;
  for (let start = text.indexOf("<"); start >= 0 && nodes < MAX_NODES;) {
    const token = readToken(text, start, lastEnd);
    if (!token) {
      start = text.indexOf("<", start + 1);
      continue;
    }
    addText(text.slice(at, start));
    at = token.end;
    if (token.kind === "cdata") {
      add(token.text);
    } else if (token.kind === "closing") {
      const position = open.findLastIndex((element, index) => index > 0 && element.name === token.name);
      if (position > 0) open.length = position;
    } else if (token.kind === "opening") {
      const { name } = token;
      const element: Open = { name, attributes: attributesOf(token.attributes), children: [] };
      add(element);
      if (!token.isEmpty && !VOID.has(name) && open.length < MAX_DEPTH) open.push(element);
    }
    start = text.indexOf("<", at);
  }
  if (nodes < MAX_NODES) addText(text.slice(at));
  return root.children;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = resolveEntities(double ?? single ?? "");
  }
  return attributes;
}

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f]/g;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060]/g;

/** Named references follow the HTML standard; a reference to a space is a plain space, and one to an invisible character is dropped. */
function resolveEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z]\w{1,31});/gi,
    (matched, decimal: string | undefined, hex: string | undefined) => {
      if (decimal === undefined && hex === undefined) {
        return decodeHTMLStrict(matched).replaceAll(SPACES, " ").replaceAll(INVISIBLE, "");
      }
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      const isText = code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
      return isText ? String.fromCodePoint(code) : "";
    },
  );
}
