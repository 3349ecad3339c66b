import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { peopleTable } from "../../../server/engines/identities/peopleTable.ts";
import type { ChangedFile } from "../../../server/engines/review/changedPlaces.ts";
import { type ReviewInput, reviewRequest } from "../../../server/engines/review/reviewRequest.ts";
import { ADA, BORA, CEM, DENIZ, type ExpertSample, PeopleRepository, ROBOT, indexOf } from "./expertSample.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";

const source = (open: string, close: string): string =>
  [
    "export function openValveSlowly(): number {",
    "  const steps = 4;",
    `  return ${open};`,
    "}",
    "",
    "export function closeValveAtOnce(): number {",
    "  const steps = 1;",
    `  return ${close};`,
    "}",
    "",
  ].join("\n");
/** Lines of the two functions in the newest text. */
const OPEN: ChangedFile["ranges"] = [[3, 3]];
const CLOSE: ChangedFile["ranges"] = [[8, 8]];

const issueOf = (given: Pick<IndexedIssue, "id" | "title" | "body"> & Partial<IndexedIssue>): IndexedIssue => ({
  key: `#${given.id}`,
  source: "tracker-1",
  comments: "",
  state: "open",
  labels: [],
  author: null,
  url: null,
  createdAt: 0,
  updatedAt: 0,
  closedAt: null,
  fixCommits: [],
  ...given,
});

let sample: ExpertSample;
beforeAll(async () => {
  const repository = new PeopleRepository();
  repository.commit(0, CEM, "Valves", { "src/valve.ts": source("0", "0"), "lib/pipe.ts": "export const pipe = 1;\n" });
  for (let step = 1; step <= 3; step++)
    repository.commit(600 + step, ADA, `Open step ${step}`, {
      "src/valve.ts": source(`steps * ${step}`, "0"),
      "tests/valve.test.ts": `export const step = ${step};\n`,
    });
  for (let step = 1; step <= 3; step++)
    repository.commit(610 + step, BORA, `Close step ${step}`, {
      "src/valve.ts": source("steps * 3", `steps + ${step}`),
      "tests/valve.test.ts": `export const closed = ${step};\n`,
    });
  for (let week = 0; week < 100; week++)
    repository.commit(week * 6, DENIZ, `Pipe ${week}`, { "lib/pipe.ts": `export const pipe = ${week};\n` });
  for (let week = 0; week < 20; week++)
    repository.commit(week * 6 + 1, DENIZ, `Pump ${week}`, { "lib/pump.ts": `export const pump = ${week};\n` });
  for (let step = 0; step < 5; step++)
    repository.commit(200 + step, DENIZ, `Tap ${step}`, {
      "lib/tap.ts": `export const tap = ${step};\n`,
      ...(step < 3 && { "lib/tap.test.ts": `export const tap = ${step};\n` }),
    });
  const everything = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`src/other${at}.ts`, "export const other = 1;\n"]),
  );
  for (let time = 0; time < 4; time++)
    repository.commit(620 + time, ROBOT, "Format", {
      ...Object.fromEntries(Object.keys(everything).map((path) => [path, `export const other = ${time};\n`])),
      "src/valve.ts": `${source("steps * 3", "steps + 3")}// ${time}\n`,
    });
  const head = repository.commit(630, DENIZ, "Pages", {
    "docs/opening.md": "# Opening\n\nCall `openValveSlowly()` before the pump starts.\n",
    "docs/files.md": "# Files\n\nAll of it is in `src/valve.ts`.\n",
    "docs/CHANGELOG.md": "# Changelog\n\n- `openValveSlowly` is new in `src/valve.ts`.\n",
  });
  sample = await indexOf(repository, head, [
    issueOf({ id: "slow", title: "Valve opens too fast", body: "openValveSlowly takes two steps instead of four." }),
    issueOf({ id: "done", title: "Valve opens too fast again", body: "openValveSlowly", state: "closed" }),
    issueOf({ id: "pipe", title: "Pipe leaks", body: "The pipe in lib/pipe.ts leaks." }),
  ]);
});
afterAll(() => {
  sample.remove();
});

const modified = (path: string, ranges: ChangedFile["ranges"] = []): ChangedFile => ({
  path,
  oldPath: null,
  change: "modified",
  ranges,
  lines: 4,
});

function review(files: readonly ChangedFile[], more: Partial<ReviewInput> = {}) {
  const table = peopleTable(sample.index);
  const found = reviewRequest(sample.index, table, {
    member: 0,
    title: "Valve",
    body: "",
    files,
    total: files.length,
    excluded: new Set(),
    load: new Map(),
    knowledge: { reviews: new Map(), pages: new Map() },
    beforeSeconds: null,
    ...more,
  });
  return { ...found, names: found.reviewers.map(({ person }) => table.people[person]?.name) };
}
const numberOf = (name: string): number => peopleTable(sample.index).people.findIndex((person) => person.name === name);

