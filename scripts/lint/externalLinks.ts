import type { Context, Node, Visitor } from "./rule.ts";

interface JsxOpening extends Node {
  readonly attributes: readonly (Node & {
    readonly name?: { readonly name: unknown };
    readonly value?: (Node & { readonly value?: unknown; readonly expression?: Node }) | null;
  })[];
}

interface Declarator extends Node {
  readonly id: Node & { readonly name?: unknown };
  readonly init?: Node | null;
}

/** An address as data have it: `x.url`, or the last choice of an expression. */
const FOREIGN = /(?:^|[.?:|]|\s)(?:\w*U|u)rl$/;
const MESSAGE = "The address comes from outside: href={webHref(url)} of src/domain.";

/** A link to another host: its address comes from data, and `javascript:` must not become an href, nor by a constant before the tag. */
export const externalLinks = {
  create(context: Context): Visitor {
    return {
      JSXOpeningElement(opening: JsxOpening) {
        const value = (name: string) => opening.attributes.find((attribute) => attribute.name?.name === name)?.value;
        const expression = value("href")?.expression;
        if (!expression) return;
        const source = context.sourceCode.text.slice(...expression.range);
        const isExternal = value("target")?.value === "_blank" || /(?:^|\.)(?:\w*U|u)rl$/.test(source);
        if (isExternal && !/^(?:webHref|invoiceHref)\(/.test(source))
          context.report({ node: opening, message: MESSAGE });
      },
      VariableDeclarator(declarator: Declarator) {
        const { id, init } = declarator;
        if (typeof id.name !== "string" || !init) return;
        const { text } = context.sourceCode;
        if (FOREIGN.test(text.slice(...init.range)) && text.includes(`href={${id.name}}`))
          context.report({ node: declarator, message: MESSAGE });
      },
    };
  },
};
