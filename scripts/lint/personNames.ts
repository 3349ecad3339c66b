import type { Context, Node, Visitor } from "./rule.ts";

interface JsxElement extends Node {
  readonly openingElement: Node & {
    readonly attributes: readonly (Node & { readonly name?: { readonly name: unknown } })[];
  };
}

/** Addresses of a person's page: from the function for it, or from any that has only a person as its argument. */
const PAGE = /\bperson(?:Href)?\(|\w\((?:person|author|owner|assignee|actor)\)/;
/** A link with a picture or a translated sentence is no name alone. */
const MORE_THAN_A_NAME = /<Avatar\b|\bt(?:[A-Z]\w*)?\(/;

/** The name of a person as a link is PersonName or PersonLink: both show the name as foreign text. */
export const personNames = {
  create(context: Context): Visitor {
    const source = ([start, end]: Node["range"]): string => context.sourceCode.text.slice(start, end);
    return {
      JSXElement({ openingElement: opening, range }: JsxElement) {
        if (!/^<(?:a|Text)\b/.test(source(opening.range))) return;
        const href = opening.attributes.find(({ name }) => name?.name === "href");
        const shown = source([opening.range[1], range[1]]);
        if (!href || !PAGE.test(source(href.range)) || MORE_THAN_A_NAME.test(shown)) return;
        context.report({
          node: opening,
          message: "The name of a person is PersonName, or PersonLink with a picture (components/patterns).",
        });
      },
    };
  },
};
