import type { Connected, NodeKind } from "../../../contract/code/graph.ts";
import { NotFound } from "../../errors.ts";
import type { BlamedCommit, BlamedRange } from "../../git/readBlame.ts";
import { message } from "../../messages/messages.ts";
import type { CodeSource } from "../../project/codeDeps.ts";
import { findBlame } from "../code/fileHistory.ts";
import { type ConnectedQuestion, neighboursOf, presentNeighbours } from "./connected.ts";
import type { Graph } from "./Graph.ts";
import { Neighbours } from "./Neighbours.ts";

/** Commits whose own neighbours are read; each costs some queries. Those with the most lines come first. */
const MAX_COMMITS = 40;
/** What commits tell about their lines. */
const BEHIND_COMMITS: readonly NodeKind[] = ["issue", "request", "person"];

export interface LinesQuestion extends ConnectedQuestion {
  readonly path: string;
  readonly revision?: string | undefined;
  /** From 1. */
  readonly from: number;
  readonly to: number;
}

/** What is connected with the commits that some lines of a file come from. @throws NotFound where there is no blame; the signal's reason */
export async function connectedWithLines(
  graph: Graph,
  code: CodeSource,
  question: LinesQuestion,
  signal: AbortSignal,
): Promise<Connected> {
  const { path, kinds, limit } = question;
  const blamed = await findBlame(graph.db, code, question, signal);
  if (blamed.status !== "shown") throw new NotFound(message("graph.no_lines"));
  const neighbours = new Neighbours();
  const isWanted = (kind: NodeKind): boolean => kinds.length === 0 || kinds.includes(kind);
  const behind = BEHIND_COMMITS.filter(isWanted);
  let read = 0;
  for (const { hash, lines } of commitsOfLines(blamed.blame, question)) {
    const commit = graph.commitWith(code.source.id, hash);
    if (commit === null) continue;
    if (isWanted("commit")) neighbours.add(commit, "changed", lines);
    if (behind.length === 0) continue;
    signal.throwIfAborted();
    if (read++ < MAX_COMMITS) await neighboursOf(graph, commit, behind, neighbours);
    else for (const kind of behind) neighbours.cap(kind);
  }
  return presentNeighbours(graph, { kind: "file", source: code.source.id, path }, neighbours, { limit });
}

/** The commits of lines, with how many of the lines each has, the most first. */
function commitsOfLines(
  { commits, ranges }: { readonly commits: readonly BlamedCommit[]; readonly ranges: readonly BlamedRange[] },
  { from, to }: Pick<LinesQuestion, "from" | "to">,
): { readonly hash: string; readonly lines: number }[] {
  const counts = new Map<string, number>();
  for (const { commit, line, lines } of ranges) {
    const shared = Math.min(to, line + lines - 1) - Math.max(from, line) + 1;
    const hash = commits[commit]?.hash;
    if (shared > 0 && hash !== undefined) counts.set(hash, (counts.get(hash) ?? 0) + shared);
  }
  return [...counts].map(([hash, lines]) => ({ hash, lines })).sort((a, b) => b.lines - a.lines);
}
