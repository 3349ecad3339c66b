import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("src/**/*.{css,ts,tsx}").map((path) => readFileSync(path, "utf8"));
const found = (pattern: RegExp, texts: readonly string[] = sources): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name)));

/** Names that are used and not defined: by a style sheet, or by a style of a component. Those of Blueprint are its own. */
const undefinedIn = (texts: readonly string[]): string[] => {
  const defined = found(/(?:^|[\s{;"'])(--[a-z][a-z0-9-]*)["']?\]?\s*:/gm);
  return [...found(/var\((--[a-z][a-z0-9-]*)/g, texts)].filter(
    (name) => !name.startsWith("--bp-") && !defined.has(name),
  );
};

test("each custom property that a style uses is defined", () => {
  expect(undefinedIn(sources)).toEqual([]);
});

test("one that is not defined is found", () => {
  expect(undefinedIn([".a { border: 1px solid var(--clew-no-such-line); }"])).toEqual(["--clew-no-such-line"]);
});
