import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBotAccount } from "../../../server/isBotAccount.ts";
import { parseCodeOwners } from "../../../server/engines/experts/codeOwners.ts";
import { inactivityFactor, activityStatus } from "../../../server/engines/experts/inactivity.ts";
import { explainPeople } from "../../../server/engines/experts/explain.ts";
import { type Alias, resolveIdentities } from "../../../server/engines/identities/identities.ts";
import { knowledgeOf, truckFactor } from "../../../server/engines/experts/knowledge.ts";
import { lostWith, partsOf } from "../../../server/engines/experts/knowledgeMap.ts";
import { parseMailmap } from "../../../server/engines/identities/mailmap.ts";
import { type PeopleTable, peopleTable } from "../../../server/engines/identities/peopleTable.ts";
import { expertQueryOf, filesAt } from "../../../server/engines/experts/questions.ts";
import { rankPeople } from "../../../server/engines/experts/rankPeople.ts";
import { parseTrailers } from "../../../server/index/text/commitTrailers.ts";
import type { ExpertQuery } from "../../../server/engines/experts/personValues.ts";
import { ADA, DAY, DENIZ, type ExpertSample, PeopleRepository, START, expertSample, indexOf } from "./expertSample.ts";
import { byHand, byRule } from "./knownPeople.ts";

const alias = (name: string, email: string, lastUsedAt = 1): Alias => ({ name, email, lastUsedAt });
const same = (person: { name: string; email: string }) => person;

