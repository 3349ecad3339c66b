import {
  type Connected,
  type ConnectedGroup,
  EDGE_KINDS,
  NODE_KINDS,
  type NodeKind,
} from "../../../contract/code/graph.ts";
import { NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import * as commits from "./edges/commitEdges.ts";
import * as files from "./edges/fileEdges.ts";
import * as issues from "./edges/issueEdges.ts";
import * as requests from "./edges/requestEdges.ts";
import type { EdgeFamily, Graph } from "./Graph.ts";
import { type Neighbour, Neighbours } from "./Neighbours.ts";
import type { NodeRef } from "./nodes.ts";
import { presentNodes } from "./presentNodes.ts";

/** Every edge of the graph has its one home here. */
export const EDGE_FAMILIES: readonly EdgeFamily[] = [
  ...Object.values(issues),
  ...Object.values(commits),
  requests.commitRequests,
  requests.requestPeople,
  requests.requestFiles,
  ...Object.values(files),
];

export interface ConnectedQuestion {
  /** Kinds of neighbours; empty for all. */
  readonly kinds: readonly NodeKind[];
  /** Entries of each group. */
  readonly limit: number;
  /** Entries of each group before the first; 0 where left out. */
  readonly offset?: number;
}

/** The neighbours of a node, without their texts. */
export async function neighboursOf(
  graph: Graph,
  node: NodeRef,
  kinds: readonly NodeKind[] = [],
  neighbours: Neighbours = new Neighbours(),
): Promise<Neighbours> {
  const isWanted = (kind: NodeKind): boolean => kinds.length === 0 || kinds.includes(kind);
  for (const { between, from } of EDGE_FAMILIES) {
    const other = between[0] === node.kind ? between[1] : between[1] === node.kind ? between[0] : null;
    // Each reader takes a node of its own kind, which its key names.
    const read = from[node.kind] as
      ((graph: Graph, node: NodeRef, neighbours: Neighbours) => Promise<void> | void) | undefined;
    if (other !== null && isWanted(other)) await read?.(graph, node, neighbours);
  }
  return neighbours;
}

/** What is connected with a node: for each kind of neighbour the counts by evidence, and the first entries. */
export const connected = async (graph: Graph, node: NodeRef, question: ConnectedQuestion): Promise<Connected> =>
  presentNeighbours(graph, node, await neighboursOf(graph, node, question.kinds), question);

/** Neighbours with their texts. @throws NotFound where the node itself is gone */
export async function presentNeighbours(
  graph: Graph,
  node: NodeRef,
  connections: Neighbours,
  { limit, offset = 0 }: Pick<ConnectedQuestion, "limit" | "offset">,
): Promise<Connected> {
  const groups = NODE_KINDS.map((kind) => ({ kind, ...connections.of(kind) }));
  const shown = groups.flatMap(({ neighbours }) =>
    neighbours.slice(offset, offset + limit).map((neighbour) => neighbour.node),
  );
  const nodes = await presentNodes(graph, [node, ...shown]);
  const presentedNode = nodes.of(node);
  if (!presentedNode) throw new NotFound(message("graph.not_found"));
  return {
    node: presentedNode,
    groups: groups.flatMap(({ kind, neighbours, isCapped }): ConnectedGroup[] =>
      neighbours.length === 0
        ? []
        : [
            {
              kind,
              total: neighbours.length,
              total_capped: isCapped,
              evidence: countEvidence(neighbours),
              items: neighbours.slice(offset, offset + limit).flatMap((neighbour) => {
                const presented = nodes.of(neighbour.node);
                return presented ? [{ node: presented, evidence: presentEvidence(neighbour) }] : [];
              }),
            },
          ],
    ),
  };
}

const presentEvidence = ({ evidence }: Neighbour) =>
  EDGE_KINDS.flatMap((how) => {
    const times = evidence.get(how);
    return times === undefined ? [] : [{ how, times }];
  });

const countEvidence = (neighbours: readonly Neighbour[]) =>
  EDGE_KINDS.flatMap((how) => {
    const total = neighbours.filter(({ evidence }) => evidence.has(how)).length;
    return total === 0 ? [] : [{ how, total }];
  });
