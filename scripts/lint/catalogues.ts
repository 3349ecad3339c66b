import { relative, sep } from "node:path";
import type { Context, Node, Visitor } from "./rule.ts";

/** The catalogues of words that the shared components may read: those of a noun are loaded with the noun's screens only. Each screen with a list of tokens names "tokens" in its row of the router, and with fields of a period "periods". */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  "src/components/ui": ["states", "controls"],
  "src/components/patterns": ["states", "controls", "errors", "periods", "tokens"],
  "src/components/charts": ["states", "charts"],
};

interface Literal extends Node {
  readonly value?: unknown;
}
interface Call extends Node {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly Literal[];
}
interface TypeReference extends Node {
  readonly typeName: { readonly name?: string };
  readonly typeArguments?: { readonly params: readonly (Node & { readonly literal?: Literal })[] } | null;
}

/** ui, patterns and charts read shared catalogues only. */
export const catalogues = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).slice(0, 3).join("/");
    const shared = SHARED[path];
    if (!shared) return {};
    const check = (name: Literal | undefined): void => {
      if (typeof name?.value !== "string" || shared.includes(name.value)) return;
      context.report({
        node: name,
        message: `${path} reads ${shared.join(", ")} only: "${name.value}" is loaded with other screens.`,
      });
    };
    return {
      CallExpression({ callee, arguments: [name] }: Call) {
        if (callee.name === "useTranslation") check(name);
      },
      TSTypeReference({ typeName, typeArguments }: TypeReference) {
        if (typeName.name === "Translation") check(typeArguments?.params[0]?.literal);
      },
    };
  },
};
