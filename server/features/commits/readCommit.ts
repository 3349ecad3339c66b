import type { Db } from "../../db/openDb.ts";
import { findCommitFacts } from "../../db/tables/commits/gitCommits.ts";
import type { DocumentSourceRow } from "../../db/tables/sources/sources.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import type { OpenMirror } from "../../git/MirrorReads.ts";
import { type OpenedCommits, type OpenedIndex, messageOf } from "../../index/OpenedIndex.ts";
import { neighboursOf } from "../graph/connected.ts";
import { requestsMentioned } from "../graph/edges/requestEdges.ts";
import { Graph } from "../graph/Graph.ts";
import { presentNodes } from "../graph/presentNodes.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { splitMessage } from "./commitMessage.ts";

/** A commit of the index with its repository. */
export interface CommitInIndex {
  readonly source: DocumentSourceRow;
  readonly commits: OpenedCommits;
  readonly member: number;
  readonly commit: number;
}

/** What the page of a commit shows besides the index: rows, edges of the graph, and the parents that the mirror knows. */
export type CommitData = Awaited<ReturnType<typeof readCommit>>;

/** @throws the signal's reason */
export async function readCommit(
  { db, openMirror }: CommitDeps,
  index: OpenedIndex,
  projectId: string,
  place: CommitInIndex,
  signal: AbortSignal,
) {
  const { source, commits, commit } = place;
  const message = splitMessage(messageOf(commits, commit));
  const [facts, people, parents, edges] = await Promise.all([
    findCommitFacts(db, source.id, commits.table.hash(commit)),
    projectPeople(db, projectId, index),
    parentsOf(openMirror, place, signal),
    edgesOf(db, index, projectId, place, `${message.title}\n${message.body}`),
  ]);
  return { ...message, facts, people, parents, ...edges };
}

/** Issues, requests and releases of a commit as the graph has them, and the requests that its message mentions. */
async function edgesOf(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  { source, member, commit }: CommitInIndex,
  text: string,
) {
  const graph = await Graph.open(db, index, projectId);
  const neighbours = await neighboursOf(graph, { kind: "commit", member, commit }, ["issue", "request", "release"]);
  const of = (kind: "issue" | "request" | "release") => neighbours.of(kind).neighbours;
  const [nodes, mentioned] = await Promise.all([
    presentNodes(
      graph,
      [...of("issue"), ...of("request"), ...of("release")].map(({ node }) => node),
    ),
    requestsMentioned(graph, source.id, text),
  ]);
  const shown = (kind: "issue" | "request" | "release") =>
    of(kind).flatMap(({ node, evidence }) => {
      const presented = nodes.of(node);
      return presented ? [{ ...presented, how: [...evidence.keys()][0] }] : [];
    });
  return { issues: shown("issue"), requests: shown("request"), releases: shown("release"), mentioned };
}

/** The index keeps two parents of a merge: the mirror has all of them. */
async function parentsOf(
  openMirror: OpenMirror,
  { source, commits: { table }, commit }: CommitInIndex,
  signal: AbortSignal,
): Promise<string[]> {
  const mirror = await openMirror(source.id);
  const parents = ([0, 1] as const).map((which) => table.parent(commit, which)).filter((at) => at >= 0);
  const indexed = parents.map((at) => table.hash(at));
  // With folders the index has the nearest commits that change something in them.
  if (mirror === null || mirror.folders.length > 0) return indexed;
  try {
    return await mirror.readParents(table.hash(commit), signal);
  } catch (error) {
    if (hasGitFailed(error)) return indexed;
    throw error;
  }
}
