/**
 * Patterns with stars, matched in a time that grows with the text times the pattern and no faster. They come from queries and from files of
 * repositories, and a regular expression made of many stars would try them all against each other.
 */

/** What a pattern is made of. A `folders` piece is nothing at all, or anything that ends with a slash. */
export type Piece =
  | { readonly kind: "sign"; readonly code: number }
  /** `codes` has a 1 at each code below 256 that is in the set. */
  | { readonly kind: "set"; readonly codes: Uint8Array }
  | { readonly kind: "one" | "star" | "any" | "folders" | "inFolders" };

/** What may follow the part that a pattern describes: nothing; nothing or a slash with anything; a slash with anything. */
export type GlobEnd = "whole" | "orBelow" | "below";

export interface GlobPattern {
  /** `*` and `?` stay inside a folder. */
  readonly source: string;
  readonly end: GlobEnd;
  /** Also in any folder, not at the root alone. */
  readonly isAnywhere?: boolean;
  /** Whether a double star that a slash follows may stand for nothing at all, slash included (as git has it); else the slash goes with it. */
  readonly style: "git" | "query";
}

const SLASH = 0x2f;
const MAX_PATTERN_LENGTH = 1000;

function readPieces({ source, isAnywhere, style }: GlobPattern): Piece[] {
  const pieces: Piece[] = isAnywhere ? [{ kind: "folders" }, { kind: "inFolders" }] : [];
  for (const [token] of source.slice(0, MAX_PATTERN_LENGTH).matchAll(/\*{2,}\/?|\*|\?|[^*?]+/g)) {
    if (token === "*") pieces.push({ kind: "star" });
    else if (token === "?") pieces.push({ kind: "one" });
    else if (!token.startsWith("**")) {
      for (const sign of token) pieces.push({ kind: "sign", code: sign.codePointAt(0) ?? 0 });
    } else if (style === "git" && token.endsWith("/")) pieces.push({ kind: "folders" }, { kind: "inFolders" });
    else pieces.push({ kind: "any" });
  }
  return pieces;
}

/**
 * A quick no for most paths: the literal parts of a pattern must occur in the path, at its ends where the pattern has nothing else.
 * Going through a path sign by sign takes a hundred times as long.
 */
function couldMatch({ source, end, isAnywhere }: GlobPattern): (path: string) => boolean {
  if (source.length > MAX_PATTERN_LENGTH) return () => true;
  const parts = source.split(/\*{2,}\/?|[*?]/);
  const first = isAnywhere ? "" : (parts[0] ?? "");
  const last = end === "whole" ? (parts.at(-1) ?? "") : "";
  const written = parts.filter((part) => part !== "");
  return (path) => path.startsWith(first) && path.endsWith(last) && written.every((part) => path.includes(part));
}

/** Reads a pattern once. @returns whether a path, with slashes, is what it describes */
export function compileGlob(pattern: GlobPattern): (path: string) => boolean {
  const could = couldMatch(pattern);
  const matches = compilePieces(readPieces(pattern), pattern.end);
  return (path) => could(path) && matches(path);
}

/**
 * Like `compileGlob`, for a parsed pattern.
 * @param spend called for each character of a path with the number of pattern positions that are tried with it; may throw
 */
export function compilePieces(
  pieces: readonly Piece[],
  end: GlobEnd,
  spend?: (work: number) => void,
): (path: string) => boolean {
  const last = pieces.length;
  /** Places in the pattern that may come next, and those after the next sign. Only one path is matched at a time. */
  let now = new Uint16Array(last + 1);
  let then = new Uint16Array(last + 1);
  let reached = 0;
  /** The round in which each place was last added to `then`. */
  const rounds = new Uint32Array(last + 1);
  let round = 0;
  const begin = (): void => {
    [now, then] = [then, now];
    reached = 0;
    round += 1;
    if (round <= 0xffff_ffff) return;
    rounds.fill(0);
    round = 1;
  };
  const reach = (from: number): void => {
    let position = from;
    while (rounds[position] !== round) {
      rounds[position] = round;
      then[reached++] = position;
      const kind = pieces[position]?.kind;
      if (kind === "star" || kind === "any") position += 1;
      else if (kind === "folders") position += 2;
      else return;
    }
  };
  return (path) => {
    begin();
    reach(0);
    for (const sign of path) {
      const code = sign.codePointAt(0) ?? 0;
      if (code === SLASH && end !== "whole" && rounds[last] === round) return true;
      const tried = reached;
      spend?.(tried);
      begin();
      for (let index = 0; index < tried; index += 1) {
        const position = now[index] ?? last;
        const next = step(pieces[position], position, code);
        if (next === undefined) continue;
        reach(next);
        // A slash may end the folders, and may be inside them.
        const kind = pieces[position]?.kind;
        if (code === SLASH && kind === "folders") reach(position + 2);
        if (code === SLASH && kind === "inFolders") reach(position + 1);
      }
      if (reached === 0) return false;
    }
    return end !== "below" && rounds[last] === round;
  };
}

/** Where a piece leads when it takes a sign; undefined when it does not take it. */
function step(piece: Piece | undefined, position: number, code: number): number | undefined {
  switch (piece?.kind) {
    case "sign":
      return piece.code === code ? position + 1 : undefined;
    case "set":
      return piece.codes[code] === 1 ? position + 1 : undefined;
    case "one":
      return code === SLASH ? undefined : position + 1;
    case "star":
      return code === SLASH ? undefined : position;
    case "any":
    case "inFolders":
      return position;
    case "folders":
      return position + 1;
    case undefined:
      return undefined;
  }
}
