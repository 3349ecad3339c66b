import { millisecondsOf } from "../../../contract/durations.ts";
import type { GraphNode } from "../../../contract/code/graph.ts";
import { personAddress } from "../../../contract/addresses/personAddress.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { listTags } from "../../db/tables/commits/gitTags.ts";
import { listPagesByIds, listRequestsByIds } from "../../db/tables/commits/graphEdges.ts";
import { listIssuesByIds, listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { listReleasesByTags } from "../../db/tables/commits/releases.ts";
import { pathOfPage } from "../../engines/documents/pagePaths.ts";
import { shortName } from "../../git/commitText.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import { withRequestAddresses } from "../../project/requestRef.ts";
import type { Graph } from "./Graph.ts";
import { type NodeRef, type RefOf, keyOfNode } from "./nodes.ts";

const EMPTY = { source: null, path: null, key: null, address: null, line: null, url: null, state: null, at: null };

/** Nodes as the wire has them. What was deleted since the index was built is left out. */
export async function presentNodes(
  graph: Graph,
  nodes: readonly NodeRef[],
): Promise<{ readonly of: (node: NodeRef) => GraphNode | undefined }> {
  const shown = new Map<string, GraphNode>();
  const of = <K extends NodeRef["kind"]>(kind: K): RefOf<K>[] =>
    nodes.filter((node): node is RefOf<K> => node.kind === kind);
  const put = (node: NodeRef, rest: Partial<GraphNode> & Pick<GraphNode, "id" | "title">): void =>
    void shown.set(nameOf(node), { ...EMPTY, kind: node.kind, ...rest });
  await Promise.all([
    putIssues(graph, of("issue"), put),
    putRequests(graph, of("request"), put),
    putPages(graph, of("page"), put),
    putReleases(graph, of("release"), put),
  ]);
  for (const node of of("commit")) putCommit(graph, node, put);
  for (const node of of("function")) putFunction(graph, node, put);
  for (const node of of("file")) put(node, { id: "", source: node.source, path: node.path, title: node.path });
  for (const node of of("person")) {
    const person = graph.directory.withId(node.id);
    if (person) put(node, { id: person.id, title: shortName(person.name), address: personAddress(person) });
  }
  return { of: (node) => shown.get(nameOf(node)) };
}

const nameOf = (node: NodeRef): string => `${node.kind} ${keyOfNode(node)}`;

type Put = (node: NodeRef, rest: Partial<GraphNode> & Pick<GraphNode, "id" | "title">) => void;

async function putIssues({ db, projectId }: Graph, nodes: readonly RefOf<"issue">[], put: Put): Promise<void> {
  const ids = nodes.map(({ id }) => id);
  const [rows, shared] = await Promise.all([listIssuesByIds(db, projectId, ids), listIssuesWithSharedKey(db, ids)]);
  for (const { id, key, title, state, url, updated_at } of rows)
    put(
      { kind: "issue", id },
      { id, title, key, address: issueAddress({ id, key }, shared.has(id)), url, state, at: updated_at.toISOString() },
    );
}

async function putRequests({ db, projectId }: Graph, nodes: readonly RefOf<"request">[], put: Put): Promise<void> {
  if (nodes.length === 0) return;
  const ids = nodes.map(({ id }) => id);
  const rows = await withRequestAddresses(db, await listRequestsByIds(db, projectId, ids));
  for (const { id, key, address, title, state, url, updated_at } of rows)
    put({ kind: "request", id }, { id, title, key, address, url, state, at: updated_at.toISOString() });
}

async function putPages({ db, projectId, index }: Graph, nodes: readonly RefOf<"page">[], put: Put): Promise<void> {
  if (nodes.length === 0) return;
  const rows = await listPagesByIds(
    db,
    projectId,
    nodes.map(({ id }) => id),
  );
  for (const { id, source_id, title, url, updated_at } of rows) {
    const path = pathOfPage(index, source_id, id);
    put({ kind: "page", id }, { id: "", source: source_id, path, title, url, at: updated_at.toISOString() });
  }
}

async function putReleases(graph: Graph, nodes: readonly RefOf<"release">[], put: Put): Promise<void> {
  if (nodes.length === 0) return;
  const { db, projectId } = graph;
  const rows = await listReleasesByTags(
    db,
    projectId,
    nodes.map(({ tag }) => tag),
  );
  const resolver = await graph.resolver();
  for (const [source, nodesOfSource] of Map.groupBy(nodes, (node) => node.source)) {
    const near = new Set(resolver.atSameLocation(source, [...new Set(rows.map((row) => row.source_id))]));
    const tags = new Map((await listTags(db, source)).map((tag) => [tag.name, tag]));
    for (const node of nodesOfSource) {
      const release = rows.find((row) => row.tag === node.tag && near.has(row.source_id));
      const tag = tags.get(node.tag);
      const tagged = graph.commitWith(source, tag?.hash ?? "");
      const time = tagged && graph.index.commits[tagged.member]?.table.times[tagged.commit];
      const at = typeof time === "number" ? new Date(millisecondsOf(time)) : tag?.outside?.committedAt;
      put(node, {
        id: node.tag,
        source,
        title: release?.name || node.tag,
        key: node.tag,
        url: release?.url ?? null,
        at: at?.toISOString() ?? null,
      });
    }
  }
}

function putCommit({ index }: Graph, node: RefOf<"commit">, put: Put): void {
  const history = index.commits[node.member];
  if (!history) return;
  const { table, part } = history;
  const hash = table.hash(node.commit);
  put(node, {
    id: hash,
    source: part.source,
    title: table.subject(node.commit),
    key: shortHash(hash),
    address: hash,
    at: new Date(millisecondsOf(table.times[node.commit] ?? 0)).toISOString(),
  });
}

function putFunction({ index }: Graph, node: RefOf<"function">, put: Put): void {
  const code = index.code[node.member];
  const row = code?.symbols?.table.row(node.symbol);
  if (!code || !row) return;
  const name = row.container === "" ? row.name : `${row.container}.${row.name}`;
  put(node, { id: name, source: code.part.source, path: code.files.path(row.file), title: name, line: row.start });
}
