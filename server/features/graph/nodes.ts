import type { NodeKind } from "../../../contract/code/graph.ts";

/** A thing of a project, by what the index and the tables call it. */
export type NodeRef =
  | { readonly kind: "issue"; readonly id: string }
  | { readonly kind: "request"; readonly id: string }
  /** `id` of the row of a wiki's page. */
  | { readonly kind: "page"; readonly id: string }
  /** `id` as in the directory of people. */
  | { readonly kind: "person"; readonly id: string }
  /** Position of the history in `index.commits`, and the commit's number there. */
  | { readonly kind: "commit"; readonly member: number; readonly commit: number }
  | { readonly kind: "release"; readonly source: string; readonly tag: string }
  /** Also a path that only the history has. */
  | { readonly kind: "file"; readonly source: string; readonly path: string }
  /** Position of the repository in `index.code`, and the row of its symbol table. */
  | { readonly kind: "function"; readonly member: number; readonly symbol: number };

export type RefOf<K extends NodeKind> = Extract<NodeRef, { readonly kind: K }>;

/** Equal for the same node. */
export function keyOfNode(node: NodeRef): string {
  switch (node.kind) {
    case "commit":
      return `${node.member} ${node.commit}`;
    case "release":
      return `${node.source} ${node.tag}`;
    case "file":
      return `${node.source} ${node.path}`;
    case "function":
      return `${node.member} ${node.symbol}`;
    default:
      return node.id;
  }
}
