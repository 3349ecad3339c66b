/**
 * A rule of stylelint: declarations are in alphabetical order. `--fix` sorts them, and never moves one over another that it overrides or that
 * overrides it, so that a sorted style is the same style. Custom properties and nested rules keep their places.
 */
import type { ChildNode, Container, Declaration } from "postcss";
import stylelint, { type Rule } from "stylelint";
import { overlap } from "./overlappingProperties.ts";

const NAME = "house/declaration-order";

/** A declaration with the comments above it and at the end of its line. */
interface Unit {
  readonly nodes: ChildNode[];
  readonly declaration: Declaration;
}

/** Without the prefix of a vendor. */
const nameOf = ({ declaration }: Unit): string => declaration.prop.replace(/^-[a-z]+-/, "");

const isMovable = (node: ChildNode): node is Declaration => node.type === "decl" && !node.prop.startsWith("--");
const isAtEndOfLine = ({ raws }: ChildNode): boolean => !/\n/.test(raws.before ?? "");

/** The declarations of a block that may change places with each other. */
function runsOf(block: Container): readonly (readonly Unit[])[] {
  const runs: Unit[][] = [[]];
  let comments: ChildNode[] = [];
  for (const node of block.nodes ?? []) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (isMovable(node)) {
      run?.push({ nodes: [...comments, node], declaration: node });
      comments = [];
    } else if (node.type === "comment" && comments.length === 0 && last && isAtEndOfLine(node)) last.nodes.push(node);
    else if (node.type === "comment") comments.push(node);
    else {
      runs.push([]);
      comments = [];
    }
  }
  return runs;
}

/** Each moves up until one that it may not pass; then no two neighbours can change places. */
function sorted(units: readonly Unit[]): readonly Unit[] {
  const placed: Unit[] = [];
  for (const unit of units) {
    const name = nameOf(unit);
    const at = placed.findLastIndex((other) => nameOf(other) <= name || overlap(nameOf(other), name));
    placed.splice(at + 1, 0, unit);
  }
  return placed;
}

function rewrite(units: readonly Unit[], order: readonly Unit[]): void {
  const [first] = units;
  const before = first?.nodes[0]?.raws.before;
  const anchor = first?.nodes[0]?.prev();
  const parent = first?.declaration.parent;
  if (!parent) return;
  const nodes = order.flatMap((unit) => unit.nodes);
  for (const node of nodes) node.remove();
  if (anchor) parent.insertAfter(anchor, nodes);
  else parent.prepend(nodes);
  // An empty line above the block's first declaration stays there.
  const [head] = nodes;
  const moved = head && first?.nodes[0] !== head ? first?.nodes[0] : undefined;
  if (head && moved && before !== undefined) [head.raws.before, moved.raws.before] = [before, head.raws.before];
}

const rule: Rule = (isOn) => (root, result) => {
  if (isOn !== true) return;
  const check = (block: ChildNode): void => {
    if (!("nodes" in block)) return;
    for (const run of runsOf(block)) {
      const order = sorted(run);
      const at = order.findIndex((unit, index) => unit !== run[index]);
      const unit = order[at];
      const place = run[at];
      if (!unit || !place) continue;
      stylelint.utils.report({
        result,
        ruleName: NAME,
        node: unit.declaration,
        message: messages.expected(unit.declaration.prop, place.declaration.prop),
        fix: { apply: () => rewrite(run, order), node: block },
      });
    }
  };
  root.walk(check);
};

const messages = stylelint.utils.ruleMessages(NAME, {
  expected: (property: string, other: string) =>
    `Move "${property}" above "${other}": declarations are in alphabetical order`,
});

rule.ruleName = NAME;
rule.messages = messages;
rule.meta = { url: "https://stylelint.io/developer-guide/plugins", fixable: true };

export const declarationOrder = stylelint.createPlugin(NAME, rule);
