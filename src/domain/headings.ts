export interface PageHeading {
  readonly text: string;
  /** The id in the rendered page. */
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  /** 0 for the highest level in the page. */
  readonly depth: number;
}

/** The id of a heading: words in lower case with hyphens, as at code hosts, with a prefix that avoids collisions with other ids. */
export const headingId = (text: string): string =>
  `h-${text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")}`;

/** UTF-16 units of a heading that are read: `plain` takes quadratic time. */
const MAX_LENGTH = 500;

/** The headings of a Markdown page in their order; lines in code blocks do not count. */
export function parseHeadings(text: string): PageHeading[] {
  const headings: { text: string; level: number; line: number }[] = [];
  const lines = text.split("\n");
  let fence: string | null = null;
  lines.forEach((line, index) => {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (fence === mark) fence = null;
      return;
    }
    if (fence !== null) return;
    const atx = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line.slice(0, MAX_LENGTH));
    if (atx) headings.push({ text: plain(atx[2] ?? ""), level: (atx[1] ?? "").length, line: index + 1 });
    else if (/^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line) && /^ {0,3}[^\s>#|*+-]/.test(lines[index - 1] ?? "")) {
      headings.push({
        text: plain((lines[index - 1] ?? "").slice(0, MAX_LENGTH)),
        level: line.includes("=") ? 1 : 2,
        line: index,
      });
    }
  });
  // A spread of all levels would overflow the stack.
  const top = headings.reduce((least, { level }) => Math.min(least, level), Infinity);
  const taken = new Map<string, number>();
  return headings.map((heading) => {
    const id = headingId(heading.text);
    const count = taken.get(id) ?? 0;
    taken.set(id, count + 1);
    return {
      text: heading.text,
      id: count === 0 ? id : `${id}-${count}`,
      line: heading.line,
      depth: heading.level - top,
    };
  });
}

/** The text of a heading without its markup. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/`([^`]*)`/g, "$1")
    .replaceAll(/(\*\*|__|\*)(?=\S)(.*?)\1/g, "$2")
    .trim();
