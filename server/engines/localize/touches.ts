import type { OpenedCode, OpenedCommits } from "../../index/OpenedIndex.ts";
import type { SymbolTable } from "../../index/tables/symbolTable.ts";

/** One commit that changed one function. */
export interface Touch {
  /** Row in the symbol table. */
  readonly symbol: number;
  /** Position in the commit table. */
  readonly commit: number;
  /** Lines that were changed by the lines that the function had then; more than 1 where more was taken out than is left. */
  readonly share: number;
}

interface CachedTouches {
  readonly commits: OpenedCommits;
  /** The commit whose lines the table's are: two commits may have the same table. */
  readonly commit: string;
  readonly files: Map<number, readonly Touch[]>;
}

const touchCache = new WeakMap<SymbolTable, CachedTouches>();
/** Cached files; a question reads thirty. */
const MAX_CACHED_FILES = 2000;

/**
 * The commits that changed each function of a file as it is now: its lines are followed back from commit to commit, each moving them by
 * the lines that were put in and taken out above. A function that a commit put in as a whole ends there, as does a file that was moved.
 * Merges are skipped, so on lines of work side by side a border may be off by some lines.
 */
export function touchesOf(code: OpenedCode, commits: OpenedCommits, file: number): readonly Touch[] {
  const { symbols } = code;
  const { hunks, table } = commits;
  if (!symbols || !hunks) return [];
  let cached = touchCache.get(symbols.table);
  const { commit } = code.part;
  if (cached?.commits !== commits || cached.commit !== commit || cached.files.size >= MAX_CACHED_FILES)
    touchCache.set(symbols.table, (cached = { commits, commit, files: new Map() }));
  let touches = cached.files.get(file);
  if (!touches) {
    // The lines are those of one commit: without it nothing is known about what moved them.
    const [start] = commit === commits.part.head ? [0] : table.withHash(commit, 1);
    const changes = start === undefined ? [] : hunks.ofPath(code.files.path(file));
    touches = followed(
      functionsOf(symbols.table, file),
      changes.filter((change) => change.commit >= (start ?? 0)),
    );
    cached.files.set(file, touches);
  }
  return touches;
}

interface Span {
  readonly symbol: number;
  start: number;
  end: number;
}

function functionsOf(table: SymbolTable, file: number): Span[] {
  const spans: Span[] = [];
  const { from, to } = table.ofFile(file);
  for (let symbol = from; symbol < to; symbol++) {
    const kind = table.kind(symbol);
    if (kind === "function" || kind === "method")
      spans.push({ symbol, start: table.start(symbol), end: table.end(symbol) });
  }
  return spans;
}

function followed(
  functions: readonly Span[],
  changes: readonly { commit: number; hunks: Uint32Array }[],
): readonly Touch[] {
  const touches: Touch[] = [];
  let alive = functions;
  for (const { commit, hunks } of changes) {
    if (alive.length === 0) break;
    let died = false;
    for (const span of alive) {
      const length = span.end - span.start + 1;
      const lines = moveBack(span, hunks);
      if (lines > 0) touches.push({ symbol: span.symbol, commit, share: lines / length });
      else if (lines < 0) {
        died = true;
        span.end = 0;
      }
    }
    if (died) alive = alive.filter(({ end }) => end > 0);
  }
  return touches;
}

/** A hunk whose old side is less than a quarter of its new side created the function that it covers. */
const CREATION_RATIO = 4;
const CREATED_HERE = -1;

/** Maps a function's span to before one commit, and returns how many of its lines that changed, or `CREATED_HERE`. */
function moveBack(span: Span, hunks: Uint32Array): number {
  const { start, end } = span;
  let lines = 0;
  let first = start;
  let last = end;
  for (let at = 0; at < hunks.length; at += 4) {
    const before = hunks[at + 1] ?? 0;
    const after = hunks[at + 3] ?? 0;
    // For an empty side of a hunk, git gives the line above.
    const to = (hunks[at + 2] ?? 0) + (after === 0 ? 1 : 0);
    // Hunks are in the order of their lines: none behind the function moves it.
    if (to > end) break;
    const from = (hunks[at] ?? 0) + (before === 0 ? 1 : 0);
    const shift = from + before - (to + after);
    if (to + after <= start) {
      first = start + shift;
      last = end + shift;
      continue;
    }
    if (after === 0) {
      if (to > start) lines += before;
    } else {
      if (to <= start && to + after > end && before < after / CREATION_RATIO) return CREATED_HERE;
      lines += Math.min(to + after - 1, end) - Math.max(to, start) + 1;
    }
    if (to <= start && after > 0) first = before === 0 ? from : Math.min(from + start - to, from + before - 1);
    if (to + after <= end) last = end + shift;
    else last = before === 0 ? from - 1 : Math.max(from, from + before - (to + after - end));
  }
  span.start = first;
  span.end = Math.max(first, last);
  return lines;
}
