/** Longer texts, in UTF-16 units, are truncated before they are parsed: 70 kB of tables take a second on a slow machine. */
export const MARKDOWN_LIMIT = 60_000;
/** Limit of lines, likewise. */
export const MARKDOWN_LINE_LIMIT = 5000;

/** The part of a Markdown text that is formatted. */
export function truncateMarkdown(text: string): string {
  let end = Math.min(text.length, MARKDOWN_LIMIT);
  for (let lines = 0, at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines === MARKDOWN_LINE_LIMIT) end = at;
  }
  return text.slice(0, end);
}

/** Whether a part of the text is not shown. Line ends after the last line are nothing to show. */
export const isTruncated = (text: string): boolean => truncateMarkdown(text).length < text.trimEnd().length;
