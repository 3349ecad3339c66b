import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

/** An issue as GitHub's REST API lists it, with the commit that closed it, which that API has in the events of the issue. */
const ReplayedIssue = z.object({
  title: z.string().min(1),
  body: z.string().nullish(),
  created_at: z.iso.datetime(),
  user: z.object({ login: z.string().min(1) }).nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])).default([]),
  closing_commit: z.string().regex(/^[0-9a-f]{7,64}$/),
});
export type ReplayedIssue = z.infer<typeof ReplayedIssue>;

/** The issues of a file, the oldest first. @throws Error that names the first row of another form */
export function readReplayedIssues(path: string): readonly ReplayedIssue[] {
  const read = z
    .array(ReplayedIssue)
    .min(1)
    .safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!read.success) throw new Error(`${path} has no list of issues: ${z.prettifyError(read.error)}`);
  return read.data.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

/** A copy of a repository whose one branch is moved through its history. */
export interface ReplayedRepository {
  /** Moves the branch to the newest commit before a time, or to the first one. @returns its hash */
  rewindTo(time: string): Promise<string>;
  /** Paths that a commit has changed; for a merge, since its first parent. */
  filesOf(commit: string): Promise<readonly string[]>;
}

/** @param folder of the copy, which is made as a bare repository with the branch `main` alone */
export async function copyRepository(from: string, folder: string): Promise<ReplayedRepository> {
  await run("git", ["clone", "--quiet", "--bare", "--single-branch", "--no-tags", from, folder]);
  const git = async (...command: readonly string[]): Promise<string> =>
    (await run("git", ["-C", folder, ...command], { maxBuffer: 64 << 20 })).stdout.trim();
  const head = await git("rev-parse", "HEAD");
  const branch = await git("symbolic-ref", "HEAD");
  const history = async (...choice: readonly string[]): Promise<string> =>
    (await git("rev-list", "--first-parent", ...choice, head)).split("\n").at(-1) ?? "";
  await git("update-ref", "refs/heads/main", head);
  await git("symbolic-ref", "HEAD", "refs/heads/main");
  if (branch !== "refs/heads/main") await git("update-ref", "-d", branch);
  return {
    async rewindTo(time) {
      const before = await history("-1", `--before=${time}`);
      const commit = before === "" ? await history() : before;
      await git("update-ref", "refs/heads/main", commit);
      return commit;
    },
    async filesOf(commit) {
      const isRoot = (await git("rev-list", "--parents", "-1", commit)).split(" ").length === 1;
      const names = isRoot
        ? await git("ls-tree", "-r", "-z", "--name-only", commit)
        : await git("diff", "--name-only", "-z", `${commit}^1`, commit);
      return names.split("\0").filter((name) => name !== "");
    },
  };
}
