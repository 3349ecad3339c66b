import { relative, sep } from "node:path";
import type { Context, Node, Visitor } from "./rule.ts";

interface Expression extends Node {
  readonly name?: string;
  readonly elements?: readonly (Expression | null)[];
  readonly expression?: Expression;
  readonly left?: Expression;
  readonly right?: Expression;
  readonly consequent?: Expression;
  readonly alternate?: Expression;
}
interface Property extends Node {
  readonly key: Expression;
  readonly value: Expression;
}
interface Call extends Node {
  readonly callee: Expression;
  readonly arguments: readonly Expression[];
}
interface Assertion extends Node {
  readonly typeAnnotation: Node & { readonly typeName?: { readonly name?: string } };
}

const MESSAGE = "Keys of queries are built in src/queries, from the name of the endpoint and what is sent.";

/** Functions of src/queries that take a key first. */
const READERS = new Set(["useQuery", "usePagedQuery", "useEnsureQuery", "useCacheAnswer"]);

/** The array literals that an expression may be. */
function literalsOf(node: Expression | null | undefined): readonly Expression[] {
  if (!node) return [];
  if (node.type === "ArrayExpression") return [node];
  const { expression, left, right, consequent, alternate } = node;
  if (node.type === "ConditionalExpression") return [...literalsOf(consequent), ...literalsOf(alternate)];
  if (node.type === "LogicalExpression") return [...literalsOf(left), ...literalsOf(right)];
  return node.type.startsWith("TS") ? literalsOf(expression) : [];
}
const keysIn = (list: Expression | undefined): readonly Expression[] =>
  literalsOf(list).flatMap(({ elements = [] }) => elements.flatMap((element) => literalsOf(element)));

/** A key of a query is no array literal outside of `src/queries`, and no other array is asserted to be one. */
export const keyLiterals = {
  create(context: Context): Visitor {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    if (!path.startsWith("src/") || path.startsWith("src/queries/")) return {};
    const report = (literals: readonly Node[]): void => {
      for (const node of literals) context.report({ node, message: MESSAGE });
    };
    return {
      Property({ key, value }: Property) {
        if (key.name === "queryKey") report(literalsOf(value));
        if (key.name === "invalidates") report(keysIn(value));
      },
      VariableDeclarator({ id, init }: Node & { readonly id: Expression; readonly init?: Expression | null }) {
        if (id.name === "queryKey") report(literalsOf(init));
        if (id.name === "invalidates") report(keysIn(init ?? undefined));
      },
      CallExpression({ callee, arguments: [first, second] }: Call) {
        if (READERS.has(callee.name ?? "")) report(literalsOf(first));
        if (callee.name === "invalidateQueries") report(keysIn(second));
      },
      TSAsExpression(node: Assertion) {
        if (node.typeAnnotation.typeName?.name === "QueryKey") report([node]);
      },
    };
  },
};
