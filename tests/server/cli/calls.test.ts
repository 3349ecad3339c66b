/** How `clew` is called: versions, help, wrong calls and closed pipes. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { helpOf, ALL_COMMANDS } from "../../../server/cli/helpText.ts";
import { readArguments } from "../../../server/cli/readArguments.ts";
import { VERSION } from "../../../server/observability/version.ts";
import { productEntry } from "../support/productEntry.ts";

const ENTRY = productEntry("clew");

function clew(...args: string[]): { status: number | null; out: string; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, ...args], { input: "", encoding: "utf8" });
  return { status, out: stdout, said: stderr };
}

test("--version is the version of the package, and in a clone the commit", () => {
  const { stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  expect(clew("--version")).toEqual({ status: 0, out: `clew ${VERSION} (commit ${stdout.trim()})\n`, said: "" });
});

test.each(["search", "backup", "operator"])("help %s is its --help", (name) => {
  const help = clew("help", name);
  expect([help.status, help.out]).toEqual([0, expect.stringMatching(new RegExp(`^usage: clew ${name}`))]);
  expect(clew(name, "--help")).toEqual(help);
});

test("the help of a command has each of its options and every value of an enumerated one, on lines that fit", () => {
  for (const [name, spec] of Object.entries(ALL_COMMANDS)) {
    const help = helpOf(spec);
    for (const [option, { choices = [], isHidden }] of Object.entries(spec.options)) {
      const isThere = help.includes(`--${option}`);
      expect([name, option, isThere]).toEqual([name, option, isHidden !== true]);
      for (const choice of choices) expect(help, `${name} --${option}`).toContain(choice);
    }
  }
  expect(
    helpOf(ALL_COMMANDS["search"]!)
      .split("\n")
      .filter((line) => line.length > 100),
  ).toEqual([]);
});

describe("a name that is nearly right", () => {
  test.each<[string[], string]>([
    [["serch"], "There is no command serch. Did you mean search?"],
    [["help", "lgo"], "There is no command lgo. Did you mean log?"],
    [["--versoin"], "Did you mean --version?"],
  ])("%j is a wrong call that names the right one", (args, sentence) => {
    const { status, out, said } = clew(...args);
    expect([status, out, said]).toEqual([2, "", expect.stringContaining(sentence)]);
  });

  test.each<[string[], string]>([
    [["--porject", "tern"], "clew search has no option --porject. Did you mean --project?"],
    [["--fromat=tsv"], "Did you mean --format?"],
    [["--kind", "isue"], "--kind has no value isue. Did you mean issue?"],
    [["--format", "tvs"], "--format has no value tvs. Did you mean tsv? There are: json, jsonl, tsv, text."],
    [["--quite-another"], "clew search has no option --quite-another."],
    [["--json", "--format", "tsv"], "one of them"],
  ])("options %j are refused", (args, sentence) => {
    expect(() => readArguments("search", ["text", ...args], {})).toThrow(
      expect.objectContaining({ status: 2, message: expect.stringContaining(sentence) as string }),
    );
  });

  test("a name with terminal control characters is printed without them", () => {
    expect(clew("\u001b[31mserch\u001b[2J").said).toMatch(/^There is no command serch\./);
    expect(clew("search", "--\u001b[2Jrepo", "x").said).not.toContain("\u001b");
  });
});

test.each(["--help", "help search", "operator --help"])("%s ends quietly when its reader is gone", (call) => {
  // The reader ends before the first byte is written.
  const command = `"$0" "$1" ${call} | true; echo "status \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", command, process.execPath, ENTRY], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^status (?:0|141)\n$/), ""]);
});
