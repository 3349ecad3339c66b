import type { QueryOf } from "../../../contract/endpoints.ts";
import { requestAddress } from "../../../contract/requestAddress.ts";
import type { CodeDiscussion, CodeDiscussions } from "../../../contract/requests.ts";
import { listRequestSources } from "../../db/tables/changeRequests.ts";
import {
  listCommentsOfThreads,
  listRequestsWithSharedNumber,
  listThreadsAtPaths,
} from "../../db/tables/requestDetails.ts";
import { listRepositoryIds, listSourceAddresses } from "../../db/tables/sources.ts";
import { type ChangedLines, mapLine } from "../../git/compareCommits.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import type { CommitDeps } from "../commits/commitDeps.ts";
import { findPeople } from "../persons/findPeople.ts";
import { presentThread } from "./present.ts";
import { requestRef } from "./requestRef.ts";

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
  { source, path: paths, revision }: Omit<QueryOf<"codeDiscussions">, "project">,
  signal: AbortSignal,
): Promise<CodeDiscussions> {
  const isOfProject = (await listRepositoryIds(db, projectId)).includes(source);
  if (!isOfProject || paths.length === 0) return { total: 0, results: [] };
  const resolver = new SourceResolver(await listSourceAddresses(db, projectId));
  const sources = resolver.atSameLocation(source, await listRequestSources(db, projectId));
  const firsts = await listThreadsAtPaths(db, projectId, { sources, paths, limit: MAX_THREADS });
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
  const mirror = await openMirror(source);
  const at = revision ?? index.code.find(({ part }) => part.source === source)?.part.commit ?? null;
  const lines = new LineMapper(mirror, at, signal);
  const results: CodeDiscussion[] = [];
  for (const first of firsts) {
    const { path } = first;
    if (path === null) continue;
    const address = requestAddress({ id: first.request_id, number: first.number }, shared.has(first.request_id));
    const { key, title, state, request_url: url } = first;
    const group = comments.get(`${first.request_id} ${first.thread}`) ?? [first];
    results.push({
      request: requestRef({ key, address, title, state, url }),
      path,
      line: await lines.lineOf({ ...first, path }),
      thread: presentThread(people, { ...first, path }, group),
    });
  }
  return { total: results.length, results };
}

/** Follows lines of comments from their commits to one revision. */
class LineMapper {
  readonly #mirror: Mirror | null;
  readonly #revision: string | null;
  readonly #signal: AbortSignal;
  readonly #changes = new Map<string, Promise<readonly ChangedLines[] | null>>();

  constructor(mirror: Mirror | null, revision: string | null, signal: AbortSignal) {
    this.#mirror = mirror;
    this.#revision = revision;
    this.#signal = signal;
  }

  /** Null where the line was changed since, or its commit is not there. */
  async lineOf(comment: {
    readonly path: string;
    readonly line: number | null;
    readonly side: "old" | "new" | null;
    readonly commit_hash: string | null;
  }): Promise<number | null> {
    const { path, line, commit_hash: commit } = comment;
    // The old side of a comment counts in a commit that not every host names.
    if (line === null || commit === null || comment.side === "old" || this.#mirror === null || this.#revision === null)
      return null;
    const key = `${commit}\n${path}`;
    let changes = this.#changes.get(key);
    if (!changes) {
      if (this.#changes.size >= MAX_COMPARED) return null;
      changes = this.#compare(this.#mirror, { commit, path, revision: this.#revision });
      this.#changes.set(key, changes);
    }
    const found = await changes;
    return found && mapLine(line, found);
  }

  async #compare(
    mirror: Mirror,
    { commit, path, revision }: { readonly commit: string; readonly path: string; readonly revision: string },
  ): Promise<readonly ChangedLines[] | null> {
    const [from, to] = [
      await mirror.findWholeHash(commit, this.#signal),
      await mirror.findWholeHash(revision, this.#signal),
    ];
    return from === null || to === null ? null : mirror.readChangedLines({ from, to, path }, this.#signal);
  }
}
