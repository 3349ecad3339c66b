import type { QueryOf } from "../../../contract/endpoints.ts";
import { requestAddress } from "../../../contract/addresses/requestAddress.ts";
import type { CodeDiscussion, CodeDiscussions } from "../../../contract/requests/requests.ts";
import { listRequestSources } from "../../db/tables/requests/changeRequests.ts";
import {
  listCommentsOfThreads,
  listRequestsWithSharedNumber,
  listThreadsAtPaths,
} from "../../db/tables/requests/requestDetails.ts";
import { listSourceAddresses } from "../../db/tables/sources/sources.ts";
import { formerPaths } from "../../engines/ranking/commits.ts";
import { type ComparedFile, mapLine } from "../../git/compareCommits.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import { codeOf, commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import { listRepositories } from "../../project/repositories.ts";
import { resolveRevision } from "../../project/revisions.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { listFoldersOfSource } from "../../db/tables/sources/sourceFolders.ts";
import { isInFolders } from "../../git/folderPaths.ts";
import { findPeople } from "../../project/findPeople.ts";
import { presentThread } from "./present.ts";
import { findHostCommit } from "./requestRange.ts";
import { requestRef } from "../../project/requestRef.ts";

const MAX_THREADS = 200;
/** Pairs of a commit and a path that git compares for one answer. */
const MAX_COMPARED = 60;

/**
 * Past discussions at some files, the newest first, each with the place of its line at a revision.
 * @throws the signal's reason
 */
export async function discussionsOf(
  { db, openMirror }: CommitDeps,
  index: OpenedIndex,
  projectId: string,
  { source, path: requestedPaths, revision }: Omit<QueryOf<"codeDiscussions">, "project">,
  signal: AbortSignal,
): Promise<CodeDiscussions> {
  const repository = (await listRepositories(db, projectId)).find(({ id }) => id === source);
  const folders = await listFoldersOfSource(db, source);
  const paths = requestedPaths.filter((path) => isInFolders(folders, path));
  if (!repository || paths.length === 0) return { total: 0, results: [] };
  const resolver = new SourceResolver(await listSourceAddresses(db, projectId));
  const sources = resolver.atSameLocation(source, await listRequestSources(db, projectId));
  const names = namesOf(index, source, paths);
  const firsts = await listThreadsAtPaths(db, projectId, { sources, paths: [...names.keys()], limit: MAX_THREADS });
  const requestIds = [...new Set(firsts.map(({ request_id: id }) => id))];
  const all = await listCommentsOfThreads(
    db,
    requestIds,
    firsts.flatMap(({ thread }) => thread ?? []),
  );
  const [people, shared] = await Promise.all([
    findPeople(
      db,
      [...firsts, ...all].map(({ author_id: id }) => id),
    ),
    listRequestsWithSharedNumber(db, requestIds),
  ]);
  const comments = Map.groupBy(all, ({ request_id: id, thread }) => `${id} ${thread}`);
  const mirror = await openMirror(repository.id);
  const resolved = await resolveRevision(db, { projectId, index, source: repository, mirror }, revision, signal);
  const lines = new LineMapper(mirror, resolved.revision?.hash ?? null, signal);
  const results: CodeDiscussion[] = [];
  for (const first of firsts) {
    const { path } = first;
    if (path === null) continue;
    const address = requestAddress({ id: first.request_id, number: first.number }, shared.has(first.request_id));
    const { key, title, state, request_url: url } = first;
    const group = comments.get(`${first.request_id} ${first.thread}`) ?? [first];
    for (const named of names.get(path) ?? []) {
      const place = await lines.placeOf({ ...first, path }, named);
      if (place === "unrelated") continue;
      results.push({
        request: requestRef({ key, address, title, state, url }),
        path: named,
        ...place,
        thread: presentThread(people, { ...first, path }, group),
      });
    }
  }
  return { total: results.length, results };
}

/** Former names of one file that are looked for: moves beyond them are rare. */
const MAX_FORMER_PATHS = 10;

/** The paths that a question means, by each path that a comment may have: its own, and those from before the file was moved. */
function namesOf(index: OpenedIndex, source: string, paths: readonly string[]): Map<string, string[]> {
  const code = codeOf(index, source);
  const commits = commitsOf(index, source);
  const names = new Map<string, string[]>();
  const add = (path: string, named: string): void =>
    void names.set(path, [...(names.get(path) ?? []).filter((name) => name !== named), named]);
  for (const path of paths) {
    add(path, path);
    const file = code?.files.find(path) ?? -1;
    if (!code || !commits || file < 0) continue;
    for (const former of formerPaths(code, commits, file).slice(0, MAX_FORMER_PATHS)) add(former, path);
  }
  return names;
}

interface CommentPlace {
  readonly path: string;
  readonly line: number | null;
  readonly side: "old" | "new" | null;
  readonly commit_hash: string | null;
}

/** Follows lines of comments from their commits to one revision. */
class LineMapper {
  readonly #mirror: Mirror | null;
  readonly #revision: string | null;
  readonly #signal: AbortSignal;
  readonly #changes = new Map<string, ReturnType<Mirror["readChangedLines"]>>();
  readonly #hashes = new Map<string, Promise<string | null>>();

  /** @param revision whole hash of a commit that the project reads; null for none */
  constructor(mirror: Mirror | null, revision: string | null, signal: AbortSignal) {
    this.#mirror = mirror;
    this.#revision = revision;
    this.#signal = signal;
  }

  /** The line is null where it was changed since, or its commit is not there. @param newPath what the file is named at the revision */
  async placeOf(
    comment: CommentPlace,
    newPath: string,
  ): Promise<Pick<CodeDiscussion, "line" | "commit"> | "unrelated"> {
    const { path, line } = comment;
    // The old side of a comment counts in a commit that not every host names.
    const commit = comment.side === "old" ? null : await this.#wholeHash(comment.commit_hash);
    const revision = this.#revision;
    if (commit === null || revision === null || (line === null && path === newPath)) return { line: null, commit };
    const changes = await this.#changesOf({ from: commit, to: revision, path, newPath });
    if (changes === "unrelated") return changes;
    return { line: changes && line !== null ? mapLine(line, changes) : null, commit };
  }

  #wholeHash(hash: string | null): Promise<string | null> {
    if (hash === null || this.#mirror === null) return Promise.resolve(null);
    let hostCommit = this.#hashes.get(hash);
    if (!hostCommit) {
      hostCommit = findHostCommit(this.#mirror, hash, this.#signal).catch((error: unknown) => {
        if (hasGitFailed(error)) return null;
        throw error;
      });
      this.#hashes.set(hash, hostCommit);
    }
    return hostCommit;
  }

  #changesOf(file: ComparedFile): ReturnType<Mirror["readChangedLines"]> {
    const key = `${file.from}\n${file.path}\n${file.newPath}`;
    let changes = this.#changes.get(key);
    if (!changes) {
      if (this.#mirror === null || this.#changes.size >= MAX_COMPARED) return Promise.resolve(null);
      changes = this.#mirror.readChangedLines(file, this.#signal);
      this.#changes.set(key, changes);
    }
    return changes;
  }
}
