import { storageToMarkdown } from "../../../server/sources/providers/confluence/storageFormat.ts";
import { parseXml, type XmlNode } from "../../../server/sources/providers/confluence/parseXml.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

const CONTEXT = { site: "https://wiki.example/wiki", spaceKey: "DOC" };
/** As in parseXml.ts, with the text inside of the deepest element. */
const DEEPEST = 49;

export const target: Target = {
  promise: "Any text is read as a tree of bounded depth and becomes Markdown; nothing is thrown.",
  shape: "text",
  run: (input) => {
    const text = textOf(input);
    promise(depthOf(parseXml(text)) <= DEEPEST, "The tree is deeper than its bound.");
    return storageToMarkdown(text, CONTEXT);
  },
};

function depthOf(nodes: readonly XmlNode[]): number {
  return nodes.reduce((most, node) => Math.max(most, typeof node === "string" ? 1 : 1 + depthOf(node.children)), 0);
}
