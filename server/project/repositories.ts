import { millisecondsOf } from "../../contract/durations.ts";
import type { CodeRef, CodeRefs, CodeRepository } from "../../contract/code/code.ts";
import { repositoryAddress } from "../../contract/addresses/repositoryAddress.ts";
import type { Db } from "../db/openDb.ts";
import { listBranches } from "../db/tables/commits/gitBranches.ts";
import { listTags } from "../db/tables/commits/gitTags.ts";
import { type DocumentSourceRow, listDocumentSources } from "../db/tables/sources/sources.ts";
import { hostUrl } from "../sources/hostLinks.ts";
import { NotFound } from "../errors.ts";
import { codeOf, commitsOf, type OpenedIndex } from "../index/OpenedIndex.ts";
import { message } from "../messages/messages.ts";

/** Refs that one answer lists. */
const MAX_REFS = 50;
const SHORT = /^refs\/(?:heads|tags)\//;

/** The repositories of a project in the order in which they were linked. */
export const listRepositories = async (db: Db, projectId: string): Promise<DocumentSourceRow[]> =>
  (await listDocumentSources(db, projectId)).filter(({ kind }) => kind === "repository");

/** The repository with an id or, where only one has it, a name. @throws NotFound */
export async function requireRepository(db: Db, projectId: string, named: string): Promise<DocumentSourceRow> {
  const all = await listRepositories(db, projectId);
  const repository =
    all.find(({ id }) => id === named) ?? all.find((candidate) => repositoryAddress(candidate, all) === named);
  if (!repository) throw new NotFound(message("source.not_found"));
  return repository;
}

export function presentRepository(
  source: DocumentSourceRow,
  all: readonly DocumentSourceRow[],
  index: OpenedIndex,
): CodeRepository {
  const part = codeOf(index, source.id)?.part;
  const commits = commitsOf(index, source.id);
  const head = part?.commit ?? commits?.part.head ?? null;
  const atHead = head === null ? undefined : commits?.table.withHash(head, 1)[0];
  // The head may change nothing in the folders; the table begins with the newest commit that does.
  const newest = atHead ?? (commits && commits.part.folders.length > 0 && commits.table.length > 0 ? 0 : undefined);
  return {
    id: source.id,
    name: source.name,
    address: repositoryAddress(source, all),
    url: hostUrl(source),
    branch: part?.branch ?? null,
    head,
    files: part?.files ?? 0,
    updated_at: commits && newest !== undefined ? timeOf(commits.table.times[newest]) : null,
  };
}

const timeOf = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : new Date(millisecondsOf(seconds)).toISOString();

/** A branch or a tag of a repository, whether it was read or not. */
export interface KnownRef {
  /** `refs/heads/…` or `refs/tags/…` */
  readonly ref: string;
  readonly commit: string;
  readonly isDefault: boolean;
  /** The mirror has its commit: the project names it, or it was fetched because the host lists it. */
  readonly isFetched: boolean;
  /** Time of the commit of a ref outside of the head's history; null for any other ref. */
  readonly committedAt: Date | null;
}

/** The default branch, the branches and tags that the project names, and all others that the host had at the last sync. */
export async function knownRefs(db: Db, index: OpenedIndex, sourceId: string): Promise<KnownRef[]> {
  const part = codeOf(index, sourceId)?.part;
  const main =
    part && part.branch !== null
      ? [{ ref: `refs/heads/${part.branch}`, commit: part.commit, isDefault: true, isFetched: true, committedAt: null }]
      : [];
  const named = index.manifest.refs
    .filter(({ source }) => source === sourceId)
    .map(({ ref, commit }) => ({ ref, commit, isDefault: false, isFetched: true, committedAt: null }));
  const branches = (await listBranches(db, sourceId)).map(({ name, hash, committedAt }) => ({
    ref: `refs/heads/${name}`,
    commit: hash,
    isDefault: false,
    isFetched: committedAt !== null,
    committedAt,
  }));
  const tags = (await listTags(db, sourceId)).map(({ name, hash, outside }) => ({
    ref: `refs/tags/${name}`,
    commit: hash,
    isDefault: false,
    isFetched: outside !== null,
    committedAt: outside?.committedAt ?? null,
  }));
  const byRef = new Map<string, KnownRef>();
  for (const ref of [...main, ...named, ...branches, ...tags]) if (!byRef.has(ref.ref)) byRef.set(ref.ref, ref);
  return [...byRef.values()];
}

/** The refs whose name contains a text: the default branch, branches by name, tags from the newest. */
export async function searchRefs(db: Db, index: OpenedIndex, sourceId: string, text: string): Promise<CodeRefs> {
  const query = text.trim().toLowerCase();
  const all = await knownRefs(db, index, sourceId);
  const names = new Map<string, number>();
  for (const { ref } of all) names.set(ref.replace(SHORT, ""), (names.get(ref.replace(SHORT, "")) ?? 0) + 1);
  const table = commitsOf(index, sourceId)?.table;
  const matchingAll = all.filter(({ ref }) => ref.replace(SHORT, "").toLowerCase().includes(query));
  const refs = matchingAll.map(({ ref, commit, isDefault, isFetched, committedAt }): CodeRef => {
    const name = ref.replace(SHORT, "");
    const at = table?.withHash(commit, 1)[0];
    return {
      name,
      kind: ref.startsWith("refs/heads/") ? "branch" : "tag",
      revision: (names.get(name) ?? 0) > 1 ? ref : name,
      commit,
      is_default: isDefault,
      is_read: isFetched || at !== undefined,
      at: at === undefined ? (committedAt?.toISOString() ?? null) : timeOf(table?.times[at]),
    };
  });
  return { refs: refs.sort(byPlace).slice(0, MAX_REFS), total: refs.length };
}

const byPlace = (a: CodeRef, b: CodeRef): number =>
  Number(b.is_default) - Number(a.is_default) ||
  a.kind.localeCompare(b.kind) ||
  (a.kind === "tag" ? (b.at ?? "").localeCompare(a.at ?? "") : 0) ||
  (a.kind === "tag" ? -1 : 1) * a.name.localeCompare(b.name, "en", { numeric: true });
