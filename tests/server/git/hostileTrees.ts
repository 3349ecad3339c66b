import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { git } from "../sources/gitFixture.ts";
import { runProgram } from "../support/smallProcess.ts";

const WHO = ["-c", "user.name=Eve", "-c", "user.email=eve@example.org"];
const input = (repository: string, text: string, ...args: string[]): string =>
  runProgram("git", args, { cwd: repository, input: text }).toString().trim();

/** A bare repository without commits. */
export function emptyRepository(folder: string, name: string): string {
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", name);
  return join(folder, name);
}

/** A tree of 10 to the power of `levels` files, out of `levels` + 1 objects. */
export function bombTree(repository: string, levels = 10): string {
  let entry = `100644 blob ${input(repository, "boom\n", "hash-object", "-w", "--stdin")}`;
  for (let level = 0; level < levels; level += 1) {
    const entries = Array.from({ length: 10 }, (_, at) => `${entry}\td${at}\n`).join("");
    entry = `040000 tree ${input(repository, entries, "mktree")}`;
  }
  return entry.slice(-40);
}

/** One file below this many folders. */
export function deepTree(repository: string, depth: number): string {
  const path = `${"d/".repeat(depth)}f.txt`;
  const who = "committer Eve <eve@example.org> 1700000000 +0000";
  const stream = `commit refs/heads/deep\n${who}\ndata 4\ndeep\nM 100644 inline ${path}\ndata 5\ndeep\n\n`;
  input(repository, stream, "fast-import", "--quiet");
  return git(repository, "rev-parse", "refs/heads/deep^{tree}");
}

export function smallTree(repository: string, files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files).map(
    ([name, text]) => `100644 blob ${input(repository, text, "hash-object", "-w", "--stdin")}\t${name}\n`,
  );
  return input(repository, entries.join(""), "mktree");
}

/** Puts a commit of the tree on the branch `main`, after the one that is there unless other parents are named. */
export function commitTree(repository: string, tree: string, message = "one", parents?: readonly string[]): string {
  const has = runProgram("git", ["for-each-ref", "refs/heads/main"], { cwd: repository }).length > 0;
  const after = (parents ?? (has ? ["refs/heads/main"] : [])).flatMap((parent) => ["-p", parent]);
  const head = git(repository, ...WHO, "commit-tree", ...after, "-m", message, tree);
  git(repository, "update-ref", "refs/heads/main", head);
  return head;
}

/** Children of this process that have ended and were not reaped. Linux only. */
export function defunctChildren(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const [, name = "", state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(stat) ?? [];
        return state === "Z" && Number(parent) === process.pid ? [name] : [];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}
