/** Lines of a text; a trailing newline does not start another line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** `#L12`, `#L12-L20` and `#L12-20`. Null for any other hash. */
export function readLineHash(hash: string): LineRange | null {
  const match = /^#?L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash);
  if (!match) return null;
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  return first < 1 || last < 1 ? null : { from: Math.min(first, last), to: Math.max(first, last) };
}

export const lineHash = ({ from, to }: LineRange): string => (to > from ? `#L${from}-L${to}` : `#L${from}`);

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
