/** Two actions of one rule that write the same in other letters. */
import { expect, test } from "vitest";
import { compileRule } from "../../../server/engines/rules/decide.ts";
import { decideHistory } from "../../../server/engines/rules/ruleHistory.ts";
import type { RuleItem } from "../../../server/engines/rules/ruleItem.ts";

const item: RuleItem = {
  kind: "issue",
  id: "i",
  key: "#1",
  title: "Search crashes",
  body: "It stops.",
  state: "open",
  labels: [],
  author: null,
  isByBot: false,
  assignees: [],
  status: null,
  type: null,
  priority: null,
  resolution: null,
  components: [],
  milestones: [],
  source: "thread",
  createdAt: new Date(0),
  likelyFiles: [],
  certainty: null,
};

test("are done once, and what is done each time is not left out", () => {
  const comment = { do: "comment", text: "Hello" } as const;
  const rule = compileRule({
    name: "Triage",
    when: "issue.opened",
    days: null,
    search: null,
    query: "",
    area: null,
    certainty: null,
    actions: [
      { do: "mark", mark: "a" },
      { do: "mark", mark: "A" },
      { do: "label", label: "Bug" },
      { do: "label", label: "bug" },
      { do: "assign", person: "@Ada" },
      { do: "assign", person: "ada" },
      comment,
      comment,
    ],
  });
  const [decision] = decideHistory(rule, [{ trigger: "issue.opened", at: new Date(1), item }]);
  expect(decision?.actions.map(({ detail }) => detail)).toEqual(["a", "Bug", "@Ada", "Hello", "Hello"]);
});
