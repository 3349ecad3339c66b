/**
 * A rule of stylelint: a border on all sides, a radius and a padding on all sides together are a card, and `Card` of src/components/ui
 * draws it. Rules of one selector count as one, so that the three cannot be divided between them.
 */
import type { AtRule, Declaration, Rule as StyleRule } from "postcss";
import stylelint, { type Rule } from "stylelint";

const NAME = "house/card";

/** Properties of one selector, and the rule that the report names. */
interface Look {
  readonly rule: StyleRule;
  readonly values: Map<string, string>;
}

const ZERO = /^(0|none)([\s/]|$)/;
const isDrawn = (value: string | undefined): boolean => value !== undefined && !ZERO.test(value);

/** Whether the property has a value on both axes: by itself or by one property for each axis. */
function isOnAllSides({ values }: Look, property: string): boolean {
  if (isDrawn(values.get(property))) return true;
  return isDrawn(values.get(`${property}-block`)) && isDrawn(values.get(`${property}-inline`));
}

const isCard = (look: Look): boolean =>
  isOnAllSides(look, "border") && isDrawn(look.values.get("border-radius")) && isOnAllSides(look, "padding");

const conditionOf = (rule: StyleRule): string => {
  const parent = rule.parent as AtRule | undefined;
  return parent?.type === "atrule" ? parent.params : "";
};

const rule: Rule = (isOn) => (root, result) => {
  if (isOn !== true) return;
  const looks = new Map<string, Look>();
  root.walkRules((cssRule) => {
    for (const selector of cssRule.selectors) {
      const key = `${conditionOf(cssRule)} ${selector}`;
      const look = looks.get(key) ?? { rule: cssRule, values: new Map<string, string>() };
      looks.set(key, look);
      for (const node of cssRule.nodes ?? []) {
        if (node.type === "decl") look.values.set((node as Declaration).prop, (node as Declaration).value);
      }
    }
  });
  for (const look of looks.values()) {
    if (isCard(look)) {
      stylelint.utils.report({
        result,
        ruleName: NAME,
        node: look.rule,
        message: messages.rejected(look.rule.selector),
      });
    }
  }
};

const messages = stylelint.utils.ruleMessages(NAME, {
  rejected: (selector: string) =>
    `"${selector}" draws a card: use Card of src/components/ui, which has tone, padding and edge`,
});

rule.ruleName = NAME;
rule.messages = messages;
rule.meta = { url: "https://stylelint.io/developer-guide/plugins" };

export const cardStyles = stylelint.createPlugin(NAME, rule);
