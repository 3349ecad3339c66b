import type { Context, Node, Visitor } from "./rule.ts";

interface JsxParent extends Node {
  readonly children: readonly (Node & { readonly expression?: Node })[];
}

/** What a host or another person wrote, by the names that the app gives to its owners. */
const FOREIGN =
  /^(?:dashboard|document|entry|group|issue|item|report|request|result|row|search|source|sync)(?:\??\.\w+)*\??\.(?:error|name|path|title)$|\bproject\??\.name$/;

/** A title, a name, a path or an error of a host within the app's own text is ForeignText: its direction ends with it. */
export const foreignText = {
  create(context: Context): Visitor {
    const check = ({ children }: JsxParent): void => {
      for (const { type, expression } of children) {
        if (type !== "JSXExpressionContainer" || !expression) continue;
        if (FOREIGN.test(context.sourceCode.text.slice(...expression.range)))
          context.report({
            node: expression,
            message: "Text of a host or of another person: <ForeignText text={…} />.",
          });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};
