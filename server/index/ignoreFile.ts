/** The file at a repository's root that names what is not to be indexed, one pattern a line, in the language of .gitignore. */
export const IGNORE_FILE = ".clewignore";

/** `**` stands for any folders, `*` and `?` stay inside one. */
function patternSource(glob: string): string {
  return glob.replace(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (sign) => {
    if (sign === "**/") return "(?:.*/)?";
    if (sign === "**") return ".*";
    if (sign === "*") return "[^/]*";
    return sign === "?" ? "[^/]" : `\\${sign}`;
  });
}

/**
 * Reads an ignore file. A pattern with a slash inside or in front stands for a path from the root, any other one for a name in any
 * folder; what a folder's pattern matches takes everything below along; `!` takes back, and the last pattern that matches wins.
 * @returns whether a path from the root, with slashes, is to be left out
 */
export function readIgnoreFile(text: string): (path: string) => boolean {
  const patterns = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const isBack = line.startsWith("!");
      const glob = isBack ? line.slice(1) : line;
      const bare = glob.replace(/^\/|\/$/g, "");
      const isFromRoot = glob.startsWith("/") || bare.includes("/");
      const end = glob.endsWith("/") ? "/" : "(?:/|$)";
      return { isBack, matcher: new RegExp(`${isFromRoot ? "^" : "(?:^|/)"}${patternSource(bare)}${end}`) };
    });
  return (path) => patterns.findLast(({ matcher }) => matcher.test(path))?.isBack === false;
}
