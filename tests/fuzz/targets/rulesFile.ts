import { compileRule, ruleFaults } from "../../../server/engines/rules/decide.ts";
import { parseRulesFile } from "../../../server/engines/rules/parseRulesFile.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

export const target: Target = {
  promise: "Each rule can decide and has a name of its own; what cannot be read is an error with a line of the file.",
  shape: "text",
  run: (input) => {
    const text = textOf(input);
    const { rules, errors } = parseRulesFile(text);
    const last = text.split(/\r\n|\r|\n/).length;
    for (const { line } of errors) promise(line >= 1 && line <= last, "An error has no line of the file.");
    for (const rule of rules) {
      promise(Object.keys(ruleFaults(rule)).length === 0, "A rule has a fault.");
      compileRule(rule).decide({ trigger: rule.when, at: new Date(0), item: null });
    }
    promise(new Set(rules.map(({ name }) => name)).size === rules.length, "Two rules have one name.");
    return rules.flatMap(({ name, when, query }) => [name, when, query]);
  },
};
