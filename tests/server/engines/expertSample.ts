import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { emptyManifest, type Manifest, withPart } from "../../../server/index/manifest.ts";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildIssues } from "../../../server/index/build/buildDiscussions.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import { runProgram } from "../support/smallProcess.ts";

export const DAY = 86_400;
/** Day 0 of the sample, in seconds. */
export const START = 1_700_000_000;

interface By {
  readonly author: string;
  readonly committer?: string;
}

/** A real git repository whose commits say who and when. A person is `Name <address>`. */
export class PeopleRepository {
  readonly folder = mkdtempSync(join(tmpdir(), "clew-people-"));

  constructor() {
    this.#git(START, { author: "Nobody <nobody@example.org>" }, "init", "--quiet", "--initial-branch=main");
  }

  get gitDir(): string {
    return join(this.folder, ".git");
  }

  commit(day: number, author: string, message: string, files: Readonly<Record<string, string>>, committer = author) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const at = START + day * DAY;
    this.#git(at, { author }, "add", "--all");
    this.#git(at, { author, committer }, "commit", "--quiet", "--allow-empty", "--message", message);
    return this.#git(at, { author }, "rev-parse", "HEAD");
  }

  /** Commits on a branch of their own, and merges it. */
  merge(day: number, merger: string, work: () => void): void {
    const at = START + day * DAY;
    this.#git(at, { author: merger }, "checkout", "--quiet", "-b", `work-${day}`);
    work();
    this.#git(at, { author: merger }, "checkout", "--quiet", "main");
    this.#git(at, { author: merger }, "merge", "--quiet", "--no-ff", "--message", "Merge work", `work-${day}`);
  }

  #git(at: number, { author, committer = author }: By, ...args: string[]): string {
    const [, name = "", email = ""] = /^(.*) <(.*)>$/.exec(author) ?? [];
    const [, applier = "", applierEmail = ""] = /^(.*) <(.*)>$/.exec(committer) ?? [];
    return runProgram("git", args, {
      cwd: this.folder,
      env: {
        PATH: process.env["PATH"],
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_COMMITTER_NAME: applier,
        GIT_COMMITTER_EMAIL: applierEmail,
        GIT_AUTHOR_DATE: `${at} +0000`,
        GIT_COMMITTER_DATE: `${at} +0000`,
      },
    })
      .toString()
      .trim();
  }
}

export interface ExpertSample {
  readonly index: OpenedIndex;
  readonly manifest: Manifest;
  readonly blobs: Blobs;
  /** Where the blobs are. */
  readonly folder: string;
  readonly remove: () => void;
}

async function* inBatches(issues: readonly IndexedIssue[]): AsyncGenerator<readonly IndexedIssue[]> {
  yield issues;
}

/** The index of a repository, with issues if there are any. */
export async function indexOf(
  repository: PeopleRepository,
  head: string,
  issues: readonly IndexedIssue[] = [],
): Promise<ExpertSample> {
  const folder = mkdtempSync(join(tmpdir(), "clew-people-index-"));
  const blobs = createFileBlobs(folder);
  const context = plainContext(blobs);
  const base = { gitDir: repository.gitDir, commit: head, source: "repository-1", previous: null };
  const code = await buildSymbols({ part: await buildCode({ ...base, name: "sample" }, context) }, context);
  const commits = await buildCommits(base, context);
  let manifest = withPart(withPart(emptyManifest(), { code }), { commits });
  if (issues.length > 0) manifest = withPart(manifest, { issues: await buildIssues(inBatches(issues), context) });
  return {
    index: await new IndexCache(blobs).open(manifest),
    manifest,
    blobs,
    folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
      rmSync(repository.folder, { recursive: true, force: true });
    },
  };
}

export const ADA = "Ada Byron <ada@example.org>";
export const ADA_AT_HOST = "Ada Byron <17+ada-b@users.noreply.github.com>";
export const BORA = "Bora Kaya <bora@example.org>";
export const CEM = "Cem Demir <cem@example.org>";
export const DENIZ = "Deniz Ak <deniz@example.org>";
export const ROBOT = "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>";

/**
 * A parser that Cem wrote and left, that Ada took over and Bora reviews; a printer of Deniz alone; pages of Bora. Cem's last work is
 * two years before the newest.
 */
export async function expertSample(issues: readonly IndexedIssue[] = []): Promise<ExpertSample & { fix: string }> {
  const repository = new PeopleRepository();
  let head = repository.commit(0, CEM, "Parser, first version", {
    "src/parser/parse.ts": "export function parseTokens() {}\n",
    "src/parser/old.ts": "export function oldParser() {}\n",
    ".github/CODEOWNERS": "* @ada-b\n/src/printer/ deniz@example.org\n/docs/ @acme/writers\n",
  });
  for (let day = 1; day < 30; day++)
    head = repository.commit(day, CEM, `Parser step ${day}`, {
      "src/parser/parse.ts": `export const step = ${day};\n`,
    });
  for (let week = 0; week < 104; week++)
    head = repository.commit(40 + week * 7, DENIZ, `Printer, week ${week}`, {
      "src/printer/print.ts": `export function printLines() { return ${week}; }\n`,
    });
  let fix = "";
  for (const [step, author] of [ADA, ADA_AT_HOST, ADA, ADA].entries()) {
    fix = head = repository.commit(
      700 + step * 10,
      author,
      `Parser keeps the token after a comma\n\nReviewed-by: Bora Kaya <bora@example.org>`,
      { "src/parser/parse.ts": `export function parseTokens() { return ${step}; }\n` },
    );
  }
  repository.merge(745, BORA, () => {
    repository.commit(744, DENIZ, "Lexer next to the parser", { "src/parser/lexer.ts": "export function lex() {}\n" });
  });
  head = repository.commit(760, ROBOT, "Bump parser", { "src/parser/package.json": "{}\n" });
  head = repository.commit(765, BORA, "How to print", { "docs/print.md": "# Print\n" });
  return { ...(await indexOf(repository, head, issues)), fix };
}
