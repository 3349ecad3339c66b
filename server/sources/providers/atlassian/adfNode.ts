import { isRecord } from "../../rest/restFailure.ts";

/** A node of Atlassian's document format. Of an unknown node the text inside it is read. */
export interface AdfNode {
  readonly type: string;
  readonly text: string;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly marks: readonly { readonly type: string; readonly attrs: Readonly<Record<string, unknown>> }[];
  readonly content: readonly AdfNode[];
}

const MAX_DEPTH = 60;

/** The nodes of a document; null for what is none. */
export function readAdfNode(value: unknown, depth = 0): AdfNode | null {
  if (!isRecord(value) || depth > MAX_DEPTH) return null;
  const list = (name: string): readonly unknown[] => (Array.isArray(value[name]) ? value[name] : []);
  return {
    type: typeof value["type"] === "string" ? value["type"] : "",
    text: typeof value["text"] === "string" ? value["text"] : "",
    attrs: isRecord(value["attrs"]) ? value["attrs"] : {},
    marks: list("marks").flatMap((mark) =>
      isRecord(mark) && typeof mark["type"] === "string"
        ? [{ type: mark["type"], attrs: isRecord(mark["attrs"]) ? mark["attrs"] : {} }]
        : [],
    ),
    content: list("content").flatMap((child) => readAdfNode(child, depth + 1) ?? []),
  };
}

/** An attribute as text, or "". */
export const attr = ({ attrs }: Pick<AdfNode, "attrs">, name: string): string => textAt(attrs, name);

/** A text or number inside of records, or "". */
export function textAt(record: unknown, ...path: readonly string[]): string {
  let value = record;
  for (const name of path) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The text of a node and everything in it. */
export const adfText = (node: AdfNode): string => node.text + node.content.map(adfText).join("");
