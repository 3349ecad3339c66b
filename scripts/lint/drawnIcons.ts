import { relative, sep } from "node:path";
import type { Context, Node, Visitor } from "./rule.ts";

interface Import extends Node {
  readonly source: { readonly value: string };
  readonly specifiers: readonly { readonly local: { readonly name: string } }[];
}
interface JsxOpening extends Node {
  readonly name: { readonly name?: unknown };
  readonly parent: Parent;
}
interface Parent extends Node {
  readonly name?: { readonly name?: unknown };
  readonly key?: { readonly name?: unknown };
  readonly parent?: Parent | null;
}

/** Props of controls that take an icon of Blueprint, which then sets its size and hides it from screen readers. */
export const ICON_PROPS: ReadonlySet<unknown> = new Set(["icon", "endIcon", "leftIcon", "rightIcon"]);

/** Whether an element is the value of such a prop, or of a key of that name in an object of props. */
function isIconProp(element: Parent): boolean {
  for (let at = element.parent; at; at = at.parent) {
    if (at.type === "JSXAttribute") return ICON_PROPS.has(at.name?.name);
    if (at.type === "Property") return ICON_PROPS.has(at.key?.name);
    if (at.type === "JSXElement" || at.type === "JSXFragment") return false;
  }
  return false;
}

/** Icons within the content of a component are drawn by Icon alone: it hides them from screen readers, or gives them their label. */
export const drawnIcons = {
  create(context: Context): Visitor {
    if (!relative(context.cwd, context.filename).split(sep).join("/").startsWith("src/")) return {};
    const icons = new Set<unknown>();
    return {
      ImportDeclaration({ source, specifiers }: Import) {
        if (source.value.endsWith("/icons.ts")) for (const { local } of specifiers) icons.add(local.name);
      },
      JSXOpeningElement(node: JsxOpening) {
        if (!icons.has(node.name.name) || isIconProp(node.parent)) return;
        context.report({ node, message: "An icon in the content is drawn by Icon: <Icon of={…} />." });
      },
    };
  },
};
