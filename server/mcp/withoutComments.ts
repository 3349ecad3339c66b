/** Comments of HTML in Markdown: a tracker does not show them, so they are written to be read by machines alone. */

const LEFT_OUT = "(a comment of HTML is left out)";
/** A block of code begins with so many marks, and ends with as many of the same. */
const OPENING = /^ {0,3}(?<marks>`{3,}(?!.*`)|~{3,})/;
const TOKEN = /`+|<!---?>|<!--|-->/g;

/**
 * Markdown with a note in place of each comment. Code keeps its own, within a line or as a block. A comment that has no end is one only where
 * it begins a line, and takes the rest of the text along.
 */
export function withoutComments(markdown: string): string {
  const lines = markdown.replaceAll(/\r\n?/g, "\n").split("\n");
  const lastEnd = lines.findLastIndex((one) => one.includes("-->"));
  const kept: string[] = [];
  let code: RegExp | null = null;
  let isComment = false;
  for (const [at, one] of lines.entries()) {
    const marks: string | undefined = code === null && !isComment ? OPENING.exec(one)?.groups?.["marks"] : undefined;
    if (code !== null || marks !== undefined) {
      kept.push(one);
      if (marks !== undefined) code = new RegExp(`^ {0,3}\\${marks[0]}{${marks.length},}\\s*$`);
      else if (code?.test(one)) code = null;
      continue;
    }
    const { text, isOpen } = readLine(one, isComment, at < lastEnd);
    // A line of which a comment takes everything is none.
    if (!isComment || text !== "" || !isOpen) kept.push(text);
    isComment = isOpen;
  }
  return kept.join("\n");
}

/** @param isContinued whether the line begins within a comment; `isEndLater`: whether a later line ends one */
function readLine(one: string, isContinued: boolean, isEndLater: boolean): { text: string; isOpen: boolean } {
  const tokens = [...one.matchAll(TOKEN)].map(({ 0: found, index }) => ({ found, index, end: index + found.length }));
  const next = nextEqual(tokens.map(({ found }) => found));
  let text = "";
  let from = 0;
  let number = 0;
  if (isContinued) {
    number = tokens.findIndex(({ found }) => found === "-->");
    const end = tokens[number];
    if (!end) return { text: "", isOpen: true };
    from = end.end;
    number++;
  }
  for (; number < tokens.length; number++) {
    const token = tokens[number];
    if (!token || token.found === "-->") continue;
    if (token.found.startsWith("`")) {
      // To the end of the code; marks without an end are text.
      number = next.equal[number] ?? number;
      continue;
    }
    const close = token.found === "<!--" ? next.end[number] : number;
    const isStart = /^ {0,3}$/.test(one.slice(0, token.index));
    if (close === undefined && !isEndLater && !isStart) continue;
    text += one.slice(from, token.index) + LEFT_OUT;
    if (close === undefined) return { text, isOpen: true };
    number = close;
    from = tokens[close]?.end ?? one.length;
  }
  return { text: text + one.slice(from), isOpen: false };
}

/** For each token the next one of the same letters, and the next end of a comment. */
function nextEqual(tokens: readonly string[]): { equal: (number | undefined)[]; end: (number | undefined)[] } {
  const last = new Map<string, number>();
  const equal: (number | undefined)[] = [];
  const end: (number | undefined)[] = [];
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] ?? "";
    equal[at] = last.get(token);
    end[at] = last.get("-->");
    last.set(token, at);
  }
  return { equal, end };
}