describe("who should review a request", () => {
  test("who changed the changed functions comes first, with their names", () => {
    expect(review([modified("src/valve.ts", OPEN)]).names[0]).toBe("Ada Byron");
    const { names, reviewers } = review([modified("src/valve.ts", CLOSE)]);
    expect(names[0]).toBe("Bora Kaya");
    expect(reviewers[0]?.functions).toEqual(["closeValveAtOnce"]);
    expect(reviewers[0]?.reasons.map(({ code }) => code)).toContain("files");
  });

  test("the author, programs, people who left, and people who know nothing of it are not named", () => {
    const author = numberOf("Ada Byron");
    expect(review([modified("src/valve.ts", OPEN)], { excluded: new Set([author]) }).names[0]).toBe("Bora Kaya");
    const { names } = review([modified("src/valve.ts", OPEN)]);
    expect(names).not.toContain("Cem Demir");
    expect(names.join(" ")).not.toContain("bot");
    expect(review([modified("no/such/file.ts")]).names).toEqual([]);
  });

  test("of people who know it about as well, the one with fewer waiting reviews comes first", () => {
    const files = [modified("tests/valve.test.ts")];
    const [first = "", second = ""] = review(files).names;
    const busy = review(files, { load: new Map([[numberOf(first), 8]]) });
    expect(busy.names.slice(0, 2)).toEqual([second, first]);
    expect(busy.reviewers[1]?.load).toBe(8);
  });

  test("for a new file the people of its folder are asked", () => {
    const added: ChangedFile = { path: "tests/pump.test.ts", oldPath: null, change: "added", ranges: [], lines: 9 };
    expect(new Set(review([added]).names)).toEqual(new Set(["Ada Byron", "Bora Kaya"]));
  });
});

describe("files that usually change along", () => {
  test("the missing one is named with its counts, and commits over everything do not count", () => {
    expect(review([modified("src/valve.ts", OPEN)]).missing).toEqual([
      { path: "tests/valve.test.ts", changed: "src/valve.ts", together: 6, of: 7 },
    ]);
  });

  test("three of five commits are too few, and what goes with one of three changed files belongs to another change of it", () => {
    expect(review([modified("lib/tap.ts")]).missing).toEqual([]);
    const together = [modified("src/valve.ts", OPEN), modified("lib/pipe.ts"), modified("lib/pump.ts")];
    expect(review(together).missing).toEqual([]);
  });

  test("nothing is missing where it is changed too, before the history, and in a request over everything", () => {
    expect(review([modified("src/valve.ts"), modified("tests/valve.test.ts")]).missing).toEqual([]);
    expect(review([modified("src/valve.ts")], { beforeSeconds: 1 }).missing).toEqual([]);
    expect(review([modified("src/valve.ts")], { total: 31 }).missing).toEqual([]);
  });
});

describe("pages that name what is changed", () => {
  const pagesOf = (...files: readonly ChangedFile[]) =>
    review(files).pages.map(({ path, how, mentions }) => [path, how, mentions.map(({ text }) => text)]);

  test("a page that names a changed function, and none that names another or the past", () => {
    expect(pagesOf(modified("src/valve.ts", OPEN))).toEqual([["docs/opening.md", "changed", ["openValveSlowly"]]]);
    expect(pagesOf(modified("src/valve.ts", CLOSE))).toEqual([]);
  });

  test("a page that names a file that is moved or removed comes first", () => {
    const removed: ChangedFile = { ...modified("src/valve.ts"), change: "removed" };
    expect(pagesOf(removed).map(([path, how]) => [path, how])).toEqual([
      ["docs/files.md", "gone"],
      ["docs/opening.md", "gone"],
    ]);
    const moved: ChangedFile = { ...modified("src/tap.ts", OPEN), oldPath: "src/valve.ts", change: "renamed" };
    expect(pagesOf(moved)[0]).toEqual(["docs/files.md", "gone", ["src/valve.ts"]]);
  });

  test("a page that the request changes too is none", () => {
    expect(pagesOf(modified("src/valve.ts", OPEN), modified("docs/opening.md"))).toEqual([]);
  });
});

describe("issues that a request probably closes", () => {
  const issuesOf = (title: string, ...files: readonly ChangedFile[]) =>
    review(files, { title }).issues.map(({ issue, path }) => [sample.index.issues?.table.id(issue), path]);

  test("an open issue whose likely place is changed", () => {
    expect(issuesOf("Open the valve in four steps", modified("src/valve.ts", OPEN))).toEqual([
      ["slow", "src/valve.ts"],
    ]);
  });

  test("none that shares a word with the request, and none in a request over everything", () => {
    const everything = review([modified("src/valve.ts", OPEN)], { title: "Open the valve in four steps", total: 31 });
    expect(everything.issues).toEqual([]);
    expect(issuesOf("Paint the housing of each valve blue, without a leak", modified("src/valve.ts", OPEN))).toEqual(
      [],
    );
  });

  test("none whose likely place is elsewhere", () => {
    expect(issuesOf("Open the valve in four steps", modified("docs/files.md"))).toEqual([]);
  });
});

test("a request of 5,000 files, binary and unknown ones, is answered from its largest changes", () => {
  const files = Array.from({ length: 5000 }, (_, at): ChangedFile => ({
    path: at % 2 === 0 ? `src/other${at % 40}.ts` : `image${at}.png`,
    oldPath: null,
    change: at % 3 === 0 ? "added" : "modified",
    ranges: [],
    lines: at % 2 === 0 ? 1 : null,
  }));
  const { missing, names } = review([...files, { ...modified("src/valve.ts", OPEN), lines: 900 }]);
  expect(missing).toEqual([]);
  expect(names[0]).toBe("Ada Byron");
});
