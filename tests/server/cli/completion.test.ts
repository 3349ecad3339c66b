/** `clew completion` and `clew man`, read by the shells and formatters themselves where the machine has them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bashCompletion } from "../../../server/cli/completion/bashCompletion.ts";
import { completionStates } from "../../../server/cli/completion/completionStates.ts";
import { fishCompletion } from "../../../server/cli/completion/fishCompletion.ts";
import { manualPage } from "../../../server/cli/completion/manualPage.ts";
import { zshCompletion } from "../../../server/cli/completion/zshCompletion.ts";
import { SHELLS } from "../../../server/cli/CommandSpec.ts";
import { COMMANDS } from "../../../server/cli/commandTable.ts";
import { ALL_COMMANDS, shownOptions } from "../../../server/cli/helpText.ts";

const folder = mkdtempSync(join(tmpdir(), "clew-completion-"));
const states = completionStates();
const scripts = { bash: bashCompletion(states), zsh: zshCompletion(states), fish: fishCompletion(states) };
beforeAll(() => {
  mkdirSync(join(folder, "source code"));
  writeFileSync(join(folder, "source file.ts"), "");
  for (const shell of SHELLS) writeFileSync(join(folder, `clew.${shell}`), scripts[shell]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/** What bash offers for the last word. */
function suggested(...words: string[]): string[] {
  const script = `source ./clew.bash; COMP_WORDS=(clew "$@"); COMP_CWORD=$#; _clew; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script, "bash", ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

describe("bash", () => {
  test("completes every command and every option of each", () => {
    expect(suggested("")).toEqual(expect.arrayContaining([...Object.keys(ALL_COMMANDS), "operator", "help"]));
    for (const name of ["search", "sync", "backup"]) {
      const options = shownOptions(ALL_COMMANDS[name]!).map(([option]) => `--${option}`);
      expect(suggested(name, "--").toSorted()).toEqual([...options, "--help"].toSorted());
    }
  });

  test.each<[string[], string[]]>([
    [["se"], ["search", "serve"]],
    [["search", "--form"], ["--format"]],
    [
      ["search", "--format", ""],
      ["json", "jsonl", "tsv", "text"],
    ],
    [["search", "--format", "=", "ts"], ["tsv"]],
    [
      ["search", "--format", "="],
      ["json", "jsonl", "tsv", "text"],
    ],
    [
      ["search", "words", "--kind", "co"],
      ["code", "commit"],
    ],
    [["search", "--project", ""], []],
    [["search", "--project", "log", "--lim"], ["--limit"]],
    [
      ["scip", ""],
      ["upload", "list", "remove"],
    ],
    [["scip", "upload", "source f"], ["source file.ts"]],
    [["search", "--repo", "source"], ["source code"]],
    [
      ["blame", "source"],
      ["source code", "source file.ts"],
    ],
    [
      ["operator", "company", ""],
      ["list", "create", "set"],
    ],
    [["operator", "company", "create", "--plan", "E"], ["Enterprise"]],
    [["backup", "--encryption-s"], []],
    [
      ["help", "lo"],
      ["localize", "log", "login", "logout"],
    ],
  ])("%j is followed by %j", (words, expected) => {
    expect(suggested(...words).toSorted()).toEqual(expected.toSorted());
  });
});

test.each(SHELLS.filter(has))("%s reads its script without a fault", (shell) => {
  const { status, stderr } = spawnSync(shell, ["-n", join(folder, `clew.${shell}`)], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test.skipIf(!has("fish"))("fish completes commands, options and values", () => {
  const complete = (line: string): string[] =>
    spawnSync("fish", ["--no-config", "-c", `source clew.fish; complete -C ${JSON.stringify(line)}`], {
      cwd: folder,
      encoding: "utf8",
    })
      .stdout.split("\n")
      .map((row) => row.split("\t")[0] ?? "")
      .filter((word) => word !== "");
  expect(complete("clew sea")).toEqual(["search"]);
  expect(complete("clew search --format ")).toEqual(["json", "jsonl", "text", "tsv"]);
  expect(complete("clew search --project log --lim")).toEqual(["--limit"]);
});

describe("the manual page", () => {
  const page = manualPage();
  test("names every command and option, in ASCII", () => {
    const plain = page.replaceAll("\\-", "-").replaceAll("\n", " ");
    for (const [name, spec] of Object.entries(ALL_COMMANDS)) {
      expect(plain).toContain(`clew ${name}`);
      for (const [option] of shownOptions(spec)) expect(plain).toContain(`--${option}`);
    }
    expect(page).not.toMatch(/[^\n\u0020-\u007e]/);
    expect(Object.keys(COMMANDS)).toContain("man");
  });

  test.each([
    ["mandoc", ["-T", "lint", "-W", "warning"]],
    ["groff", ["-man", "-ww", "-z"]],
  ] as const)("%s has nothing to warn of", (program, args) => {
    const { error, stdout, stderr } = spawnSync(program, args, { input: page, encoding: "utf8" });
    expect(error ? "" : stdout + stderr).toBe("");
  });
});
