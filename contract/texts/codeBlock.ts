const MAX_CODE = 1200;
const MAX_CODE_LINES = 12;

/** The beginning of a code as a block of Markdown that it cannot close. */
export function codeBlock(language: string, code: string): string {
  const text = code
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "")
    .slice(0, MAX_CODE)
    .split("\n")
    .slice(0, MAX_CODE_LINES)
    .join("\n");
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${/^[\w+.-]*$/.test(language) ? language : ""}\n${text}\n${fence}`;
}
