import { basename } from "node:path";
import type { OpenedIndex } from "../../server/index/OpenedIndex.ts";
import type { Case } from "./mineFixCommits.ts";

const TOKEN = /[\w$./:-]+/g;
const SEPARATORS = /[./:-]+/;
/** A name in mixed case or with an underscore. */
const COMPOUND = /[a-z\d][A-Z]|[A-Za-z]_[A-Za-z]/;

/**
 * The text of a fix without what its author knew: paths and names of the files that it changed, and names of code that they define.
 * Plain words stay, also where a function has the same name.
 */
export function maskedText(index: OpenedIndex, { title, body, files }: Case): { title: string; body: string } {
  const fileNames = new Set(files.map((path) => basename(path).replace(/\..*$/, "").toLowerCase()));
  const defined = definedNames(index, files);
  const masked = (text: string): string =>
    text.replace(TOKEN, (token) => {
      const parts = token.split(SEPARATORS).filter((part) => part !== "");
      const isCode = (part: string): boolean => parts.length > 1 || COMPOUND.test(part);
      const isKnown = parts.some((part) => fileNames.has(part.toLowerCase()) || (isCode(part) && defined.has(part)));
      return isKnown ? "" : token;
    });
  return { title: masked(title), body: masked(body) };
}

/** Functions, methods and classes of the files. */
function definedNames(index: OpenedIndex, paths: readonly string[]): Set<string> {
  const names = new Set<string>();
  const [code] = index.code;
  const table = code?.symbols?.table;
  if (!code || !table) return names;
  for (const path of paths) {
    const file = code.files.find(path);
    if (file < 0) continue;
    const { from, to } = table.ofFile(file);
    for (let symbol = from; symbol < to; symbol++) {
      const { name, container } = table.row(symbol);
      names.add(name);
      names.add(container);
    }
  }
  return names;
}
