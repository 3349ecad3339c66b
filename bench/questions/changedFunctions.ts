import { spawnSync } from "node:child_process";
import type { OpenedIndex } from "../../server/index/OpenedIndex.ts";
import type { Case } from "./mineFixCommits.ts";

/** Names a function by its file and first line. */
export const functionId = (path: string, start: number): string => `${path}:${start}`;

/** Functions and methods of the parent commit that the fix changed: the innermost one around each changed line. */
export function changedFunctions(gitDir: string, { parent, commit, files }: Case, index: OpenedIndex): string[] {
  const [code] = index.code;
  if (!code?.symbols) return [];
  const ids = new Set<string>();
  for (const path of files) {
    const file = code.files.find(path);
    const { from, to } = code.symbols.table.ofFile(file);
    const rows = Array.from({ length: to - from }, (_, at) => code.symbols?.table.row(from + at)).filter(
      (row) => row !== undefined && (row.kind === "function" || row.kind === "method"),
    );
    for (const line of changedLines(gitDir, parent, commit, path)) {
      const inner = rows.filter((row) => row && row.start <= line && line <= row.end).at(-1);
      if (inner) ids.add(functionId(path, inner.start));
    }
  }
  return [...ids];
}

/** Lines of the old file that were removed or changed, and the line before each insertion. */
function changedLines(gitDir: string, parent: string, commit: string, path: string): number[] {
  const { stdout } = spawnSync("git", [`--git-dir=${gitDir}`, "diff", "-U0", parent, commit, "--", path], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const lines: number[] = [];
  for (const [, start, count] of stdout.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)) {
    const length = Math.max(1, count === undefined ? 1 : Number(count));
    for (let at = 0; at < length; at++) lines.push(Number(start) + at);
  }
  return lines;
}
