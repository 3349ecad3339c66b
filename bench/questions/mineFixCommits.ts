import { spawnSync } from "node:child_process";
import { fileKindOf } from "../../server/index/text/fileKind.ts";
import { fileLanguageOf } from "../../server/index/text/languages.ts";
import { type LoggedCommit, readLog } from "../../server/git/readLog.ts";
import { listTree } from "../../server/git/readTree.ts";

/** A fix of the past as a question with a known answer: the text that described it, and the files that it changed. */
export interface Case {
  readonly commit: string;
  /** The commit of the index: the code as it was at the time of the question. */
  readonly parent: string;
  /** Seconds since 1970. History at or after it must not be read. */
  readonly at: number;
  readonly title: string;
  readonly body: string;
  readonly files: readonly string[];
}

const CLOSING =
  /\b(fix(e[sd])?|close[sd]?|resolve[sd]?)\b[\s:]*(issue\s*)?(#|gh-)\d+|\(#\d+\)|^fix(\([^)]*\))?!?:|\bfix(e[sd])?\b|\bbug\b/i;
const SKIP =
  /^(merge|revert|release|bump|chore|docs?|test|ci|build|style|refactor|prepare|update (changelog|dependenc|lock))\b|typo|\bflake8\b|\blint/i;
const MAX_FILES = 5;

/**
 * Mines a repository for fixes: a fix message of at least four words, with one to five changed source files that existed before.
 * Newest first. The author of a message knows the fix, so these questions are easier than real issues: figures from
 * here only compare rankers.
 */
export async function mineFixCommits(gitDir: string, limit: number): Promise<Case[]> {
  const cases: Case[] = [];
  for await (const commit of readLog(gitDir, "HEAD")) {
    if (cases.length >= limit) break;
    const fixCase = caseOf(commit);
    if (!fixCase || fixCase.files.length === 0 || fixCase.files.length > MAX_FILES) continue;
    const parent = parentOf(gitDir, commit.hash);
    if (parent === null) continue;
    const tree = new Set((await listTree(gitDir, parent)).map(({ path }) => path));
    if (!fixCase.files.every((path) => tree.has(path))) continue;
    cases.push({ ...fixCase, parent });
  }
  return cases;
}

function caseOf(commit: LoggedCommit): Omit<Case, "parent"> | null {
  const [subject = "", ...rest] = commit.message.split("\n");
  if (commit.parents !== 1 || SKIP.test(subject) || !CLOSING.test(commit.message)) return null;
  const title = subject
    .replaceAll(/\(?(gh-|#)\d+\)?/gi, " ")
    .replace(/^(fix|fixes|fixed|closes?|resolves?)(\([^)]*\))?!?:?\s+/i, "")
    .trim();
  if (title.split(/\s+/).length < 4) return null;
  const body = rest
    .filter(
      (line) => !/^(\* |)?(signed-off-by|co-authored-by|reviewed-by|closes?|fixes|see|refs?)\b/i.test(line.trim()),
    )
    .join("\n")
    // Squashed messages list every step of the work; only the text before that list describes the fault.
    .split(/^\* /m)[0]
    ?.trim();
  const files = sourceFiles(commit.paths);
  return { commit: commit.hash, at: commit.committedAt, title, body: body ?? "", files };
}

/** The paths that are source code: no tests, pages, settings or data. */
export function sourceFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const language = fileLanguageOf(path);
    return (
      fileKindOf(path) === "code" && language !== null && language.family !== "data" && language.family !== "prose"
    );
  });
}

function parentOf(gitDir: string, commit: string): string | null {
  const { stdout, status } = spawnSync(
    "git",
    [`--git-dir=${gitDir}`, "rev-parse", "--verify", "--quiet", `${commit}^`],
    {
      encoding: "utf8",
    },
  );
  return status === 0 ? stdout.trim() : null;
}
