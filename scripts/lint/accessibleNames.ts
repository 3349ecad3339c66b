import type { Context, Node, Visitor } from "./rule.ts";

interface JsxElement extends Node {
  readonly openingElement: JsxOpening;
}
interface JsxOpening extends Node {
  readonly name: { readonly type: string; readonly name?: string };
  readonly attributes: readonly (Node & { readonly name?: { readonly name: unknown }; readonly value?: unknown })[];
}

/** Roles whose elements screen readers announce by name, and layers of Blueprint, which have their title as name. */
const NAMED_ROLES = /^(?:dialog|alertdialog|listbox|grid|table|tree|group|radiogroup|region|toolbar|tablist)$/;
const LAYERS = new Set(["Dialog", "Drawer"]);
const NAMES = ["aria-label", "aria-labelledby", "title"];
/** Components that hand their title to an element, whose tooltip opens for a pointer only. Of others it is a heading. */
const WITH_TITLE = new Set(
  "AnchorButton Button Card Checkbox CopyButton HtmlSelect Inline InputGroup LinkButton MenuItem Radio Stack Switch Tag Text".split(
    " ",
  ),
);
/** The title of a time repeats its `dateTime`, that of a frame is its name. */
const OTHER_TITLES = new Set(["time", "iframe"]);

/** Names of layers and containers, links that are links, and no text that is only in a `title`. axe does not find these. */
export const accessibleNames = {
  create(context: Context): Visitor {
    return {
      JSXElement({ openingElement: opening, range }: JsxElement) {
        const tag = opening.name.name ?? "";
        const value = (name: string): unknown =>
          opening.attributes.find((attribute) => attribute.name?.name === name)?.value;
        const literal = (name: string): string => {
          const text = (value(name) as { value?: unknown } | undefined)?.value;
          return typeof text === "string" ? text : "";
        };
        const isOpen = opening.attributes.some(({ type }) => type === "JSXSpreadAttribute");
        const isNamed = isOpen || NAMES.some((name) => value(name) !== undefined);
        if (!isNamed && (LAYERS.has(tag) || (/^[a-z]/.test(tag) && NAMED_ROLES.test(literal("role")))))
          context.report({
            node: opening,
            message: "Screen readers announce this by its name: aria-label, or title of a layer.",
          });
        if ((tag === "AnchorButton" && literal("role") !== "link") || (tag === "a" && literal("role") === "button"))
          context.report({ node: opening, message: "It leads to an address: a link (LinkButton), and no button." });
        const hasTooltip = WITH_TITLE.has(tag) || (/^[a-z]/.test(tag) && !OTHER_TITLES.has(tag));
        if (!hasTooltip || value("aria-hidden") !== undefined) return;
        const source = ([start, end]: Node["range"]): string =>
          context.sourceCode.text.slice(start, end).replaceAll(/\s+/g, " ");
        const label = value("aria-label") as Node | undefined;
        const shown = (label ? source(label.range) : "") + source([opening.range[1], range[1]]);
        if (!textsOf(value("title")).every((text) => shown.includes(source(text.range))))
          context.report({
            node: opening,
            message:
              "Keyboard and touch do not show a title: show the text, at least as aria-label or visually-hidden, or use Tooltip.",
          });
      },
    };
  },
};

interface Expression extends Node {
  readonly name?: string;
  readonly value?: unknown;
  readonly expression?: Expression;
  readonly left?: Expression;
  readonly right?: Expression;
  readonly consequent?: Expression;
  readonly alternate?: Expression;
}

/** What an attribute shows: both branches of a choice, without those that show nothing. */
function textsOf(attribute: unknown): Expression[] {
  const node = attribute as Expression | null | undefined;
  if (!node) return [];
  if (node.type === "JSXExpressionContainer") return textsOf(node.expression);
  if (node.type === "ConditionalExpression") return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type === "LogicalExpression") return [...textsOf(node.left), ...textsOf(node.right)];
  const isNothing = node.type === "Literal" ? typeof node.value !== "string" : node.name === "undefined";
  return isNothing ? [] : [node];
}
