import type { ParsedQuery, QueryNode } from "../../contract/query/queryNodes.ts";
import type { UnsearchedFiles } from "../../contract/search/search.ts";
import type { OpenedIndex } from "../index/OpenedIndex.ts";

/** The repositories with files that are in no index, with their numbers. @param source only this one */
export const unsearchedFiles = (index: OpenedIndex, source?: string): UnsearchedFiles[] =>
  index.code
    .map(({ part }) => ({
      source: part.source,
      repository: part.name,
      large: part.skipped.large,
      over_limit: part.skipped.overLimit,
      unreadable: part.skipped.missing,
    }))
    .filter((counts) => source === undefined || counts.source === source)
    .filter((counts) => counts.large + counts.over_limit + counts.unreadable > 0);

/** Whether a query has a regular expression. */
export const hasPattern = ({ root }: ParsedQuery): boolean => isPattern(root);

const isPattern = (node: QueryNode): boolean =>
  node.kind === "regex" ||
  ("children" in node && node.children.some(isPattern)) ||
  ("child" in node && isPattern(node.child));
