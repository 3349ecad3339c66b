import { EDGE_KINDS, type EdgeKind, type NodeKind } from "../../../contract/code/graph.ts";
import { type NodeRef, keyOfNode } from "./nodes.ts";

/** Neighbours of one kind that are collected: more are not counted. */
export const MAX_NEIGHBOURS = 2000;

/** Rows that a list asks for: one beyond the neighbours shows that there are more. */
export const ROW_LIMIT = MAX_NEIGHBOURS + 1;

export interface Neighbour {
  readonly node: NodeRef;
  /** How often each evidence was found. */
  readonly evidence: ReadonlyMap<EdgeKind, number>;
}

interface Group {
  readonly entries: Map<string, { readonly node: NodeRef; readonly evidence: Map<EdgeKind, number> }>;
  isCapped: boolean;
}

/** The neighbours of a node by kind, each once with all of its evidence. */
export class Neighbours {
  readonly #groups = new Map<NodeKind, Group>();

  add(node: NodeRef, how: EdgeKind, times = 1): void {
    const group = this.#groupOf(node.kind);
    const key = keyOfNode(node);
    let entry = group.entries.get(key);
    if (!entry) {
      if (group.entries.size >= MAX_NEIGHBOURS) {
        group.isCapped = true;
        return;
      }
      group.entries.set(key, (entry = { node, evidence: new Map() }));
    }
    entry.evidence.set(how, (entry.evidence.get(how) ?? 0) + times);
  }

  /** To be called where not everything was looked at. */
  cap(kind: NodeKind): void {
    this.#groupOf(kind).isCapped = true;
  }

  /** Adds neighbours of a kind from rows that were asked for with ROW_LIMIT. */
  addRows<Row>(kind: NodeKind, rows: readonly Row[], add: (row: Row) => void): void {
    rows.slice(0, MAX_NEIGHBOURS).forEach(add);
    if (rows.length > MAX_NEIGHBOURS) this.cap(kind);
  }

  isFull(kind: NodeKind): boolean {
    return this.#groupOf(kind).entries.size >= MAX_NEIGHBOURS;
  }

  /** Those of a kind, the strongest evidence first, then as they were found. */
  of(kind: NodeKind): { readonly neighbours: readonly Neighbour[]; readonly isCapped: boolean } {
    const { entries, isCapped } = this.#groupOf(kind);
    const strength = ({ evidence }: Neighbour): number =>
      Math.min(...[...evidence.keys()].map((how) => EDGE_KINDS.indexOf(how)));
    return { neighbours: [...entries.values()].sort((a, b) => strength(a) - strength(b)), isCapped };
  }

  #groupOf(kind: NodeKind): Group {
    let group = this.#groups.get(kind);
    if (!group) this.#groups.set(kind, (group = { entries: new Map(), isCapped: false }));
    return group;
  }
}
