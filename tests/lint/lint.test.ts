import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const fixture = join(import.meta.dirname, "fixture");

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly code: string; readonly severity: string }[];
}

/** Lints the fixture, a small project with one broken rule per file, with this project's configuration. */
function lintFixture(): Map<string, string[]> {
  const args = [
    join(root, "node_modules/oxlint/bin/oxlint"),
    "--type-aware",
    "-f",
    "json",
    "-c",
    join(root, ".oxlintrc.json"),
    ".",
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: fixture, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as Report;
  const found = new Map<string, string[]>();
  for (const { filename, code, severity } of diagnostics) {
    if (severity !== "error") continue;
    const codes = found.get(filename) ?? [];
    if (!codes.includes(code)) found.set(filename, [...codes, code]);
  }
  return found;
}

/** The first line of each file of the fixture names the expected problem. */
const files = readdirSync(fixture, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => {
    const [, expected] = /^\/\/ expect: (.+)$/m.exec(readFileSync(join(fixture, file), "utf8")) ?? [];
    return { file: file.replaceAll("\\", "/"), expected };
  });

describe("lint refuses what the project rules out", () => {
  const found = lintFixture();

  test.for(files.filter(({ expected }) => expected === "nothing"))("$file is clean", ({ file }) => {
    expect(found.get(file) ?? []).toEqual([]);
  });

  test.for(files.filter(({ expected }) => expected !== "nothing"))(
    "$file is refused by $expected",
    ({ file, expected }) => {
      expect(found.get(file)).toEqual([expected]);
    },
  );

  test("every file of the fixture names its expected problems", () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.filter(({ expected }) => !expected)).toEqual([]);
  });
});
