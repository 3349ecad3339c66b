import { millisecondsOf } from "../../../contract/durations.ts";
import type { BlameCommit, CodeBlame, CodeHistory, HistoryEntry } from "../../../contract/code/code.ts";
import type { Db } from "../../db/openDb.ts";
import { commitsOfPath } from "../../engines/documents/documentHistory.ts";
import { shortName } from "../../git/commitText.ts";
import { GitReadError, hasGitFailed } from "../../git/gitErrors.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import type { Blame } from "../../git/readBlame.ts";
import { CHANGE_NAMES, type FileChange, type FileHistory } from "../../git/readFileHistory.ts";
import type { CodeSource } from "../../project/codeDeps.ts";
import { GitResultCache } from "./GitResultCache.ts";
import { factsOfCommits } from "./commitFacts.ts";
import { resolveRevision } from "../../project/revisions.ts";
import { commitsOf } from "../../index/OpenedIndex.ts";

const BLAME_LIMITS = { maxBytes: 48 << 20, timeoutMs: 25_000 };
/** Changes in the history of a file. The answer reports that there are more. */
const MAX_CHANGES = 2000;
/** Changes that are read for the first pages of a history. */
const FIRST_CHANGES = 200;
/** Changes in the history of a range; each comes with its patch. */
const MAX_RANGE_CHANGES = 300;
const HISTORY_LIMITS = { maxBytes: 16 << 20, timeoutMs: 25_000 };
/** Size of a file above which neither its lines nor their history are traced. */
const MAX_TRACED_BYTES = 8 << 20;

const answers = new GitResultCache();

interface FileQuestion {
  readonly path: string;
  readonly revision?: string | undefined;
}

const NO_BLAME = { commits: [], ranges: [] };

type FoundBlame =
  | { readonly status: "shown"; readonly hash: string; readonly blame: Blame }
  | { readonly status: "missing" | "unread" | "large"; readonly hash: string | null };

/** Where each line of a file comes from, or why that is not known. @throws the signal's reason */
export async function findBlame(
  db: Db,
  code: CodeSource,
  { path, revision }: FileQuestion,
  signal: AbortSignal,
): Promise<FoundBlame> {
  const resolved = await resolveRevision(db, code, revision, signal);
  if (resolved.status !== "found") return { status: resolved.status === "unread" ? "unread" : "missing", hash: null };
  const { mirror, source } = code;
  const { hash } = resolved.revision;
  if (mirror === null) return { status: "unread", hash: null };
  try {
    const blame = await answers.read(["blame", source.id, mirror.folders, hash, path], () =>
      blameOf(mirror, hash, path, signal),
    );
    if (typeof blame === "string") return { status: blame, hash };
    return blame.isCut ? { status: "large", hash } : { status: "shown", hash, blame };
  } catch (error) {
    if (error instanceof GitReadError) return { status: "unread", hash: null };
    if (hasGitFailed(error)) return { status: "large", hash };
    throw error;
  }
}

/** The blame is begun before it is known what is at the path: most readers ask for a file, and need not wait for two processes in turn. */
async function blameOf(
  mirror: Mirror,
  hash: string,
  path: string,
  signal: AbortSignal,
): Promise<Blame | "missing" | "large"> {
  const stop = new AbortController();
  const blame = mirror.readBlame(hash, path, BLAME_LIMITS, AbortSignal.any([signal, stop.signal]));
  blame.catch(() => undefined); // what is at the path decides first, also where git has failed for it
  try {
    const node = await mirror.findNode(hash, path, signal);
    if (node?.kind !== "file") return "missing";
    return (node.size ?? 0) > MAX_TRACED_BYTES ? "large" : await blame;
  } finally {
    stop.abort(new Error("The blame is not needed."));
  }
}

/** Who wrote each line of a file, and the issues and requests behind it. @throws the signal's reason */
export async function blameFile(
  db: Db,
  code: CodeSource,
  question: FileQuestion,
  signal: AbortSignal,
): Promise<CodeBlame> {
  const blameRow = await findBlame(db, code, question, signal);
  if (blameRow.status !== "shown") return { ...NO_BLAME, ...blameRow };
  const { hash, blame } = blameRow;
  const facts = await factsOfCommits(db, code, blame.commits);
  return {
    status: "shown",
    hash,
    commits: blame.commits.flatMap((commit, at): BlameCommit[] => {
      const commitFacts = facts[at];
      return commitFacts ? [{ ...presentChange(commit), previous: commit.previous, ...commitFacts }] : [];
    }),
    ranges: blame.ranges.map(({ commit, line, originalLine, lines }) => ({
      commit,
      line,
      original_line: originalLine,
      lines,
    })),
  };
}