describe("one human behind many names", () => {
  test.each([
    ["the same address", ["Ada", "ada@x.org"], ["A. Byron", "ADA@x.org"], true],
    ["the same full name, accents or not", ["Jérôme Dür", "a@x.org"], ["Jerome Dur", "b@y.org"], true],
    [
      "a host's no-reply address and the login as a name",
      ["Ada", "17+ada-b@users.noreply.github.com"],
      ["ada-b", "q@x.org"],
      true,
    ],
    [
      "two forms of a no-reply address",
      ["A", "ada-b@users.noreply.github.com"],
      ["B", "9+ada-b@users.noreply.github.com"],
      true,
    ],
    ["a first name alone", ["Alex", "alex@x.org"], ["Alex", "alex@y.org"], false],
    ["an address that all machines have", ["Ada Byron", "root@localhost"], ["Bora Kaya", "root@localhost"], false],
    ["a name that machines have", ["root", "a@x.org"], ["root", "b@y.org"], false],
  ])("%s", (_, [name = "", email = ""], [other = "", otherEmail = ""], isSame) => {
    const { personNumbers } = resolveIdentities([alias(name, email), alias(other, otherEmail)], same);
    expect(personNumbers[0] === personNumbers[1]).toBe(isSame);
  });

  test("signs as they did last, and is found by address, login and name", () => {
    const { people, find } = resolveIdentities(
      [
        alias("Ada Byron", "ada@old.org", 5),
        alias("Ada Byron-King", "ada@new.org", 9),
        alias("Ada Byron", "ada@new.org", 7),
      ],
      same,
    );
    expect(people.map(({ name, email }) => [name, email])).toEqual([["Ada Byron-King", "ada@new.org"]]);
    expect([find({ email: "ADA@old.org" }), find({ name: "ada byron" }), find({ login: "unknown" })]).toEqual([
      0, 0, -1,
    ]);
  });

  test("a mailmap joins what no rule could, in all of its forms", () => {
    const canonical = parseMailmap(
      "# people\nAda Byron <ada@x.org> <old@work.com>\n<bora@x.org> <b@y.org>\nCem Demir <cem@x.org> CD <shared@z.org>\n",
    );
    expect(canonical({ name: "ab", email: "OLD@work.com" })).toEqual({ name: "Ada Byron", email: "ada@x.org" });
    expect(canonical({ name: "Bora", email: "b@y.org" })).toEqual({ name: "Bora", email: "bora@x.org" });
    expect(canonical({ name: "CD", email: "shared@z.org" })).toEqual({ name: "Cem Demir", email: "cem@x.org" });
    expect(canonical({ name: "Other", email: "shared@z.org" })).toEqual({ name: "Other", email: "shared@z.org" });
  });

  test("a manual merge is one person, though no rule joins the names", () => {
    const aliases = [
      alias("Ada Byron", "ada@x.org", 5),
      alias("ab", "lab@y.org", 9),
      alias("root", "root@localhost", 3),
      alias("Bora Kaya", "bora@x.org"),
    ];
    expect(resolveIdentities(aliases, same).people).toHaveLength(4);
    const { personNumbers, find, people } = resolveIdentities(aliases, same, [
      byHand("Ada of hand", [
        { name: "Ada Byron", email: "ada@x.org" },
        { name: "ab", email: "lab@y.org" },
        { name: "root", email: "root@localhost" },
        { login: "countess", name: "A", email: null },
      ]),
      byHand("Stranger", [{ name: "Stranger here", email: "nobody@z.org" }]),
    ]);
    expect([...personNumbers]).toEqual([0, 0, 0, 1]);
    expect(people[0]).toMatchObject({ name: "Ada of hand", email: "lab@y.org", accounts: ["countess"] });
    expect([find({ login: "Countess" }), find({ email: "nobody@z.org" })]).toEqual([0, -1]);
    // By name they are found who are asked for; no signature becomes theirs by it.
    expect(find({ name: "Ada Byron", email: "ada@company.example" })).toBe(0);
  });

  test("a later signature joins no manually merged or split person by name, and does not merge two persons", () => {
    const persons = [
      byHand("Ada", [
        { name: "Ada Byron", email: "ada@x.org" },
        { name: "ab", email: "lab@y.org" },
      ]),
      byHand("Another Cem", [{ name: "Cem Demir", email: "cem@one.org" }]),
      byRule([{ name: "Cem Demir", email: "cem@two.org" }]),
      byRule([{ name: "Bora Kaya", email: "bora@x.org" }]),
      // Two who share a mailbox, and were set apart.
      byHand("Deniz", [{ name: "Deniz Ak", email: "team@x.org" }]),
      byRule([{ name: "Eda Su", email: "team@x.org" }]),
    ];
    const known = persons.flatMap(({ identities }) => identities.map(({ name, email }) => alias(name, email ?? "")));
    const placeOf = (...more: readonly [string, string][]) => {
      const { personNumbers } = resolveIdentities(
        [...known, ...more.map(([name, email]) => alias(name, email))],
        same,
        persons,
      );
      return [...personNumbers].slice(known.length);
    };
    const STRANGER = persons.length;
    // Her name with another address: not assigned to a person yet.
    expect(placeOf(["Ada Byron", "ada@later.org"])).toEqual([STRANGER]);
    // Her address with another name: hers.
    expect(placeOf(["A. B.", "Ada@X.org"])).toEqual([0]);
    expect(placeOf(["Cem Demir", "cem@later.org"])).toEqual([2]);
    expect(placeOf(["C. D.", "cem@one.org"])).toEqual([1]);
    // An address that is not hers alone leads to whom the rules left it.
    expect(placeOf(["Team", "team@x.org"])).toEqual([5]);
    // One who has the name of one person and the address of another ties neither to the other: the address is surer.
    expect(placeOf(["Bora Kaya", "cem@two.org"])).toEqual([2]);
    expect(placeOf(["Bora Kaya", "bk@new.org"], ["unnamed", "bk@new.org"], ["Cem Demir", "bk@new.org"])).toEqual([
      3, 3, 3,
    ]);
  });

  test("two who were set apart have two ids, though their address is one", () => {
    const persons = [
      byHand("Deniz", [{ name: "Deniz Ak", email: "team@x.org" }]),
      byRule([{ name: "Eda Su", email: "team@x.org" }]),
    ];
    const { people } = resolveIdentities(
      [alias("Deniz Ak", "team@x.org"), alias("Eda Su", "team@x.org")],
      same,
      persons,
    );
    expect(new Set(people.map(({ id }) => id)).size).toBe(2);
  });

  test("a signature is whose it is in its own repository", () => {
    const persons = [
      byHand("Here", [{ name: "dev", email: "dev@localhost", sourceId: "one" }]),
      byRule([{ name: "dev", email: "dev@localhost", sourceId: "two" }]),
    ];
    const at = (sourceId: string) => ({ ...alias("dev", "dev@localhost"), sourceId });
    const { personNumbers, people } = resolveIdentities([at("two"), at("one"), at("two")], same, persons);
    expect([...personNumbers]).toEqual([0, 1, 0]);
    expect(people.map(({ name }) => name)).toEqual(["dev", "Here"]);
  });

  test.each([
    ["dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com", true],
    ["GitHub", "noreply@github.com", true],
    ["pre-commit-ci", "x@y.org", true],
    ["release-bot", "x@y.org", true],
    ["group_12_bot_3f", "", true],
    ["snyk-bot", "", true],
    ["deploy.bot", "", true],
    ["Build Robot", "", true],
    ["Rob Bottomley", "", false],
    ["Automation Anna", "anna@example.org", false],
    ["Abbot Smith", "abbot@example.org", false],
    // Two of the authors of celery and of vue are called so.
    ["Travis", "travis@example.org", false],
    ["Travis", "builds@travis-ci.org", true],
    ["claude", "81847+claude@users.noreply.github.com", true],
    ["Talbot", "talbot@example.org", false],
  ])("%s is a program: %#", (name, email, expected) => expect(isBotAccount(name, email)).toBe(expected));
});

