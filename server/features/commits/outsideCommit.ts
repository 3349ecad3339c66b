/** Commits of branches and tags that were read but are not indexed: everything comes from the mirror and the tables. */
import { millisecondsOf } from "../../../contract/durations.ts";
import type { Commit, CommitSummary } from "../../../contract/code/commits.ts";
import type { Db } from "../../db/openDb.ts";
import { listTags } from "../../db/tables/commits/gitTags.ts";
import type { DocumentSourceRow } from "../../db/tables/sources/sources.ts";
import { commitUrl } from "../../sources/hostLinks.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import { issueReferencesIn } from "../../engines/question/references.ts";
import { shortSubject } from "../../git/commitText.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import type { CommitText } from "../../git/readCommitText.ts";
import { commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { parseTrailers } from "../../index/text/commitTrailers.ts";
import { requestsMentioned } from "../graph/edges/requestEdges.ts";
import { Graph } from "../graph/Graph.ts";
import { itemsNamed } from "../graph/namedThings.ts";
import { presentNodes } from "../graph/presentNodes.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { requestRef } from "../../project/requestRef.ts";
import { commitSummary, issueOfNode, mirrorSummary } from "../../project/commitRefs.ts";
import { splitMessage } from "./commitMessage.ts";
import { messageReferences } from "./messageReferences.ts";
import { MAX_COMMIT_ENTRIES, presentCredits, presentSignature, releaseOf } from "./present.ts";

export interface OpenedOutsideCommit {
  readonly projectId: string;
  readonly index: OpenedIndex;
  readonly source: DocumentSourceRow;
  readonly mirror: Mirror;
  /** The whole hash. */
  readonly hash: string;
}

/** A commit as its page shows it. @throws GitReadError, or the signal's reason */
export async function readOutsideCommit(db: Db, place: OpenedOutsideCommit, signal: AbortSignal): Promise<Commit> {
  const { projectId, index, source, mirror, hash } = place;
  const graph = await Graph.open(db, index, projectId);
  const { people } = graph;
  const text = await mirror.readCommitText(hash, signal);
  const { title, body } = splitMessage(text.message);
  const message = `${title}\n${body}`;
  const [size, issues, requests, releases, parents] = await Promise.all([
    mirror.readCommitSize(hash, mirror.folders, signal),
    issuesMentioned(graph, source.id, message),
    requestsMentioned(graph, source.id, message),
    releasesWith(graph, place, signal),
    presentParents(people, place, text.parents, signal),
  ]);
  return {
    source: source.id,
    repository: source.name,
    hash,
    is_indexed: false,
    url: commitUrl(source, hash),
    title,
    body,
    references: messageReferences(index, people, message, { issues, requests }),
    author: presentSignature(people, text.author, millisecondsOf(text.author.at)),
    committer: presentSignature(people, text.committer, millisecondsOf(text.committer.at)),
    credits: presentCredits(people, parseTrailers(text.message)),
    is_merge: text.parents.length > 1,
    parents,
    children: [],
    children_total: 0,
    merged_by: null,
    issues: issues.map((node) => ({ issue: issueOfNode(node), how: node.how })),
    requests: requests.map(requestRef),
    releases: releases.slice(0, MAX_COMMIT_ENTRIES),
    releases_total: releases.length,
    ...size,
    fixes: [],
    fixes_total: 0,
  };
}

/** Commits as links need them. @throws GitReadError, or the signal's reason */
export async function summarizeOutside(
  db: Db,
  places: readonly OpenedOutsideCommit[],
  signal: AbortSignal,
): Promise<CommitSummary[]> {
  const [first] = places;
  if (!first) return [];
  const people = await projectPeople(db, first.projectId, first.index);
  return Promise.all(
    places.map(async ({ mirror, source, hash }) =>
      presentSummary(people, source.id, hash, await mirror.readCommitText(hash, signal)),
    ),
  );
}

const presentSummary = (
  people: PeopleTable,
  source: string,
  hash: string,
  { author, message }: CommitText,
): CommitSummary =>
  mirrorSummary(people, source, { hash, title: shortSubject(splitMessage(message).title), author, at: author.at });

/** Parents from the index, or from the mirror; null for one that neither has, such as before a shallow history. */
const presentParents = (
  people: PeopleTable,
  { index, source, mirror }: OpenedOutsideCommit,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<Commit["parents"]> =>
  Promise.all(
    hashes.map(async (hash) => {
      const commits = commitsOf(index, source.id);
      const at = commits?.table.withHash(hash, 1)[0];
      if (commits && at !== undefined) return { hash, commit: commitSummary(people, commits, at) };
      try {
        return { hash, commit: presentSummary(people, source.id, hash, await mirror.readCommitText(hash, signal)) };
      } catch (error) {
        if (hasGitFailed(error)) return { hash, commit: null };
        throw error;
      }
    }),
  );

/** Tags whose history has the commit, the oldest first. */
async function releasesWith(
  graph: Graph,
  { source, mirror, hash }: OpenedOutsideCommit,
  signal: AbortSignal,
): Promise<Commit["releases"]> {
  const holders = new Set(await mirror.readRefsContaining(hash, signal));
  const tags = (await listTags(graph.db, source.id)).filter((tag) => holders.has(tag.hash));
  const nodes = tags.map(({ name: tag }) => ({ kind: "release" as const, source: source.id, tag }));
  const shown = await presentNodes(graph, nodes);
  return nodes
    .flatMap((node) => shown.of(node) ?? [])
    .map(releaseOf)
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.tag.localeCompare(b.tag, "en", { numeric: true }));
}

/** Issues that a message names. An address of an issue is not among its names. */
async function issuesMentioned(graph: Graph, source: string, text: string) {
  const named = issueReferencesIn(text).flatMap(({ kind, value, within, closes }) =>
    kind === "url" ? [] : [{ name: kind === "key" ? value : `${within ?? ""}#${value}`, closes }],
  );
  const items = await itemsNamed(
    graph,
    named.map(({ name }) => name),
    source,
  );
  const issues = items.filter(({ kind }) => kind === "issue");
  const nodes = await presentNodes(
    graph,
    issues.map(({ id }) => ({ kind: "issue", id })),
  );
  return issues.flatMap(({ named: name, id }) => {
    const node = nodes.of({ kind: "issue", id });
    const how = named.some((reference) => reference.name === name && reference.closes)
      ? ("closes" as const)
      : ("mentions" as const);
    return node ? [{ ...node, how }] : [];
  });
}
