/** `clew review --diff`: what a range of commits of a repository on this machine should be looked at for, before it is pushed. */
import type { CommitFile } from "../../../contract/code/commits.ts";
import type { RequestFindings } from "../../../contract/requests/requestFindings.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { NO_PLACE } from "../../engines/experts/placeKnowledge.ts";
import { type PeopleTable, peopleTable } from "../../engines/identities/peopleTable.ts";
import type { ChangedFile } from "../../engines/review/changedPlaces.ts";
import { changedRanges } from "../../engines/review/changedRanges.ts";
import { reviewRequest } from "../../engines/review/reviewRequest.ts";
import type { Reviewer } from "../../engines/review/reviewers.ts";
import { findCommit, findMergeBase } from "../../git/commitLookup.ts";
import type { DiffFile } from "../../git/DiffReader.ts";
import { findGitDir } from "../../git/findGitDir.ts";
import { readCommitsBetween } from "../../git/readBetween.ts";
import { readDiff } from "../../git/readDiff.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printReview } from "../presentReview.ts";
import { type RequestOf, wrong } from "../readArguments.ts";
import { complain } from "../terminal.ts";
import { openRevision } from "./revisionIndex.ts";

/** `main..HEAD`, `main...HEAD`, or `main` alone: up to HEAD. */
const RANGE = /^(?<base>[^.\s-](?:\.?[^.\s])*)(?:\.{2,3}(?<head>[^.\s-](?:\.?[^.\s])*)?)?$/;
const MAX_COMMITS = 500;
const LIMITS = { maxFiles: 3000, maxFileLines: 20_000, maxLines: 200_000, maxBytes: 64 << 20, timeoutMs: 60_000 };
/** git's letters; a change of the type of a file is one of its content. */
const CHANGES: Readonly<Record<string, CommitFile["change"] & ChangedFile["change"]>> = {
  A: "added",
  D: "removed",
  R: "renamed",
};

/** @throws CliError for a range that is none, and a folder that is no repository */
export async function runLocalReview(request: RequestOf<"review">, format: Format): Promise<Status> {
  const { diff = "", repo = ".", cache, cacheBytes, request: ofServer } = request;
  if (ofServer !== undefined) throw wrong("--request is a request of a server, --diff are commits here: one of them.");
  const { base: from, head: to = "HEAD" } = RANGE.exec(diff)?.groups ?? {};
  if (from === undefined) throw wrong(`--diff is a range of commits such as main..HEAD, not ${diff}.`);
  const gitDir = await findGitDir(repo).catch(() => {
    throw new CliError(STATUS.nothing, `${repo} is no git repository.`);
  });
  const commitOf = async (revision: string): Promise<string> => {
    const commit = await findCommit(gitDir, revision);
    if (commit === null) throw new CliError(STATUS.nothing, `The repository has no revision ${revision}.`);
    return commit;
  };
  const head = await commitOf(to);
  const base = await findMergeBase(gitDir, await commitOf(from), head);
  if (base === null) throw new CliError(STATUS.nothing, `${from} and ${to} have no commit in common.`);
  const { signal } = new AbortController();
  const { commits } = await readCommitsBetween(gitDir, { base, head, maxCommits: MAX_COMMITS }, signal);
  const sides = { commit: head, parent: base, ignoresWhitespace: false };
  const { files, total } = await readDiff(gitDir, sides, LIMITS, signal);
  // The index of what the commits were made on: neither they nor what came later are its history.
  const index = await openRevision(repo, base, { folder: cache, maxBytes: cacheBytes }, complain);
  const table = peopleTable(index);
  const writers = new Set(commits.map(({ email }) => email.toLowerCase()));
  const names = new Set(commits.map(({ author }) => author.toLowerCase()));
  const authors = table.people.flatMap(({ name, emails }, person) =>
    names.has(name.toLowerCase()) || emails.values().some((email) => writers.has(email.toLowerCase())) ? [person] : [],
  );
  const review = reviewRequest(index, table, {
    member: 0,
    title: commits[0]?.title ?? "",
    body: commits.map(({ title }) => title).join("\n"),
    files: files.map(changedFile),
    total,
    excluded: new Set(authors),
    load: new Map(),
    knowledge: NO_PLACE,
    beforeSeconds: null,
  });
  const findings: RequestFindings = {
    status: "ready",
    source: null,
    head,
    files: total,
    has_lines: true,
    reviewers: review.reviewers.map((reviewer) => presentReviewer(table, reviewer)),
    issues: [],
    missing: [...review.missing],
    pages: review.pages.map(({ mentions, ...page }) => ({ ...page, names: mentions.map(({ text }) => text) })),
  };
  return printReview(findings, format);
}

const changedFile = ({ path, oldPath, status, hunks, added, removed }: DiffFile): ChangedFile => ({
  path,
  oldPath,
  change: CHANGES[status] ?? "modified",
  ranges: hunks.flatMap(({ oldStart, oldLines, lines }) =>
    changedRanges({ old_start: oldStart, old_lines: oldLines, lines: [...lines] }),
  ),
  lines: added === null && removed === null ? null : (added ?? 0) + (removed ?? 0),
});

function presentReviewer(
  table: PeopleTable,
  { person, load, functions, reasons }: Reviewer,
): RequestFindings["reviewers"][number] {
  const { name = "", email = null } = table.people[person] ?? {};
  return {
    person: { id: String(person), name, email, avatar_url: null },
    load,
    functions: [...functions],
    reasons: reasons.map(({ code, points, commits }) => ({
      code,
      points,
      evidence: commits.flatMap(({ history, commit }) => {
        const log = table.histories[history]?.commits.table;
        return log ? [{ text: `${shortHash(log.hash(commit))} ${log.subject(commit)}`, href: null }] : [];
      }),
    })),
  };
}
