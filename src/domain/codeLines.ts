/** Lines of a text; a trailing newline does not start another line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Splits highlighted HTML, whose only tags are `span`, into lines: tags open at the end of a line are reopened in the next. */
export function splitHtml(html: string): string[] {
  const open: string[] = [];
  return html.split("\n").map((line) => {
    const start = open.join("");
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === "</span>") open.pop();
      else open.push(tag);
    }
    return start + line + "</span>".repeat(open.length);
  });
}

const TAB_COLUMNS = 4;
/** Wider lines are cut in the page. */
const MAX_COLUMNS = 12_000;

/** Columns of the longest line, for the width of what scrolls sideways: only the visible lines are in the page. */
export function longestLine(lines: readonly string[]): number {
  let longest = 0;
  for (const line of lines) {
    let tabs = 0;
    for (let at = line.indexOf("\t"); at >= 0; at = line.indexOf("\t", at + 1)) tabs++;
    longest = Math.max(longest, line.length + tabs * (TAB_COLUMNS - 1));
  }
  return Math.min(longest, MAX_COLUMNS);
}
