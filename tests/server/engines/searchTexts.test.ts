import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilePattern } from "../../../server/engines/search/patterns/compilePattern.ts";
import { firstMatch } from "../../../server/engines/search/patterns/patternMatches.ts";
import { PhraseText } from "../../../server/engines/search/patterns/phraseText.ts";
import { planQuery } from "../../../server/engines/search/query/plan.ts";
import { search } from "../../../server/engines/search/search.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../server/index/build/buildDiscussions.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { type OpenedIndex, messageOf, textOfFile, textOfIssue } from "../../../server/index/OpenedIndex.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { indexedIssue } from "../support/indexedProject.ts";

/** Phrases and patterns find what reading every text finds, in an index that two builds made one after the other. */

const WORDS = [
  "open",
  "file",
  "openFile",
  "close",
  "do",
  "not",
  "retry",
  "to",
  "a",
  "Node",
  "path",
  "TODO",
  "été",
  "İstanbul",
];
const GAPS = [" ", " ", " ", "\n", "(", ").", "; ", ".", "->", "  ", "\u00a0", " = "];
const FILES = 60;

let state = 7;
/** The same sequence in every run (a linear congruential generator). */
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x80000000) * below);
};
const one = (list: readonly string[]): string => list[random(list.length)] ?? "";
const textOf = (words: number): string => Array.from({ length: words }, () => one(WORDS) + one(GAPS)).join("");

const repository = new TemporaryRepository();
const folder = mkdtempSync(join(tmpdir(), "clew-texts-"));
let index: OpenedIndex;
beforeAll(async () => {
  const blobs = createFileBlobs(folder);
  const context = plainContext(blobs);
  const base = { gitDir: repository.gitDir, source: "repository-1" };
  const files = Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`src/f${at}.ts`, textOf(5 + random(60))]));
  // Of these two the segment has the head alone.
  files["data/large.json"] = `${"[0, 1]\n".repeat(4000)}${textOf(400)}`;
  files["data/other.json"] = `${"[2, 3]\n".repeat(4000)}${textOf(20)}onlyHere inOneFile`;
  const first = repository.commit(textOf(6), files);
  const before = {
    code: await buildCode({ ...base, commit: first, name: "texts", previous: null }, context),
    commits: await buildCommits({ ...base, commit: first, previous: null }, context),
  };
  repository.commit(textOf(20), { "src/f0.ts": textOf(20), "src/f3.ts": null });
  const last = repository.commit(textOf(6), { "src/new.ts": textOf(40) });
  const code = await buildCode({ ...base, commit: last, name: "texts", previous: before.code }, context);
  const commits = await buildCommits({ ...base, commit: last, previous: before.commits }, context);
  async function* batches() {
    await Promise.resolve();
    // Enough for the heads to be searched in one pass.
    yield Array.from({ length: 1300 }, (_, at) =>
      indexedIssue(at, { title: one(["Do not open", "Open the file", textOf(3)]), body: textOf(random(8)) }),
    );
  }
  const issues = await buildIssues(batches(), context);
  const manifest = withPart(withPart(withPart(emptyManifest(), { code }), { commits }), { issues });
  index = await new IndexCache(blobs).open(manifest);
});
afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers of texts by kind, as the facet of an answer has them. */
function expectedCounts(isIn: (text: string) => boolean): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (kind: string, text: string): void => {
    if (isIn(text)) counts[kind] = (counts[kind] ?? 0) + 1;
  };
  for (const code of index.code)
    for (let file = 0; file < code.files.length; file++) count("code", textOfFile(code, file));
  for (const commits of index.commits)
    for (let commit = 0; commit < commits.table.length; commit++) count("commit", messageOf(commits, commit));
  const { issues } = index;
  for (let issue = 0; issues && issue < issues.table.length; issue++)
    count("issue", `${issues.table.title(issue)}\n${textOfIssue(issues, issue)}`);
  return counts;
}

function foundCounts(q: string): Record<string, number> {
  const { facets, partial } = search(index, { q, budgetMs: 60_000 });
  expect(partial).toBeNull();
  return Object.fromEntries(
    facets.kind.filter(({ value }) => value !== "person").map(({ value, count }) => [value, count]),
  );
}

/** A phrase from a text, which may begin and end inside of names. */
function phraseFrom(text: string): string {
  const from = random(text.length);
  return text
    .slice(from, from + 2 + random(16))
    .replaceAll(/["\s]+/g, " ")
    .trim();
}

test("phrases from the texts, begun and ended anywhere", () => {
  const texts = [
    ...index.code.flatMap((code) => Array.from({ length: code.files.length }, (_, file) => textOfFile(code, file))),
    "Do not open",
  ].map((text) => text.slice(-2000));
  let asked = 0;
  for (let round = 0; round < 150; round++) {
    const phrase = phraseFrom(one(texts));
    const isIn = planQuery(index, `"${phrase}"`).phrases[0]?.isIn;
    if (!isIn || !/\w{2}/.test(phrase)) continue;
    asked++;
    expect(foundCounts(`"${phrase}"`), phrase).toEqual(expectedCounts((text) => isIn(new PhraseText(text))));
  }
  expect(asked).toBeGreaterThan(80);
});

test.each([
  `"inOneFile"`,
  `"onlyHere inOneFile"`,
  `"do not open"`,
  `"Do not"`,
  `"file"`,
  `"not to"`,
  `"->"`,
  `"istanbul file"`,
])("the phrase %s", (q) => {
  const isIn = planQuery(index, q).phrases[0]?.isIn;
  if (!isIn) throw new Error("It is a phrase.");
  expect(foundCounts(q)).toEqual(expectedCounts((text) => isIn(new PhraseText(text))));
});

test("patterns of literals, names, gaps and repetitions", () => {
  const units = [
    "open",
    "file",
    "File",
    "do",
    "not",
    "to",
    "TODO",
    "retry",
    " ",
    " ",
    "\\(",
    "\\.",
    ";",
    "->",
    "\\s+",
    "\\w+",
    ".",
    ".{0,9}",
    "[a-f]",
    "(do|to)",
    "\\b",
    "é",
  ];
  const quantifiers = ["", "", "", "", "", "?", "+", "{2}"];
  const sourceOf = (): string => Array.from({ length: 1 + random(5) }, () => one(units) + one(quantifiers)).join("");
  let asked = 0;
  for (let round = 0; round < 120; round++) {
    const source = random(4) === 0 ? `${sourceOf()}|${sourceOf()}` : sourceOf();
    const pattern = compilePattern(source, false);
    // A name of the segments ends at 64 characters, and a query of blanks is none.
    if ("problem" in pattern || /^[\s|]*$/.test(source)) continue;
    asked++;
    expect(foundCounts(`/${source}/`), source).toEqual(expectedCounts((text) => firstMatch(text, pattern) !== null));
  }
  expect(asked).toBeGreaterThan(70);
});
