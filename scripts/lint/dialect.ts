/**
 * Counts words of a dialect that earlier code, comments and documents used in place of the standard terms. `dialect.json` holds the most
 * that each folder may have; a change may lower a number and never raise it.
 *
 *     node scripts/lint/dialect.ts [--write | folder]
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const BASELINE = join(import.meta.dirname, "dialect.json");

/** Each with the usual replacement, for the person who meets the failure. */
export const DIALECT: Readonly<Record<string, string>> = {
  stands: "is",
  stood: "was",
  somebody: "a person, a user, a caller",
  nobody: "no user, no caller",
  whoever: "the user who, callers that",
  "is told": "receives, is reported",
  "are told": "receive, are reported",
  "was told": "received, was reported",
  beside: "next to, with",
  "goes on": "continues",
  "go on": "continue",
  "went on": "continued",
  "takes the place of": "replaces",
  "in use": "active, busy",
  deeds: "contributions, events",
  rooms: "folders, modules",
  "the house": "the project",
};

const WORDS = new RegExp(`\\b(?:${Object.keys(DIALECT).join("|").replaceAll(" ", "\\s+")})\\b`, "gi");
const READ = /\.(?:ts|tsx|css|md|mdx)$/;
/** Texts of other people, recorded as they are; this list itself. */
const LEFT_OUT =
  /^(?:server\/demo\/(?:issues|repositories|wiki)|tests\/.*(?:fixture|recordings|corpus)|docs\/LICENCES|scripts\/lint\/dialect)/;

export const countDialect = (text: string): number => text.match(WORDS)?.length ?? 0;

/** Occurrences by top folder; files of the root are under ".". */
export function countByFolder(): Record<string, number> {
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const counts: Record<string, number> = {};
  for (const file of files) {
    if (!READ.test(file) || LEFT_OUT.test(file)) continue;
    const folder = file.includes("/") ? (file.split("/")[0] ?? ".") : ".";
    counts[folder] = (counts[folder] ?? 0) + countDialect(readFileSync(join(ROOT, file), "utf8"));
  }
  return counts;
}

export const readBaseline = (): Record<string, number> =>
  JSON.parse(readFileSync(BASELINE, "utf8")) as Record<string, number>;

if (import.meta.main) {
  const [asked] = process.argv.slice(2);
  if (asked === "--write") writeFileSync(BASELINE, `${JSON.stringify(countByFolder(), null, 2)}\n`);
  else if (asked === undefined) console.log(countByFolder());
  else {
    const files = execFileSync("git", ["ls-files", asked], { cwd: ROOT, encoding: "utf8" }).split("\n");
    for (const file of files.filter((name) => READ.test(name) && !LEFT_OUT.test(name))) {
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .forEach((line, at) => {
          if (countDialect(line) > 0) console.log(`${file}:${at + 1}: ${line.trim().slice(0, 160)}`);
        });
    }
  }
}
