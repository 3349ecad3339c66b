import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import stylelint from "stylelint";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const fixture = join(import.meta.dirname, "fixture/css");

/** Names of the rules that refuse each file, with this project's configuration. */
async function refusals(files: string): Promise<Map<string, string[]>> {
  const { results } = await stylelint.lint({ files, configFile: join(root, "stylelint.config.js") });
  return new Map(
    results.map(({ source = "", warnings }) => [
      source.slice(source.lastIndexOf("/") + 1),
      [...new Set(warnings.map(({ rule }) => rule))],
    ]),
  );
}

/** The first line of each file of the fixture names the expected rule. */
const files = readdirSync(fixture).map((file) => {
  const [, expected = ""] = /^\/\* expect: (.+) \*\/$/m.exec(readFileSync(join(fixture, file), "utf8")) ?? [];
  return { file, expected };
});

describe("styles take their values from the tokens", async () => {
  const found = await refusals(join(fixture, "*.css"));

  test.for(files)("$file is refused by $expected", ({ file, expected }) => {
    expect(found.get(file)).toEqual(expected === "nothing" ? [] : [expected]);
  });

  test("every file of the fixture names its expected problems", () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter(({ expected }) => expected === "")).toEqual([]);
  });
});

test("the app's own styles conform", async () => {
  const found = await refusals(join(root, "src/**/*.css"));
  expect(found.size).toBeGreaterThan(80);
  expect([...found].filter(([, rules]) => rules.length > 0)).toEqual([]);
});