const presentChange = ({
  hash,
  title,
  author,
  authoredAt,
  path,
}: Omit<FileChange, "status" | "oldPath" | "patch">) => ({
  hash,
  title,
  author: shortName(author),
  at: new Date(millisecondsOf(authoredAt)).toISOString(),
  path,
});

export interface HistoryQuestion extends FileQuestion {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

const NO_HISTORY = { from: "repository", hash: null, entries: [], total: null, has_more: false } as const;

/** The commits that changed a file or a range of its lines, newest first. @throws the signal's reason */
export async function historyOfFile(
  db: Db,
  code: CodeSource,
  question: HistoryQuestion,
  signal: AbortSignal,
): Promise<CodeHistory> {
  const resolved = await resolveRevision(db, code, question.revision, signal);
  if (resolved.status !== "found")
    return { ...NO_HISTORY, entries: [], status: resolved.status === "unread" ? "unread" : "missing" };
  const { hash } = resolved.revision;
  try {
    const history = await readHistory(code, hash, question, signal);
    if (history === "large") return { ...NO_HISTORY, entries: [], status: "large", hash };
    // git knows no difference between a path that nothing changed and one that there never was.
    if (history === null || (history.changes.length === 0 && !history.isCut))
      return { ...NO_HISTORY, entries: [], status: "missing" };
    const { offset, limit } = question;
    const end = offset + limit;
    const shown = history.changes.slice(offset, end);
    // The next page reads further only below the limit of changes, and after a page that is full.
    const canContinue = history.isCut && shown.length === limit && end < maxChangesOf(question);
    const facts = await factsOfCommits(db, code, shown);
    return {
      status: "shown",
      from: code.mirror === null ? "index" : "repository",
      hash,
      entries: shown.flatMap((change, at): HistoryEntry[] => {
        const commitFacts = facts[at];
        if (!commitFacts) return [];
        const { oldPath, status, patch } = change;
        const named = { old_path: oldPath, change: CHANGE_NAMES[status] ?? null, patch: [...patch] };
        return [{ ...presentChange(change), ...commitFacts, ...named }];
      }),
      total: history.isCut ? null : history.changes.length,
      has_more: history.changes.length > end || canContinue,
    };
  } catch (error) {
    if (error instanceof GitReadError) return { ...NO_HISTORY, entries: [], status: "missing", hash };
    if (hasGitFailed(error)) return { ...NO_HISTORY, entries: [], status: "large", hash };
    throw error;
  }
}

/** Null where the revision has no such file; `large` for lines of a file that is over the limit. */
async function readHistory(
  code: CodeSource,
  hash: string,
  { path, from, to, offset, limit }: HistoryQuestion,
  signal: AbortSignal,
): Promise<FileHistory | "large" | null> {
  const { mirror, source } = code;
  if (mirror === null) return from === undefined ? indexedHistory(code, path) : null;
  if (from === undefined) {
    // The newest commits are found long before git has followed a file to its beginning.
    const maxCommits = offset + limit <= FIRST_CHANGES ? FIRST_CHANGES : MAX_CHANGES;
    const limits = { ...HISTORY_LIMITS, maxCommits };
    return answers.read(["log", source.id, mirror.folders, hash, path, maxCommits], () =>
      mirror.readFileHistory(hash, path, limits, signal),
    );
  }
  const range = { path, from, to: to ?? from };
  const limits = { ...HISTORY_LIMITS, maxCommits: maxChangesOf({ path, from, to, offset, limit }) };
  return answers.read(["range", source.id, mirror.folders, hash, range], async () => {
    const node = await mirror.findNode(hash, path, signal);
    return (node?.size ?? 0) > MAX_TRACED_BYTES ? "large" : mirror.readRangeHistory(hash, range, limits, signal);
  });
}

const maxChangesOf = ({ from }: HistoryQuestion): number => (from === undefined ? MAX_CHANGES : MAX_RANGE_CHANGES);

/** Without a mirror: the commits of the index that changed the path, with no renames. */
function indexedHistory({ index, source }: CodeSource, path: string): FileHistory | null {
  const commits = commitsOf(index, source.id);
  if (!commits) return null;
  const { table } = commits;
  const changed = commitsOfPath(commits, path);
  if (changed.length === 0) return null;
  const changes = changed.slice(0, MAX_CHANGES).map((commit): FileChange => {
    const { name, email } = table.author(commit);
    return {
      hash: table.hash(commit),
      author: name,
      email,
      authoredAt: table.times[commit] ?? 0,
      title: table.subject(commit),
      status: "",
      path,
      oldPath: null,
      patch: [],
    };
  });
  return { changes, isCut: changed.length > MAX_CHANGES, isTimedOut: false };
}
