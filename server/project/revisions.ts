import type { CodeRevision } from "../../contract/code/code.ts";
import type { Db } from "../db/openDb.ts";
import { commitRef } from "../engines/ranking/itemRefs.ts";
import { isHashPrefix } from "../git/commitLookup.ts";
import { hasGitFailed } from "../git/gitErrors.ts";
import { codeOf, commitsOf, type OpenedCommits } from "../index/OpenedIndex.ts";
import type { CodeSource } from "./codeDeps.ts";
import { type KnownRef, knownRefs } from "./repositories.ts";

/**
 * What the name of a revision means. `none`: no branch, tag or commit that was read; whether the copy has such an object is not reported.
 * `unread`: a tag that the project lists, but whose commit is not in the copy.
 */
export type Resolved =
  | { readonly status: "found"; readonly revision: CodeRevision }
  | { readonly status: "none" | "unread"; readonly revision: null };

const NONE: Resolved = { status: "none", revision: null };
const UNREAD: Resolved = { status: "unread", revision: null };
/** Tips of histories of one question to the mirror. */
const MAX_TIPS = 4000;
/** `v1.0~3^2`: a name and steps to its ancestors. */
const STEPS = /^(.+?)((?:[~^]\d{0,5})+)$/;

/**
 * Resolves a name as git does: a whole hash, a branch, a tag, then the beginning of a hash. Only commits in the history of a ref that was
 * read, or of a tag that the host lists, are found: what a mirror has besides, such as a branch that was removed, has no way out.
 */
export async function resolveRevision(
  db: Db,
  code: CodeSource,
  requested: string | undefined,
  signal: AbortSignal,
): Promise<Resolved> {
  const head = headOf(code);
  if (head === null) return UNREAD;
  if (requested === undefined || requested === "HEAD") {
    const commit = historyOf(code)?.table.withHash(head, 1)[0];
    return resolvedRevision(code, { requested: null, kind: "head", hash: head }, commit);
  }
  const [, base = requested, steps = ""] = STEPS.exec(requested) ?? [];
  try {
    const start = await resolveName(db, code, base === "HEAD" ? head : base, signal);
    if (start.status !== "found" || steps === "") return withRequest(start, requested);
    if (code.mirror === null) return UNREAD;
    const hash = await code.mirror.findCommit(start.revision.hash + steps, signal);
    return hash === null ? NONE : resolvedRevision(code, { requested, kind: "commit", hash });
  } catch (error) {
    if (hasGitFailed(error)) return UNREAD;
    throw error;
  }
}

const withRequest = (resolved: Resolved, requested: string): Resolved =>
  resolved.status === "found" ? { ...resolved, revision: { ...resolved.revision, requested } } : resolved;

const historyOf = ({ index, source }: CodeSource): OpenedCommits | undefined => commitsOf(index, source.id);

/** The last synced commit of the default branch. */
export const headOf = ({ index, source }: CodeSource): string | null =>
  codeOf(index, source.id)?.part.commit ?? commitsOf(index, source.id)?.part.head ?? null;

async function resolveName(db: Db, code: CodeSource, name: string, signal: AbortSignal): Promise<Resolved> {
  const refs = await knownRefs(db, code.index, code.source.id);
  const isWhole = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
  if (!isWhole) {
    const ref = [name, `refs/heads/${name}`, `refs/tags/${name}`]
      .map((full) => refs.find((candidate) => candidate.ref === full))
      .find((candidate) => candidate !== undefined);
    if (ref) return resolveRef(code, ref, name);
  }
  if (!isHashPrefix(name)) return NONE;
  return resolveHash(code, refs, name.toLowerCase(), signal);
}

async function resolveRef(
  code: CodeSource,
  { ref, commit, isFetched }: KnownRef,
  requested: string,
): Promise<Resolved> {
  const at = historyOf(code)?.table.withHash(commit, 1)[0];
  if (at === undefined && !isFetched) return UNREAD;
  const kind = ref.startsWith("refs/heads/") ? ("branch" as const) : ("tag" as const);
  return resolvedRevision(code, { requested, kind, hash: commit }, at);
}

async function resolveHash(
  code: CodeSource,
  refs: readonly KnownRef[],
  digits: string,
  signal: AbortSignal,
): Promise<Resolved> {
  const commits = historyOf(code);
  const inIndex = commits?.table.withHash(digits, 2) ?? [];
  if (inIndex.length > 1) return NONE;
  const [at] = inIndex;
  if (commits && at !== undefined)
    return resolvedRevision(code, { requested: digits, kind: "commit", hash: commits.table.hash(at) }, at);
  const ofRef = refs.find(({ commit, isFetched }) => isFetched && commit.startsWith(digits));
  if (ofRef) return resolvedRevision(code, { requested: digits, kind: "commit", hash: ofRef.commit });
  const { mirror } = code;
  if (mirror === null) return NONE;
  // Of several commits that begin so, those outside of what was read do not count: they would show that they exist.
  const tips = [...new Set(refs.filter(({ isFetched }) => isFetched).map(({ commit }) => commit))].slice(0, MAX_TIPS);
  const read: string[] = [];
  for (const hash of await mirror.findCommitsAlike(digits, signal))
    if (await mirror.isReachable(hash, tips, signal)) read.push(hash);
  const [hash, ...others] = read;
  return hash === undefined || others.length > 0
    ? NONE
    : resolvedRevision(code, { requested: digits, kind: "commit", hash });
}

function resolvedRevision(
  code: CodeSource,
  revision: Pick<CodeRevision, "requested" | "kind" | "hash">,
  at: number | undefined = historyOf(code)?.table.withHash(revision.hash, 1)[0],
): Resolved {
  const commits = historyOf(code);
  return {
    status: "found",
    revision: {
      ...revision,
      is_head: revision.hash === headOf(code),
      commit: commits && at !== undefined ? commitRef(commits, at) : null,
    },
  };
}
