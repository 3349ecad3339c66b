import { compileGlob } from "./globPattern.ts";

/** The file at a repository's root that names what is not to be indexed, one pattern a line, in the language of .gitignore. */
export const IGNORE_FILE = ".clewignore";

/** A file with more patterns than this is no list that somebody has written. */
const PATTERNS_MAX = 1000;

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
    .slice(0, PATTERNS_MAX)
    .map((line) => {
      const isBack = line.startsWith("!");
      const glob = isBack ? line.slice(1) : line;
      const bare = glob.replace(/^\/|\/$/g, "");
      const isFromRoot = glob.startsWith("/") || bare.includes("/");
      const end = glob.endsWith("/") ? "below" : "orBelow";
      return { isBack, matches: compileGlob({ source: bare, end, isAnywhere: !isFromRoot, style: "git" }) };
    });
  return (path) => patterns.findLast(({ matches }) => matches(path))?.isBack === false;
}
