import { parseCodeOwners } from "../../../server/engines/experts/codeOwners.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

const PATHS = ["README.md", "docs/a.md", "docs/deep/a.md", "src/ü b.ts", ""];

export const target: Target = {
  promise: "Each line is a rule or skipped; the owner of a path is the last rule that matches it.",
  shape: "text",
  run: (input) => {
    const { rules, ownersOf } = parseCodeOwners(textOf(input));
    for (const path of PATHS) {
      const rule = ownersOf(path);
      promise(rule === null || rules.some(({ line }) => line === rule.line), "An owner comes of no rule.");
    }
    return rules.flatMap(({ pattern, owners }) => [pattern, ...owners]);
  },
};
