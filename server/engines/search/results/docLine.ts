/** Lines above and below a definition in which its documentation is looked for. */
export const DOC_LINES = { above: 40, below: 12 } as const;

/** Characters of a line that are read. */
const MAX_LENGTH = 200;
/** A comment of C, Java, JavaScript, Go, Rust, shell, Python, Ruby, SQL, Lua, Haskell, Lisp, TeX and Erlang. */
const COMMENT = /^\s*(?:\/\/[/!]?|\/\*+!?|\*+\/?|#(?![[!])|--\s?\|?|;+|%+)(?:\s|\||$)|^\s*(?:\/\/|\/\*|\*)/;
const MARKERS = /^\s*(?:\/\/[/!]?|\/\*+!?|\*+\/?|#+|--\s?\|?|;+|%+)\s?|\s*\*+\/\s*$/g;
/** A decorator, annotation or attribute between the documentation and the definition. */
const DECORATOR = /^\s*(?:@\w|#\[|\[\w+.*\]\s*$)/;
/** The beginning of a documentation string as the first statement of a body. */
const DOC_STRING = /^\s*[rRuUbB]{0,2}("""|''')(.*)$/;
/** A tag, a suppression or a licence describes nothing. */
const NO_DESCRIPTION =
  /^(?:@|:param|TODO|FIXME|eslint|oxlint|prettier|ts-|noqa|pylint|nolint|copyright|SPDX|-{3}|={3})/i;

/**
 * The first line of a definition's documentation: of the comment directly above it, or of the string that begins its body.
 * @param above the lines before the one with its name, in their order
 * @param below the line with its name and those after it
 * @returns null where there is none
 */
export function firstDocLine(above: readonly string[], below: readonly string[]): string | null {
  return docOf(above.map(shortened), below.map(shortened));
}

/** Generated lines may have a million characters. */
const shortened = (line: string): string => line.slice(0, MAX_LENGTH);

function docOf(above: readonly string[], below: readonly string[]): string | null {
  let start = above.length;
  while (start > 0 && DECORATOR.test(above[start - 1] ?? "")) start--;
  const end = start;
  while (start > 0 && COMMENT.test(above[start - 1] ?? "")) start--;
  return firstText(above.slice(start, end).map((line) => line.replaceAll(MARKERS, ""))) ?? docString(below);
}

/** The string is the first statement after the signature, which a colon ends and which may extend over several lines. */
function docString(signature: readonly string[]): string | null {
  const end = signature.findIndex((line) => /:\s*(?:#.*)?$/.test(line));
  const body = end < 0 ? [] : signature.slice(end + 1);
  const first = body.findIndex((line) => line.trim() !== "");
  const opened = DOC_STRING.exec(body[first] ?? "");
  if (!opened) return null;
  const [, quote = "", rest = ""] = opened;
  // A quote ends the string, in its first line or later.
  const lines = [rest, ...body.slice(first + 1)];
  const last = lines.findIndex((line) => line.includes(quote));
  return firstText((last < 0 ? lines : lines.slice(0, last + 1)).map((line) => line.split(quote)[0] ?? ""));
}

function firstText(lines: readonly string[]): string | null {
  const description = lines
    .map((line) => line.trim())
    .find((line) => /\p{L}/u.test(line) && !NO_DESCRIPTION.test(line));
  return description ?? null;
}
