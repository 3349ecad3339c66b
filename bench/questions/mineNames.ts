import { fileLanguageOf } from "../../server/index/text/languages.ts";
import { type OpenedIndex, textOfFile } from "../../server/index/OpenedIndex.ts";
import type { Heading } from "./mineHeadings.ts";
import { hashOf } from "./hashOf.ts";

/** A short query by kind of what it names, and the only file that is its answer. */
export type Names = Readonly<Record<"file names" | "symbol names" | "short headings", readonly Heading[]>>;

const MAX_WORDS = 3;
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** Mines names of one to three words that one file of code, one definition or one heading of a document has. */
export function mineNames(index: OpenedIndex, limit: number): Names {
  const [code] = index.code;
  if (!code) return { "file names": [], "symbol names": [], "short headings": [] };
  const files: Heading[] = [];
  const symbols: Heading[] = [];
  const headings: Heading[] = [];
  for (let file = 0; file < code.files.length; file++) {
    const path = code.files.path(file);
    if (fileLanguageOf(path)?.family === "prose") {
      for (const [, text = ""] of textOfFile(code, file).matchAll(/^#{1,4}[ \t]+(\w[\w -]*?)[ \t]*$/gm))
        headings.push({ query: text, path });
    } else if (code.files.kind(file) === "code") {
      files.push({ query: wordsOf(path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "")).join(" "), path });
      const table = code.symbols?.table;
      const { from, to } = table?.ofFile(file) ?? { from: 0, to: 0 };
      for (let symbol = from; symbol < to; symbol++)
        symbols.push({ query: wordsOf(table?.row(symbol).name ?? "").join(" "), path });
    }
  }
  return {
    "file names": unique(files, limit),
    "symbol names": unique(symbols, limit),
    "short headings": unique(headings, limit),
  };
}

/** Names that occur once, in an order that is independent of the repository. */
function unique(names: readonly Heading[], limit: number): Heading[] {
  const times = Map.groupBy(names, ({ query }) => query.toLowerCase());
  return names
    .filter(({ query }) => {
      const words = query.split(" ").length;
      return query.length >= 4 && words <= MAX_WORDS && times.get(query.toLowerCase())?.length === 1;
    })
    .map((nameQuestion) => ({ ...nameQuestion, order: hashOf(`${nameQuestion.path}\n${nameQuestion.query}`) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, limit)
    .map(({ query, path }) => ({ query, path }));
}
