/** XML of identity providers: parsed strictly, with bounds, by the parser that the library of signatures uses too. */
import { DOMParser } from "@xmldom/xmldom";
import { SamlRefusedError } from "./SamlRefusedError.ts";

export const NS = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
  encryption: "http://www.w3.org/2001/04/xmlenc#",
  encryption11: "http://www.w3.org/2009/xmlenc11#",
} as const;

/** Levels of elements. Metadata of providers have about 8. */
const MAX_DEPTH = 40;
/** Begins and ends of elements: the parser takes half a second for 50,000 elements, and anyone may send an answer. */
const MAX_TAGS = 20_000;
/** Some programs write it with single quotes. */
const DECLARATION =
  /^\uFEFF?\s*(?:<\?xml\s+version=(?:"1\.0"|'1\.0')(?:\s+encoding=(?:"utf-8"|'utf-8'))?(?:\s+standalone=(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>)?/i;
/** Characters that XML 1.0 has not. */
// eslint-disable-next-line no-control-regex -- they are what is searched for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
const ELEMENT = 1;
export const TEXT = 3;

export interface XmlDocument {
  /** What was parsed, for the library that checks signatures. */
  readonly text: string;
  readonly root: Element;
}

/**
 * Parses a document without DOCTYPE, CDATA sections and processing instructions, and without comments unless `hasComments`: each of them
 * makes parsers differ about what a text says.
 * @throws SamlRefusedError
 */
export function parseSamlXml(source: string, { hasComments = false } = {}): XmlDocument {
  const text = source.replace(DECLARATION, "");
  if (CONTROL.test(text) || !text.isWellFormed()) throw new SamlRefusedError("characters");
  if ((hasComments ? /<\?|<!(?!--)/ : /<[!?]/).test(text)) throw new SamlRefusedError("markup");
  if (text.split("<", MAX_TAGS + 2).length > MAX_TAGS + 1) throw new SamlRefusedError("elements");
  const parser = new DOMParser({
    errorHandler: () => {
      throw new SamlRefusedError("not well-formed");
    },
  });
  let root: Element | null;
  try {
    root = parser.parseFromString(text, "text/xml").documentElement as Element | null;
  } catch (error) {
    throw new SamlRefusedError("not well-formed", { cause: error });
  }
  if (!root) throw new SamlRefusedError("empty");
  requireFlat(root);
  return { text, root };
}

/** The library of signatures calls itself for each level. @throws SamlRefusedError */
function requireFlat(root: Element): void {
  let depth = 0;
  let node: Node = root;
  for (;;) {
    if (node.firstChild) {
      node = node.firstChild;
      if (++depth > MAX_DEPTH) throw new SamlRefusedError("depth");
      continue;
    }
    while (node !== root && !node.nextSibling) {
      node = node.parentNode ?? root;
      depth -= 1;
    }
    if (node === root || !node.nextSibling) return;
    node = node.nextSibling;
  }
}

export const isElement = (node: Node, namespace: string, name: string): node is Element =>
  node.nodeType === ELEMENT && (node as Element).namespaceURI === namespace && (node as Element).localName === name;

export const childElements = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.childNodes).filter((node) => isElement(node, namespace, name));

/** All elements of a name, in any namespace and at any level, with the root. */
export const everyElement = (root: Element, name: string): Element[] => [
  ...(root.localName === name ? [root] : []),
  ...Array.from(root.getElementsByTagNameNS("*", name)),
];

/** The child of a name, of which there is at most one. @throws SamlRefusedError */
export function childOf(parent: Element, namespace: string, name: string): Element | undefined {
  const children = childElements(parent, namespace, name);
  if (children.length > 1) throw new SamlRefusedError(`several ${name}`);
  return children[0];
}

/** @throws SamlRefusedError unless there is exactly one */
export function requireChild(parent: Element, namespace: string, name: string): Element {
  const child = childOf(parent, namespace, name);
  if (!child) throw new SamlRefusedError(`no ${name}`);
  return child;
}

/** The text of an element that has nothing else. @throws SamlRefusedError */
export function elementText(element: Element): string {
  const nodes = Array.from(element.childNodes);
  if (nodes.some(({ nodeType }) => nodeType !== TEXT)) throw new SamlRefusedError("markup in a text");
  return nodes
    .map(({ nodeValue }) => nodeValue ?? "")
    .join("")
    .trim();
}

/** @returns undefined without the attribute, and for an empty one */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.getAttribute(name) || undefined;

/** Decodes base64 with line breaks. @throws SamlRefusedError for anything else */
export function fromBase64(text: string): Buffer {
  const packed = text.replaceAll(/\s/g, "");
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(packed)) throw new SamlRefusedError("base64");
  return Buffer.from(packed, "base64");
}

/** @throws SamlRefusedError for bytes that are no UTF-8 */
export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new SamlRefusedError("not UTF-8", { cause: error });
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** A text for an attribute or element of XML. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

/** A time as SAML writes it. @throws SamlRefusedError */
export function samlTimeOf(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new SamlRefusedError("time");
  return time;
}
