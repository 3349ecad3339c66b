import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { readLog } from "../../server/git/readLog.ts";
import { listTree } from "../../server/git/readTree.ts";
import { type Case, sourceFiles } from "./mineFixCommits.ts";

/**
 * A report as people wrote it, and the commit that fixed it. `repository` is the end of the folder of the git repository that it
 * belongs to ("owner+name" or "name"); lines of other repositories are skipped.
 */
const Line = z.object({
  repository: z.string(),
  number: z.int().optional(),
  title: z.string(),
  body: z.string(),
  commit: z.string(),
});

export type Report = z.infer<typeof Line>;

/** Reads a file of JSON lines. Throws ZodError for a line of another shape. */
export function readReports(file: string): Report[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Line.parse(JSON.parse(line)));
}

/**
 * Questions of one repository, newest first: the text is the report's, the answer is what the fix changed, the code is that of the
 * fix's parent. Left out are fixes that changed no source file that existed before.
 */
export async function reportCases(gitDir: string, name: string, reports: readonly Report[]): Promise<Case[]> {
  const cases: Case[] = [];
  for (const { repository, title, body, commit } of reports) {
    if (name !== repository && !name.endsWith(`+${repository}`)) continue;
    const parent = spawnSync("git", [`--git-dir=${gitDir}`, "rev-parse", "--verify", `${commit}^`], {
      encoding: "utf8",
    });
    if (parent.status !== 0) continue;
    for await (const fix of readLog(gitDir, commit)) {
      const before = parent.stdout.trim();
      const tree = new Set((await listTree(gitDir, before)).map(({ path }) => path));
      const files = sourceFiles(fix.paths).filter((path) => tree.has(path));
      if (files.length > 0) cases.push({ commit: fix.hash, parent: before, at: fix.committedAt, title, body, files });
      break;
    }
  }
  return cases.sort((a, b) => b.at - a.at);
}
