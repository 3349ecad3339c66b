const QUOTE = 34;
const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': QUOTE,
  "\\": 92,
};

/** The path of `a/path b/path`: where both are the same, each is half of the text. */
export function halvedPath(names: Buffer): string {
  return plainPath(names.subarray(0, (names.length - 1) / 2))
    .slice("a/".length)
    .toWellFormed();
}

/** A name as git writes it in a patch: as it is, or quoted as in C. */
export const plainPath = (name: Buffer): string => (name[0] === QUOTE ? unquoted(name) : name).toString("utf8");

/** The bytes of a name that git quotes as in C: with quotation marks, control characters or backslashes in it. */
function unquoted(name: Buffer): Buffer {
  const text = name.toString("latin1").slice(1, -1);
  const plain = text.replaceAll(/\\([0-7]{3}|.)/g, (escape, escaped: string) => {
    const code = escaped.length === 3 ? Number.parseInt(escaped, 8) : ESCAPES[escaped];
    return code === undefined ? escape : String.fromCharCode(code & 255);
  });
  return Buffer.from(plain, "latin1");
}