test("a message's thanks, line by line", () => {
  const message =
    "Fix\n\nReviewed-by: Ada <ada@x.org>\nReviewers: Bora Kaya <bora@x.org>, Cem <cem@x.org>\nCo-authored-by: Deniz <d@x.org>\nReviewed-by: me\nSee: nothing";
  expect(parseTrailers(message).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "review Ada",
    "review Bora Kaya",
    "review Cem",
    "coAuthor Deniz",
  ]);
  expect(parseTrailers("Auto merge of #12 - ada:work, r=bora")).toEqual([{ kind: "review", name: "bora", email: "" }]);
});

test.each([
  ["*", "a/b.ts", true],
  ["*.js", "src/a.js", true],
  ["/build/logs/", "build/logs/x/y.log", true],
  ["/build/logs/", "src/build/logs/x.log", false],
  ["docs/*", "docs/a.md", true],
  ["docs/*", "docs/deep/a.md", false],
  ["apps/", "x/apps/a.ts", true],
  ["/docs/", "docs/a/b.md", true],
  ["**/logs", "a/b/logs/x", true],
  ["/apps/github", "apps/github/a.ts", true],
  ["src/**/x.ts", "src/a/b/x.ts", true],
])("CODEOWNERS: %s and %s", (pattern, path, matches) => {
  expect(parseCodeOwners(`${pattern} @ada`).ownersOf(path) !== null).toBe(matches);
});

test("CODEOWNERS: the last match wins, an empty line of owners takes away, and what is no rule is skipped", () => {
  const { ownersOf, rules } = parseCodeOwners(
    "# all\n* @all # all people\n/src/ @src @acme/team\n/src/free\n!/src/x @no\n/a[b] @no\n/bad owner\n/mail me@example.org\n",
  );
  expect(rules.map(({ line }) => line)).toEqual([2, 3, 4, 8]);
  expect(ownersOf("src/a.ts")).toMatchObject({ line: 3, owners: ["@src", "@acme/team"] });
  expect(ownersOf("src/free/a.ts")?.owners).toEqual([]);
  expect(ownersOf("README.md")?.owners).toEqual(["@all"]);
});

