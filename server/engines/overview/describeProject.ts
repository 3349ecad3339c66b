import type { Overview } from "../../../contract/overview.ts";
import { commitsOf, type OpenedCode, type OpenedIndex, textOfFile } from "../../index/OpenedIndex.ts";
import { fileLanguageOf } from "../../index/text/languages.ts";
import { memoize } from "../../memoize.ts";
import { readmeLead } from "./readmeLead.ts";

const MAX_LANGUAGES = 8;
/** The names in the order in which hosts prefer them. */
const READMES = [
  "readme.md",
  "readme.markdown",
  "readme.mdx",
  "readme.rst",
  "readme.adoc",
  "readme.asciidoc",
  "readme.txt",
  "readme",
];

export type Description = Pick<Overview, "about" | "languages"> & { readonly files: number };

/** What an index says about its project; made once for each index. */
export const describeIndex = memoize((index: OpenedIndex): Description => ({
  about: aboutOf(index),
  languages: languagesOf(index),
  files: index.code.reduce((sum, { files }) => sum + files.length, 0),
}));

/** The README of the repository with the most commits among those that have one. */
function aboutOf(index: OpenedIndex): Overview["about"] {
  const commitCountOf = ({ part }: OpenedCode): number => commitsOf(index, part.source)?.table.length ?? 0;
  for (const code of index.code.toSorted((a, b) => commitCountOf(b) - commitCountOf(a))) {
    for (const name of READMES) {
      for (const file of code.files.named(name)) {
        const path = code.files.path(file);
        if (path.includes("/")) continue;
        const text = readmeLead(textOfFile(code, file));
        if (text !== null) return { text, source: code.part.source, path };
      }
    }
  }
  return null;
}

/** Shares of bytes. What is generated or vendored, prose and data are not counted. */
function languagesOf(index: OpenedIndex): Overview["languages"] {
  const bytes = new Map<string, number>();
  for (const { files } of index.code) {
    for (let file = 0; file < files.length; file += 1) {
      const kind = files.kind(file);
      if (kind !== "code" && kind !== "test" && kind !== "example") continue;
      const language = fileLanguageOf(files.path(file));
      if (language === null || language.family === "prose" || language.family === "data") continue;
      bytes.set(language.name, (bytes.get(language.name) ?? 0) + (files.sizes[file] ?? 0));
    }
  }
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  return [...bytes]
    .filter(([, size]) => size > 0)
    .sort(([a, aBytes], [b, bBytes]) => bBytes - aBytes || (a < b ? -1 : 1))
    .slice(0, MAX_LANGUAGES)
    .map(([name, size]) => ({ name, share: size / total }));
}
