import { relative, sep } from "node:path";
import type { Context, Node, Visitor } from "./rule.ts";

interface JsxOpening extends Node {
  readonly name: { readonly name?: unknown };
}
interface Attribute extends Node {
  readonly name: { readonly name: unknown };
  readonly value: { readonly value?: unknown } | null;
}

const BUTTON = "A button is Button, or PlainButton where it has a look of its own.";

/** What only the primitives of components/ui write: there a button has its type, its look and its states. */
export const primitives = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    if (!path.startsWith("src/") || path.startsWith("src/components/ui/")) return {};
    return {
      JSXOpeningElement(node: JsxOpening) {
        if (node.name.name === "button") context.report({ node, message: BUTTON });
      },
      JSXAttribute(node: Attribute) {
        if (node.name.name === "as" && node.value?.value === "button") context.report({ node, message: BUTTON });
      },
    };
  },
};
