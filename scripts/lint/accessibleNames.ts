import type { Context, Node, Visitor } from "./rule.ts";

interface JsxElement extends Node {
  readonly openingElement: JsxOpening;
  readonly children: readonly Expression[];
}
interface JsxOpening extends Node {
  readonly name: { readonly type: string; readonly name?: string };
  readonly attributes: readonly (Node & { readonly name?: { readonly name: unknown }; readonly value?: unknown })[];
}

/** Roles whose elements screen readers announce by name, and layers of Blueprint, which have their title as name. */
const NAMED_ROLES = /^(?:dialog|alertdialog|listbox|grid|table|tree|group|radiogroup|region|toolbar|tablist)$/;
const LAYERS = new Set(["Dialog", "Drawer"]);
const NAMES = ["aria-label", "aria-labelledby", "title"];
const SHOWN = ["aria-label", "title", "text"];
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
      JSXElement({ openingElement: opening, children, range }: JsxElement) {
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
        const source = ([start, end]: Node["range"]): string =>
          context.sourceCode.text.slice(start, end).replaceAll(/\s+/g, " ");
        const stateName = tag === "DisclosureButton" ? "isOpen" : "aria-pressed";
        const state = (value("aria-expanded") ?? value(stateName)) as Node | undefined;
        const words = state && source(state.range).match(/\w+/g)?.join("|");
        const chooses = new RegExp(`\\b(?:${words})\\b[^?]*\\?[^.?]`);
        const isChosenBy = ({ test }: Expression) => chooses.test(`${test && source(test.range)} ? `);
        const isNamedByState =
          SHOWN.some((name) => chooses.test(source((value(name) as Node | undefined)?.range ?? [0, 0]))) ||
          (value("aria-label") === undefined && children.some((child) => choosesText(child, isChosenBy)));
        if (state && isNamedByState)
          context.report({
            node: opening,
            message: "Screen readers say the state: a constant name with it, or a name that changes without it.",
          });
        const hasTooltip = WITH_TITLE.has(tag) || (/^[a-z]/.test(tag) && !OTHER_TITLES.has(tag));
        if (!hasTooltip || value("aria-hidden") !== undefined) return;
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
  readonly test?: Expression;
  readonly left?: Expression;
  readonly right?: Expression;
  readonly children?: readonly Expression[];
  readonly consequent?: Expression;
  readonly alternate?: Expression;
  readonly arguments?: readonly Expression[];
}

/** Whether a child of an element is or has a choice of texts by its state, also of their keys. A choice of icons is none. */
function choosesText(child: Expression, isChosenBy: (choice: Expression) => boolean): boolean {
  if (child.type === "JSXExpressionContainer")
    return child.expression !== undefined && choosesText(child.expression, isChosenBy);
  if (child.type !== "ConditionalExpression")
    return (child.children ?? child.arguments)?.some((part) => choosesText(part, isChosenBy)) === true;
  const branches = [child.consequent, child.alternate].filter((branch) => branch !== undefined);
  return branches.some((branch) => (isChosenBy(child) && hasText(branch)) || choosesText(branch, isChosenBy));
}

/** Whether an expression shows text: an element without children is an icon. */
const hasText = ({ type, children, value }: Expression): boolean =>
  type === "JSXText" || type === "Literal"
    ? typeof value === "string" && value.trim() !== ""
    : children === undefined || children.some(hasText);

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
