import type { CodeComparison, CodeRevision } from "../../../contract/code/code.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { Db } from "../../db/openDb.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import { FILE_LIMITS, LIST_LIMITS, UNAVAILABLE, readFiles } from "../../project/commitDiff.ts";
import { mirrorSummary } from "../../project/commitRefs.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { CodeSource } from "../../project/codeDeps.ts";
import { listRepositories, presentRepository } from "../../project/repositories.ts";
import { resolveRevision } from "../../project/revisions.ts";

/** Commits that one answer lists. */
const MAX_COMMITS = 100;
const NO_COMPARISON: Omit<CodeComparison, "status" | "repository"> = {
  base: null,
  head: null,
  fork: null,
  commits: [],
  commits_total: 0,
  behind: 0,
  diff: UNAVAILABLE,
};

/** What differs between two revisions of a repository. @throws the signal's reason */
export async function compareRevisions(
  db: Db,
  code: CodeSource,
  { base: from, head: to, path, against, whitespace, file }: Omit<QueryOf<"codeCompare">, "repository">,
  signal: AbortSignal,
): Promise<CodeComparison> {
  const [base, head] = [await resolveRevision(db, code, from, signal), await resolveRevision(db, code, to, signal)];
  const repository = presentRepository(code.source, await listRepositories(db, code.projectId), code.index);
  const named = { ...NO_COMPARISON, repository, base: base.revision, head: head.revision };
  const { mirror } = code;
  if (mirror === null || base.status === "unread" || head.status === "unread") return { ...named, status: "unread" };
  if (base.status !== "found") return { ...named, status: "no_base" };
  if (head.status !== "found") return { ...named, status: "no_head" };
  const sides = { base: base.revision, head: head.revision };
  try {
    const fork =
      against === "direct" ? sides.base.hash : await mirror.findMergeBase(sides.base.hash, sides.head.hash, signal);
    if (fork === null) return { ...named, status: "unrelated" };
    const limits = file === undefined ? LIST_LIMITS : { ...FILE_LIMITS, only: file };
    const compared = { commit: sides.head.hash, parent: fork, ignoresWhitespace: whitespace === "ignore", path };
    const [files, between] = await Promise.all([
      readFiles(mirror, compared, limits, signal),
      commitsBetween(db, code, mirror, sides, signal),
    ]);
    const diff = { status: "shown" as const, parents: [fork], parent: fork, ...files };
    return { ...named, status: "shown", fork, ...between, diff };
  } catch (error) {
    if (hasGitFailed(error)) return { ...named, status: "unread" };
    throw error;
  }
}

interface Sides {
  readonly base: CodeRevision;
  readonly head: CodeRevision;
}

async function commitsBetween(
  db: Db,
  { projectId, index, source }: CodeSource,
  mirror: Mirror,
  { base, head }: Sides,
  signal: AbortSignal,
): Promise<Pick<CodeComparison, "commits" | "commits_total" | "behind">> {
  const sides = { base: base.hash, head: head.hash, maxCommits: MAX_COMMITS };
  const { commits, ahead, behind } = await mirror.readCommitsBetween(sides, signal);
  if (commits.length === 0) return { commits: [], commits_total: ahead, behind };
  const people = await projectPeople(db, projectId, index);
  const shown = commits.map(({ hash, title, author: name, email, authoredAt: at }) =>
    mirrorSummary(people, source.id, { hash, title, author: { name, email }, at }),
  );
  return { commits: shown, commits_total: ahead, behind };
}
