/** What rules decide, and that a dry run over the past shows what a rule would have done as it happened. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../../contract/durations.ts";
import { RULE_ACTIONS, RULE_FILTERS, RULE_TRIGGERS } from "../../../contract/integrations/ruleKinds.ts";
import type { RuleDefinition } from "../../../contract/integrations/rules.ts";
import { type PlaceExpert, chooseExpert } from "../../../server/engines/rules/chooseExpert.ts";
import { compileRule, ruleFaults } from "../../../server/engines/rules/decide.ts";
import { compileItemQuery, queryFault } from "../../../server/engines/rules/itemQuery.ts";
import { parseRulesFile } from "../../../server/engines/rules/parseRulesFile.ts";
import {
  type HistoryEntry,
  decideHistory,
  historyEvents,
  peopleByName,
  subjectEvent,
} from "../../../server/engines/rules/ruleHistory.ts";
import type { RuleEvent, RuleItem, RulePerson } from "../../../server/engines/rules/ruleItem.ts";
import { formatMessage, formatStored } from "../../../server/messages/messages.ts";

const START = Date.UTC(2026, 0, 1);
const ada: RulePerson = { id: "a", login: "ada", name: "Ada L", email: "ada@example.org" };
const grace: RulePerson = { id: "g", login: "grace", name: "Grace", email: null };

const itemOf = (given: Partial<RuleItem> = {}): RuleItem => ({
  kind: "issue",
  id: "i",
  key: "#1",
  title: "Search crashes",
  body: "It stops.",
  state: "open",
  labels: ["Bug"],
  author: ada,
  isByBot: false,
  assignees: [],
  status: null,
  type: null,
  priority: "High",
  resolution: null,
  components: [],
  milestones: [],
  source: "thread",
  createdAt: new Date(START),
  likelyFiles: ["src/search/index.ts"],
  certainty: "medium",
  ...given,
});

const ruleOf = (given: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name: "Triage",
  when: "issue.opened",
  days: null,
  search: null,
  query: "",
  area: null,
  certainty: null,
  actions: [{ do: "label", label: "triage" }],
  ...given,
});

const opened = (item: RuleItem): RuleEvent => ({ trigger: "issue.opened", at: new Date(START + DAY_MS), item });

describe("the query of a rule", () => {
  test.each([
    ["", true],
    ["label:bug", true],
    ["label:bu", false],
    ["label:b*", true],
    ["-label:bug", false],
    ["author:ada", true],
    ["author:@example.org", true],
    ["author:grace", false],
    ["assignee:none", true],
    ["assignee:ada", false],
    ["crashes", true],
    ['"search crashes" priority:high', true],
    ["(label:docs OR is:open) NOT is:bot", true],
    ["state:closed", false],
    ["after:2d", true],
    ["before:2026-01-01", false],
    ["kind:request", false],
    ["repo:thread status:open", true],
  ])("%s: %s", (query, fits) => {
    expect(queryFault(query)).toBeNull();
    expect(compileItemQuery(query)(itemOf(), new Date(START + DAY_MS))).toBe(fits);
  });

  test.each([["path:src"], ["/a+/"], ["label:"], ["(open"], ["lang:ts"]])("%s is refused", (query) => {
    expect(queryFault(query)).not.toBeNull();
  });
});

describe("a decision", () => {
  test("an area is a folder or a file of the likely ones, and unknown places are in none", () => {
    const decide = (area: string, likelyFiles: readonly string[] | null) =>
      compileRule(ruleOf({ area })).decide(opened(itemOf({ likelyFiles }))).length;
    expect(decide("src/search", ["src/search/index.ts"])).toBe(1);
    expect(decide("/src/search/", ["src/search/index.ts"])).toBe(1);
    expect(decide("src/sea", ["src/search/index.ts"])).toBe(0);
    expect(decide("src", null)).toBe(0);
  });

  test("a place is at least as certain as the rule wants, and an unknown place never is", () => {
    const decide = (least: RuleDefinition["certainty"], certainty: RuleItem["certainty"]) =>
      compileRule(ruleOf({ certainty: least })).decide(opened(itemOf({ certainty }))).length;
    const levels = [null, "low", "medium", "high"] as const;
    expect(levels.map((least) => levels.map((certainty) => decide(least, certainty)))).toEqual([
      [1, 1, 1, 1],
      [0, 1, 1, 1],
      [0, 0, 1, 1],
      [0, 0, 0, 1],
    ]);
  });

  test("what is there already is not done again", () => {
    const rule = compileRule(
      ruleOf({
        actions: [
          { do: "label", label: "bug" },
          { do: "assign", person: "@ADA" },
        ],
      }),
    );
    expect(rule.decide(opened(itemOf({ assignees: [ada] })))).toEqual([]);
    expect(rule.decide(opened(itemOf({ labels: [] }))).map(({ detail }) => detail)).toEqual(["bug", "@ADA"]);
  });

  test("an assignee is tested as an author is, and a mark that is there is not set again", () => {
    const assigned = itemOf({ assignees: [grace, ada] });
    const fitting = ["assignee:ada", "assignee:ADA@example.org", "assignee:gra*", "-assignee:linus", "-assignee:none"];
    for (const query of fitting) expect([query, compileItemQuery(query)(assigned, new Date())]).toEqual([query, true]);
    for (const query of ["assignee:linus", "assignee:none", "-assignee:grace"])
      expect([query, compileItemQuery(query)(assigned, new Date())]).toEqual([query, false]);
    const rule = compileRule(ruleOf({ actions: [{ do: "mark", mark: "İnceleme" }] }));
    const at = new Date(START);
    expect(rule.decide(opened(itemOf())).map(({ detail }) => detail)).toEqual(["İnceleme"]);
    expect(rule.decide({ ...opened(itemOf()), marks: [{ folded: "inceleme", at }] })).toEqual([]);
    // A rule does it once in its dry run, as it does when it runs.
    const event = opened(itemOf());
    expect(decideHistory(rule, [event, { ...event, at: new Date(START + 2 * DAY_MS) }])).toHaveLength(1);
  });

  test("a comment names what is known, and nothing that others wrote can mention a person", () => {
    const rule = compileRule(ruleOf({ actions: [{ do: "comment", text: "{author}: {key} is in {files}. {other}" }] }));
    const author = { ...ada, login: "@all](http://x)" };
    const [action] = rule.decide(opened(itemOf({ author, likelyFiles: ["a`@all`.ts"] })));
    expect(action?.detail).toBe("allhttpx: #1 is in `a@all.ts`. {other}");
    const [linked] = rule.decide(opened(itemOf({ author: { ...ada, login: "www.example.org" } })));
    expect(linked?.detail).toMatch(/^www example\.org: /);
  });

  test("fields that do not fit each other are named", () => {
    const faults = ruleFaults(
      ruleOf({ when: "sync.failed", query: "x", area: "src", certainty: "low", days: 3, search: "s" }),
    );
    expect(Object.keys(faults).toSorted()).toEqual(["actions", "area", "certainty", "days", "query", "search"]);
    expect(Object.keys(ruleFaults(ruleOf({ when: "issue.stale" })))).toEqual(["days"]);
    expect(Object.keys(ruleFaults(ruleOf({ when: "search.matched" }))).toSorted()).toEqual(["actions", "search"]);
  });
});

describe("the expert that is assigned", () => {
  const expert = (given: Partial<PlaceExpert> = {}): PlaceExpert => ({
    name: "Ada",
    account: { id: "a", externalId: "1", login: "ada" },
    isMember: true,
    isAway: false,
    load: 2,
    ...given,
  });
  const chosen = (experts: readonly PlaceExpert[], memberLoads = [1, 2, 5]) =>
    chooseExpert({ experts, memberLoads }).account?.login ?? null;

  test.each([
    ["the first", expert(), "ada"],
    ["no other than a member", expert({ isMember: false }), "next"],
    ["one with an account at the tracker", expert({ account: null }), "next"],
    ["no one who is away", expert({ isAway: true }), "next"],
    ["no one with more issues than the median", expert({ load: 3 }), "next"],
  ])("is %s", (_, first, login) => {
    const next = expert({ account: { id: "n", externalId: "2", login: "next" }, load: 0 });
    expect(chosen([first, next])).toBe(login);
  });

  test("is missing where none can take it, and the reason has the median", () => {
    expect(chosen([expert({ load: 3 })])).toBeNull();
    expect(chosen([])).toBeNull();
    const { reason } = chooseExpert({ experts: [expert({ load: 5 })], memberLoads: [1, 2, 3, 4] });
    expect(formatMessage(reason, "EN")).toContain("no more than 2.5 open issues");
  });
});

/** One step of the life of an issue, some hours after the one before. */
const step = fc.record({
  hours: fc.integer({ min: 1, max: 24 * 20 }),
  does: fc.constantFrom("label", "unlabel", "assign", "unassign", "close", "reopen", "comment"),
  label: fc.constantFrom("bug", "docs", "search"),
  person: fc.constantFrom(ada, grace),
});
const steps = fc.array(step, { maxLength: 25 });
const rules = fc.record({
  when: fc.constantFrom("issue.opened", "issue.changed", "issue.closed", "issue.reopened", "issue.stale"),
  certainty: fc.constantFrom<RuleDefinition["certainty"]>(null, "low", "medium", "high"),
  query: fc.constantFrom("", "label:bug", "-label:docs", "is:open", "label:bug OR label:search"),
  actions: fc.constantFrom<RuleDefinition["actions"]>(
    [{ do: "label", label: "triage" }],
    [{ do: "assign", person: "linus" }],
    [{ do: "assign_expert" }],
    [{ do: "notify", people: ["ada@example.org"] }],
    [
      { do: "label", label: "triage" },
      { do: "comment", text: "{key}" },
    ],
  ),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Lives through the steps, and decides about each event as it happens. */
function live(definition: RuleDefinition, given: readonly Step[], until: number) {
  const rule = compileRule(definition);
  const entries: HistoryEntry[] = [];
  const comments: Date[] = [];
  const done: string[] = [];
  let item = itemOf({ labels: ["bug"] });
  // What the rule has done is at the tracker, and the history without the rule lacks it.
  let own: Pick<RuleItem, "labels" | "assignees"> = { labels: [], assignees: [] };
  let at = START;
  let activity = START;
  const decide = (trigger: RuleEvent["trigger"], time: number, days: number | null = null): void => {
    const seen = {
      ...item,
      labels: [...item.labels, ...own.labels],
      assignees: [...item.assignees, ...own.assignees],
    };
    for (const { action, detail } of rule.decide({ trigger, at: new Date(time), item: seen, days })) {
      done.push(`${new Date(time).toISOString()} ${action.do} ${detail}`);
      if (action.do === "label") own = { ...own, labels: [...own.labels, action.label] };
      if (action.do === "assign_expert") own = { ...own, assignees: [...own.assignees, grace] };
      if (action.do === "assign")
        own = { ...own, assignees: [...own.assignees, { id: "l", login: action.person, name: "", email: null }] };
    }
  };
  const pass = (time: number): void => {
    const { days } = definition;
    if (days !== null && item.state === "open" && activity + days * DAY_MS <= time)
      decide("issue.stale", activity + days * DAY_MS, days);
  };
  decide("issue.opened", at);
  for (const { hours, does, label, person } of given) {
    const next = at + hours * 3_600_000;
    if (next > until) break;
    pass(next);
    at = activity = next;
    const note = (type: string, detail: string | null, changed: Partial<RuleItem>): void => {
      entries.push({ type, detail, at: new Date(at) });
      item = { ...item, ...changed };
      decide(type === "closed" ? "issue.closed" : type === "reopened" ? "issue.reopened" : "issue.changed", at);
    };
    const { labels, assignees, state } = item;
    if (does === "comment") comments.push(new Date(at));
    else if (does === "label" && !labels.includes(label)) note("labeled", label, { labels: [...labels, label] });
    else if (does === "unlabel" && labels.includes(label))
      note("unlabeled", label, { labels: labels.filter((one) => one !== label) });
    else if (does === "assign" && !assignees.includes(person))
      note("assigned", person.login, { assignees: [...assignees, person] });
    else if (does === "unassign" && assignees.includes(person))
      note("unassigned", person.login, { assignees: assignees.filter((one) => one !== person) });
    else if (does === "close" && state === "open") note("closed", null, { state: "closed" });
    else if (does === "reopen" && state === "closed") note("reopened", null, { state: "open" });
    else comments.push(new Date(at));
  }
  pass(until);
  return { item, entries, comments, done };
}

test("a dry run over a history has what the rule did as it happened", () => {
  let acted = 0;
  fc.assert(
    fc.property(rules, steps, fc.integer({ min: 1, max: 30 }), (given, life, days) => {
      const definition = ruleOf({ ...given, days: given.when === "issue.stale" ? days : null });
      const until = START + 120 * DAY_MS;
      const { item, entries, comments, done } = live(definition, life, until);
      const span = { from: new Date(START), to: new Date(until), days: definition.days };
      const events = historyEvents({ item, entries, comments, people: peopleByName([ada, grace]) }, span);
      const dry = decideHistory(compileRule(definition), events).flatMap(({ event, actions }) =>
        actions.map(({ action, detail }) => `${event.at.toISOString()} ${action.do} ${detail}`),
      );
      acted += done.length;
      expect(dry).toEqual(done);
    }),
    {
      numRuns: 1000,
      // Closed at the very moment at which it becomes stale.
      examples: [
        [
          { when: "issue.stale", query: "", certainty: null, actions: [{ do: "label", label: "triage" }] },
          [{ hours: 480, does: "close", label: "bug", person: ada }],
          20,
        ],
      ],
    },
  );
  expect(acted).toBeGreaterThan(500);
});

test("a dry run over syncs and searches has what the rule did as it happened", () => {
  // One search is not shared any more.
  const names = new Map([
    ["s1", "Open crashes"],
    ["s2", "Old bugs"],
  ]);
  const happened = fc.record({
    minute: fc.integer({ min: 0, max: 5000 }),
    kind: fc.constantFrom("source", "search"),
    id: fc.constantFrom("s1", "s2", "s3"),
  });
  let acted = 0;
  fc.assert(
    fc.property(
      fc.constantFrom("sync.failed", "search.matched"),
      fc.array(happened, { maxLength: 20 }),
      (when, life) => {
        const rule = compileRule(
          ruleOf({
            when,
            search: when === "search.matched" ? "Open crashes" : null,
            actions: [{ do: "webhook", webhook: "Team" }],
          }),
        );
        const rows = life.map(({ minute, kind, id }) => ({
          kind,
          id,
          trigger: kind === "source" ? ("sync.failed" as const) : ("search.matched" as const),
          at: new Date(START + minute * 60_000),
          detail: "",
        }));
        const eventOf = (row: (typeof rows)[number]) => subjectEvent(row, names.get(row.id));
        const done = rows.filter((row) => {
          const event = eventOf(row);
          return event !== null && rule.decide(event).length > 0;
        });
        const dry = rows
          .filter(({ trigger }) => trigger === when)
          .flatMap((row) => decideHistory(rule, [eventOf(row) ?? []].flat()).map(() => row));
        acted += dry.length;
        expect(dry).toEqual(done);
        expect(dry.every(({ kind, id }) => kind === "source" || id === "s1")).toBe(true);
      },
    ),
  );
  expect(acted).toBeGreaterThan(50);
});

test("lists of labels before and after, as Jira notes them, are taken back", () => {
  const entries = [{ type: "labeled", detail: "ui → ui bug", at: new Date(START + DAY_MS) }];
  const history = { item: itemOf({ labels: ["ui", "bug"] }), entries, comments: [], people: peopleByName([]) };
  const events = historyEvents(history, { from: new Date(0), to: new Date(START + 9 * DAY_MS), days: null });
  expect(events.map(({ trigger, item }) => [trigger, item?.labels])).toEqual([
    ["issue.opened", ["ui"]],
    ["issue.changed", ["ui", "bug"]],
  ]);
});

describe("the rules file", () => {
  const errorsOf = (text: string) =>
    parseRulesFile(text).errors.map((error) => `${error.line}: ${formatStored(error.text, "EN")}`);

  test("a file has the rules of the form", () => {
    const { rules: read, errors } = parseRulesFile(`version: 1
rules:
  - name: Old bugs
    when: issue.stale
    days: 30
    if: label:bug -author:bot
    area: src/search
    certainty: high
    actions:
      - label: stale
      - notify: ada@example.org
`);
    expect(errors).toEqual([]);
    expect(read).toEqual([
      ruleOf({
        name: "Old bugs",
        when: "issue.stale",
        days: 30,
        query: "label:bug -author:bot",
        area: "src/search",
        certainty: "high",
        actions: [
          { do: "label", label: "stale" },
          { do: "notify", people: ["ada@example.org"] },
        ],
      }),
    ]);
  });

  test("a mistake has its line, and costs its rule alone", () => {
    const text = `version: 1
rules:
  - name: Good
    when: request.opened
    actions: [{ notify: [ada@example.org] }]
  - name: Bad
    when: issue.open
    actions: [{ label: x }]
  - name: Query
    when: issue.opened
    if: path:src
    actions:
      - label: x
      - merge: true
  - name: Good
    when: issue.opened
    actions: [{ label: x, assign: y }]
`;
    expect(parseRulesFile(text).rules.map(({ name }) => name)).toEqual(["Good"]);
    expect(errorsOf(text)).toEqual([
      expect.stringMatching(/^7: when must be one of: issue\.opened/),
      "14: There is no such field: merge.",
      expect.stringMatching(/^17: Write one of these/),
    ]);
    expect(errorsOf(text.replace("      - merge: true\n", ""))).toContainEqual(
      expect.stringMatching(/^11: A rule cannot use the filter path/),
    );
  });

  test.each([
    ["rules: [", /^1: This is not valid YAML/],
    ["version: 2\nrules: []", /^1: version must be one of: 1/],
    ["a: &a [x]\nb: *a", /Anchors and aliases/],
    ["version: 1\nrules: !!js/function x", /./],
    ["", /^1: Missing/],
    ["- - - - -", /^1: /],
  ])("%s", (text, error) => {
    expect(parseRulesFile(text).rules).toEqual([]);
    expect(errorsOf(text)[0]).toMatch(error);
  });

  test("docs/RULES.md has each word of the file, and its examples are read", () => {
    const text = readFileSync(new URL("../../../docs/RULES.md", import.meta.url), "utf8");
    const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = ""]) => parseRulesFile(example));
    expect(examples.length).toBeGreaterThan(1);
    expect(examples.flatMap(({ errors }) => errors)).toEqual([]);
    const words = [
      ...RULE_TRIGGERS,
      ...RULE_ACTIONS,
      ...RULE_FILTERS,
      "name",
      "when",
      "days",
      "search",
      "if",
      "area",
      "certainty",
      "actions",
    ];
    expect(words.filter((word) => !text.includes(`\`${word}\``) && !text.includes(`\`${word}:\``))).toEqual([]);
    const used = new Set(examples.flatMap(({ rules: read }) => read.map(({ when }) => when)));
    expect(RULE_TRIGGERS.filter((trigger) => !used.has(trigger))).toEqual([]);
  });

  test.each([
    ["brackets", "[".repeat(10_000)],
    ["lists in lists", "- ".repeat(5000)],
    ["keys of keys", "? ".repeat(5000)],
    ["maps in one line", "a: b: c\n".repeat(4000)],
    ["fields", `version: 1\nrules:\n - ${Array.from({ length: 2000 }, (_, field) => `f${field}: 1`).join("\n   ")}`],
  ])("a file of %s is an error and ends", (_, text) => {
    expect(errorsOf(text)).toEqual([
      expect.stringMatching(/^1: The file is nested too deeply, or has too many fields/),
    ]);
  });

  test("an escape that the database cannot store is left out", () => {
    const { rules: read } = parseRulesFile(`version: 1
rules:
  - name: "a\\0b\\uD800"
    when: issue.opened
    actions: [{ comment: "x\\0y" }]
`);
    expect(read).toMatchObject([{ name: "ab\uFFFD", actions: [{ text: "xy" }] }]);
  });

  test("no text throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { rules: read, errors } = parseRulesFile(`version: 1\nrules:\n  - ${text}`);
        expect(read.length + errors.length).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
