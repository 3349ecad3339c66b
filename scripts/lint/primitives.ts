import { relative, sep } from "node:path";
import type { Context, Node, Visitor } from "./rule.ts";

interface JsxOpening extends Node {
  readonly name: { readonly name?: unknown };
}
interface Attribute extends Node {
  readonly name: { readonly name: unknown };
  readonly value: { readonly value?: unknown } | null;
}

interface Property extends Node {
  readonly key: { readonly value?: unknown };
}

/** A combobox, and a tree whose items are links. */
const EXPANDED_ELSEWHERE = new Set([
  "src/components/shell/CommandPalette.tsx",
  "src/components/documents/FileTree.tsx",
]);
const EXPANDED = "What opens and closes content is DisclosureButton, which also names the content.";
const BUTTON = "A button is Button, or PlainButton where it has a look of its own.";

/** What only the primitives of components/ui write: there a button has its type, its look and its states. */
export const primitives = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    if (!path.startsWith("src/") || path.startsWith("src/components/ui/")) return {};
    const isExpandedAllowed = EXPANDED_ELSEWHERE.has(path);
    return {
      JSXOpeningElement(node: JsxOpening) {
        if (node.name.name === "button") context.report({ node, message: BUTTON });
      },
      JSXAttribute(node: Attribute) {
        if (node.name.name === "aria-expanded" && !isExpandedAllowed) context.report({ node, message: EXPANDED });
        if (node.name.name === "as" && node.value?.value === "button") context.report({ node, message: BUTTON });
      },
      Property(node: Property) {
        if (node.key.value === "aria-expanded" && !isExpandedAllowed) context.report({ node, message: EXPANDED });
      },
    };
  },
};
