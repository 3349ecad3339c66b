/** Comments of HTML in Markdown: a tracker does not show them, so they are written to be read by machines alone. */

const LEFT_OUT = "(a comment of HTML is left out)";
/** Where a line of a list or a quote begins. */
const CONTAINER = "(?:[-+*>] {1,3})*";
/** A block of code begins with this many marks, and ends with as many of the same. */
const OPENING = new RegExp(`^(?<inside> {0,3}${CONTAINER})(?<marks>\`{3,}(?!.*\`)|~{3,})`);
/**
 * An escaped character, marks of code, the beginning of a comment, and a tag with its attributes. By hand and line by line, because a parser
 * of CommonMark takes the square of the length of hostile texts.
 */
const TOKEN = /\\[!-/:-@[-`{-~]|`+|<!---?>|<!--|<\/?[a-z][a-z0-9-]*(?=[\s/>])(?:"[^"]*"|'[^']*'|[^'"<>`])*>/gi;
const COMMENT_END = "-->";

/** The elements whose lines are HTML up to a blank line, by CommonMark 0.31, section 4.6, kind 6. */
const BLOCKS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const HTML_BLOCK = new RegExp(`^ {0,3}${CONTAINER}</?(?:${BLOCKS})(?:[\\s/>]|$)`, "i");
/** Kind 7: any other tag that is alone in the first line of a paragraph. */
const LONE_TAG = /^ {0,3}<\/?[a-z][a-z0-9-]*(?=[\s/>])(?:"[^"]*"|'[^']*'|[^'"<>`])*>\s*$/i;
/** Kind 1: elements whose text is no Markdown, up to their end. */
const VERBATIM = new RegExp(`^ {0,3}${CONTAINER}<(?:pre|script|style|textarea)(?:[\\s>]|$)`, "i");
const VERBATIM_END = /<\/(?:pre|script|style|textarea)>/i;
const BLANK = /^\s*$/;

/**
 * Markdown with a note in place of each comment. Code keeps its own, within a line or as a block. A comment that has no end is one only where
 * it begins a line, and takes the rest of the text along.
 */
export function withoutComments(markdown: string): string {
  const lines = markdown.replaceAll(/\r\n?/g, "\n").split("\n");
  const lastEnd = lines.findLastIndex((line) => line.includes(COMMENT_END));
  const output: string[] = [];
  let code: CodeBlock | null = null;
  /** The line that ends the block of HTML, in which marks of code are text. */
  let htmlEnd: RegExp | null = null;
  let isComment = false;
  for (const [at, line] of lines.entries()) {
    if (code !== null && !code.has(line)) code = null;
    if (code !== null) {
      output.push(line);
      if (code.end.test(line)) code = null;
      continue;
    }
    if (!isComment) htmlEnd ??= htmlEndOf(line, lines[at - 1] ?? "");
    if (!isComment && htmlEnd === null) code = codeFrom(line);
    if (code !== null) {
      output.push(line);
      continue;
    }
    const { text, isOpen } = readLine(line, { isComment, isEndLater: at < lastEnd, isHtml: htmlEnd !== null });
    // A line that has only the middle of a comment is left out.
    if (!isComment || text !== "" || !isOpen) output.push(text);
    isComment = isOpen;
    if (htmlEnd?.test(line)) htmlEnd = null;
  }
  return output.join("\n");
}

interface CodeBlock {
  /** Whether a line is still in the list or quote of the block. */
  readonly has: (line: string) => boolean;
  readonly end: RegExp;
}

/** The block of code that a line begins. */
function codeFrom(line: string): CodeBlock | null {
  const { inside = "", marks } = OPENING.exec(line)?.groups ?? {};
  if (marks === undefined) return null;
  const end = new RegExp(`^[ >]*\\${marks[0]}{${marks.length},}\\s*$`);
  if (inside.includes(">")) return { has: (line) => /^ {0,3}>/.test(line), end };
  const indent = inside.trim() === "" ? "" : " ".repeat(inside.length);
  return { has: (line) => BLANK.test(line) || line.startsWith(indent), end };
}

/** What ends the block of HTML that a line begins; null where it begins none. */
function htmlEndOf(line: string, before: string): RegExp | null {
  if (VERBATIM.test(line)) return VERBATIM_END;
  return HTML_BLOCK.test(line) || (BLANK.test(before) && LONE_TAG.test(line)) ? BLANK : null;
}

interface LineContext {
  /** The line begins within a comment. */
  readonly isComment: boolean;
  /** A later line ends a comment. */
  readonly isEndLater: boolean;
  /** The line belongs to a block of HTML. */
  readonly isHtml: boolean;
}

function readLine(line: string, { isComment, isEndLater, isHtml }: LineContext): { text: string; isOpen: boolean } {
  const lastEnd = line.lastIndexOf(COMMENT_END);
  if (isComment && lastEnd < 0) return { text: "", isOpen: true };
  if (!isComment && !line.includes("<!--")) return { text: line, isOpen: false };
  const codeEnds = codeMarks(line);
  let text = "";
  let from = isComment ? line.indexOf(COMMENT_END) + COMMENT_END.length : 0;
  const token = new RegExp(TOKEN);
  token.lastIndex = from;
  for (let match = token.exec(line); match; match = token.exec(line)) {
    const [{ length: size }] = match;
    // To the end of the code; marks without an end are text.
    if (match[0].startsWith("`") && !isHtml) token.lastIndex = codeEnds(size, token.lastIndex) ?? token.lastIndex;
    if (!match[0].startsWith("<!--")) continue;
    const isWhole = match[0] !== "<!--";
    const hasEnd = isWhole || lastEnd >= token.lastIndex;
    const isStart = match.index <= 3 && /^ *$/.test(line.slice(0, match.index));
    if (!hasEnd && !isEndLater && !isStart && !isHtml) continue;
    text += line.slice(from, match.index) + LEFT_OUT;
    if (!hasEnd) return { text, isOpen: true };
    from = isWhole ? token.lastIndex : line.indexOf(COMMENT_END, token.lastIndex) + COMMENT_END.length;
    token.lastIndex = from;
  }
  return { text: text + line.slice(from), isOpen: false };
}

/** Finds where code in a line ends: after the next run of as many marks. The caller asks for places in rising order. */
function codeMarks(line: string): (size: number, after: number) => number | undefined {
  const ends = new Map<number, number[]>();
  for (const { 0: marks, index } of line.matchAll(/`+/g)) {
    const starts = ends.get(marks.length);
    if (starts) starts.push(index);
    else ends.set(marks.length, [index]);
  }
  for (const starts of ends.values()) starts.reverse();
  return (size, after) => {
    const starts = ends.get(size) ?? [];
    while ((starts.at(-1) ?? after) < after) starts.pop();
    const start = starts.at(-1);
    return start === undefined ? undefined : start + size;
  };
}
