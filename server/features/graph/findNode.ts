import type { z } from "zod";
import type { ConnectedQuery } from "../../../contract/code/graph.ts";
import { ABBREVIATED_HASH, isCommitHash } from "../../../contract/code/shortHash.ts";
import { listTags } from "../../db/tables/commits/gitTags.ts";
import { listRequestsByIds } from "../../db/tables/commits/graphEdges.ts";
import { findOnlyCommit } from "../../engines/commits/findCommits.ts";
import { pageAt } from "../../engines/documents/pagePaths.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { requireIssue } from "../../project/requireIssue.ts";
import type { Graph } from "./Graph.ts";
import type { NodeRef } from "./nodes.ts";

export type NodeQuestion = Pick<z.output<typeof ConnectedQuery>, "kind" | "id" | "source" | "path">;

/** The node that a question names. @throws NotFound; Conflict for a number that several issues have */
export async function findNode(graph: Graph, question: NodeQuestion): Promise<NodeRef> {
  const node = await nodeOf(graph, question);
  if (!node) throw new NotFound(message("graph.not_found"));
  return node;
}

async function nodeOf(graph: Graph, { kind, id, source, path }: NodeQuestion): Promise<NodeRef | null> {
  switch (kind) {
    case "issue":
      return { kind, id: (await requireIssue(graph.db, graph.projectId, id)).id };
    case "commit": {
      if (!isCommitHash(id) || !ABBREVIATED_HASH.test(id)) throw new Invalid({ id: [message("document.revision")] });
      const place = findOnlyCommit(graph.index, id, source);
      return place && { kind, ...place };
    }
    case "request":
      return (await listRequestsByIds(graph.db, graph.projectId, [id])).length > 0 ? { kind, id } : null;
    case "release": {
      const isHere = source !== undefined && graph.historyOf(source) !== null;
      const tags = isHere ? await listTags(graph.db, source) : [];
      return isHere && tags.some(({ name }) => name === id) ? { kind, source, tag: id } : null;
    }
    case "person": {
      const person = graph.directory.find(id);
      return person && { kind, id: person.id };
    }
    case "file":
      return source !== undefined && path !== undefined && isFile(graph, source, path) ? { kind, source, path } : null;
    case "function":
      return source === undefined || path === undefined ? null : functionNamed(graph, source, path, id);
    case "page": {
      const page = source === undefined || path === undefined ? null : pageAt(graph.index, source, path);
      return page === null ? null : { kind, id: page };
    }
  }
}

/** A file that is there, or a path of the history. */
const isFile = (graph: Graph, source: string, path: string): boolean =>
  (graph.codeOf(source)?.code.files.find(path) ?? -1) >= 0 ||
  graph.historyOf(source)?.commits.table.pathNumbers.has(path) === true;

/** @param named the name, with its container before a dot where it has one */
function functionNamed(graph: Graph, source: string, path: string, named: string): NodeRef | null {
  const place = graph.codeOf(source);
  const table = place?.code.symbols?.table;
  const file = place?.code.files.find(path) ?? -1;
  if (!place || !table || file < 0) return null;
  const { from, to } = table.ofFile(file);
  for (let symbol = from; symbol < to; symbol++) {
    const { name, container } = table.row(symbol);
    if (named === name || named === `${container}.${name}`) return { kind: "function", member: place.member, symbol };
  }
  return null;
}