describe("on real git", () => {
  let sample: ExpertSample;
  let table: PeopleTable;
  const named = (ranked: readonly { person: number }[]) => ranked.map(({ person }) => table.people[person]?.name);
  const numberOf = (name: string) => table.people.findIndex((person) => person.name === name);
  const ask = (title: string, beforeSeconds: number | null = null) =>
    expertQueryOf(sample.index, { title, body: "", beforeSeconds });
  beforeAll(async () => {
    sample = await expertSample();
    table = peopleTable(sample.index);
  });
  afterAll(() => sample.remove());

  test("ranks the current contributors of the path first, includes the reviewer, and puts bots and former members last", () => {
    const ranked = named(rankPeople(sample.index, ask("parseTokens drops the token after a comma")));
    expect(ranked[0]).toBe("Ada Byron");
    expect(ranked).toContain("Bora Kaya");
    expect(ranked).not.toContain("dependabot[bot]");
    expect(ranked.indexOf("Cem Demir")).toBeGreaterThan(ranked.indexOf("Bora Kaya"));
  });

  test("a path asks for those who changed it and its folder", () => {
    const files = filesAt(sample.index, "src/printer/");
    const ranked = rankPeople(sample.index, { files, terms: [], beforeSeconds: null, issues: new Map() });
    expect(named(ranked)[0]).toBe("Deniz Ak");
    expect(filesAt(sample.index, "src/nowhere")).toEqual([]);
    expect(filesAt(sample.index, "/src/printer/print.ts")).toHaveLength(1);
  });

  test("recent work elsewhere does not outrank who wrote and maintains the files of a path", async () => {
    const repository = new PeopleRepository();
    let head = "";
    for (let day = 0; day < 100; day += 10)
      head = repository.commit(day, ADA, `Parser ${day}`, { "src/parse.ts": `export const step = ${day};\n` });
    repository.commit(101, DENIZ, "Rename a constant", { "src/parse.ts": "export const steps = 90;\n" });
    for (let day = 102; day < 180; day++)
      head = repository.commit(day, DENIZ, `Printer ${day}`, { "src/print.ts": `export const page = ${day};\n` });
    const other = await indexOf(repository, head, []);
    const people = peopleTable(other.index);
    const first = (query: ExpertQuery) =>
      rankPeople(other.index, query).map(({ person }) => people.people[person]?.name)[0];
    const files = filesAt(other.index, "src/parse.ts");
    const query = { files, terms: [], beforeSeconds: null, issues: new Map() };
    expect(first({ ...query, isAboutPath: true })).toBe("Ada Byron");
    // A report that is about the files is likely fixed by who works now.
    expect(first(query)).toBe("Deniz Ak");
    other.remove();
  });

  test("nothing at or after the requested time is read, not even for names", () => {
    const beforeSeconds = START + 100 * DAY;
    const then = peopleTable(sample.index, { beforeSeconds });
    const ranked = rankPeople(sample.index, ask("parseTokens drops the token", beforeSeconds), then);
    expect(new Set(ranked.map(({ person }) => then.people[person]?.name))).toEqual(new Set(["Cem Demir", "Deniz Ak"]));
    expect(then.people.map(({ name }) => name)).not.toContain("Ada Byron");
  });

  test("reasons add up to the score, name commits, and name who has been away", () => {
    const question = ask("parseTokens drops the token after a comma");
    const ranked = rankPeople(sample.index, question);
    const reasons = explainPeople(sample.index, table, question, ranked);
    ranked.forEach(({ score }, at) =>
      expect((reasons[at] ?? []).reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9),
    );
    const codes = (name: string) => reasons[ranked.findIndex(({ person }) => person === numberOf(name))] ?? [];
    const files = codes("Ada Byron").find(({ code }) => code === "files");
    expect(
      files?.commits.map(({ history, commit }) => table.histories[history]?.commits.table.subject(commit)),
    ).toContain("Parser keeps the token after a comma");
    expect(codes("Bora Kaya").map(({ code }) => code)).toContain("reviews");
    expect(codes("Cem Demir").find(({ code }) => code === "away")?.points).toBeLessThan(0);
  });

  test("commits under files have changed a file of the question, and others are under folders", () => {
    const files = filesAt(sample.index, "src/parser/parse.ts");
    const question = { files, terms: [], beforeSeconds: null, issues: new Map() };
    const ranked = rankPeople(sample.index, question);
    const reasons = explainPeople(sample.index, table, question, ranked);
    reasons.forEach((own, at) =>
      expect(own.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(ranked[at]?.score ?? NaN, 9),
    );
    const subjectsOf = (wanted: string) =>
      reasons.flatMap((own) =>
        own
          .filter(({ code }) => code === wanted)
          .flatMap(({ commits }) =>
            commits.map((one) => table.histories[one.history]?.commits.table.subject(one.commit)),
          ),
      );
    expect(subjectsOf("files")).toContain("Parser keeps the token after a comma");
    expect(subjectsOf("files")).not.toContain("Lexer next to the parser");
    expect(subjectsOf("folders")).toContain("Lexer next to the parser");
  });

  test("who merged a branch is known for its commits", () => {
    const [history] = table.histories;
    const lexer = Array.from({ length: history?.commits.table.length ?? 0 }, (_, at) => at).find(
      (at) => history?.commits.table.subject(at) === "Lexer next to the parser",
    );
    expect(history?.mergers[lexer ?? -1]).toBe(numberOf("Bora Kaya"));
  });

  test("counts silence only while the project continues", () => {
    expect([activityStatus(table, numberOf("Ada Byron")), activityStatus(table, numberOf("Cem Demir"))]).toEqual([
      "active",
      "gone",
    ]);
    expect([inactivityFactor(0), inactivityFactor(13), inactivityFactor(1000)]).toEqual([1, 1, 0.2]);
    // In a project without activity since then no person counts as gone.
    const asleep = { ...table, activeWeeks: table.activeWeeks.filter((week) => week * 7 * DAY < START + 30 * DAY) };
    expect(activityStatus(asleep, numberOf("Cem Demir"))).toBe("active");
  });

  test("the map marks islands and orphans, and opens by folder", () => {
    const parts = partsOf(knowledgeOf(sample.index), null, "src");
    expect(parts.map(({ path, holding }) => [path, holding])).toEqual([
      ["src/parser", "shared"],
      ["src/printer", "island"],
    ]);
    const inside = partsOf(knowledgeOf(sample.index), 0, "src/parser");
    expect(inside.find(({ path }) => path === "src/parser/old.ts")).toMatchObject({ holding: "orphan", opens: false });
    expect(inside.find(({ path }) => path === "src/parser/old.ts")?.left?.person).toBe(numberOf("Cem Demir"));
  });

  test("computes what a departure loses, and who is next", () => {
    const knowledge = knowledgeOf(sample.index);
    const { files, folders } = lostWith(knowledge, numberOf("Deniz Ak"));
    expect(files).toBe(2);
    expect(folders.map(({ path, next }) => [path, table.people[next]?.name])).toEqual([
      ["src/parser", "Ada Byron"],
      ["src/printer", undefined],
    ]);
    expect(lostWith(knowledge, numberOf("Cem Demir")).files).toBe(0);
  });

  test("the truck factor falls with those who hold most", () => {
    const knowledge = knowledgeOf(sample.index);
    const all = truckFactor(knowledge);
    expect(all.length).toBeGreaterThan(0);
    expect(truckFactor(knowledge, new Set(all.slice(0, 1))).length).toBe(all.length - 1);
  });
});
