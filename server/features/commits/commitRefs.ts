import type { IssueRef } from "../../../contract/analysis.ts";
import type { CommitSummary } from "../../../contract/commits.ts";
import type { GraphNode } from "../../../contract/graph.ts";
import { commitRef } from "../../engines/analyze/issueRef.ts";
import type { OpenedCommits } from "../../index/OpenedIndex.ts";

/** A commit as far as a link to it needs it. */
export const commitSummary = (commits: OpenedCommits, commit: number): CommitSummary => ({
  ...commitRef(commits, commit),
  author: commits.table.author(commit).name,
});

/** An issue of the graph as a link needs it. */
export const issueOfNode = ({
  id,
  key,
  address,
  title,
  state,
}: Pick<GraphNode, "id" | "key" | "address" | "title" | "state">): IssueRef => ({
  id,
  key: key ?? "",
  address: address ?? id,
  title,
  state: state === "open" ? "open" : "closed",
});
