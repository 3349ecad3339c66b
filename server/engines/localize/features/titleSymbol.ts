import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { termsOf } from "../../../index/text/tokenize.ts";
import { memoize } from "../../../memoize.ts";
import { type FileContext, type FileFeature, MAX_REASON_TERMS, emptyValues } from "../FileFeature.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

/** Symbols of a name that are looked at. */
const MAX_SYMBOLS = 20;

interface NamedFile {
  readonly member: number;
  readonly file: number;
  readonly text: string;
  readonly value: number;
}

/** Files of code that define a name of the title, spelled exactly so, where one or two do. */
const namedFiles = memoize(({ index, question }: FileContext): NamedFile[] =>
  question.titleSymbols.flatMap((text) => {
    const files = definersOf(index, text);
    if (files.length === 0 || files.length > FILE_CONSTANTS.maxDefiners.value) return [];
    const { codeGroup } = index;
    const rarity = codeGroup.idf(codeGroup.documentCount(termsOf(text).fullTerm)) / codeGroup.idf(1);
    return files.map((place) => ({ ...place, text, value: rarity / Math.sqrt(files.length) }));
  }),
);

function definersOf({ code }: OpenedIndex, name: string): { member: number; file: number }[] {
  return code.flatMap(({ files, symbols }, member) => {
    const result = new Set<number>();
    for (const symbol of symbols?.table.named(name, MAX_SYMBOLS) ?? []) {
      if (symbols?.table.name(symbol) !== name) break;
      const file = symbols.table.file(symbol);
      if (files.kind(file) === "code") result.add(file);
    }
    return Array.from(result, (file) => ({ member, file }));
  });
}

export const titleSymbol = {
  id: "titleSymbol",
  weight: 0.6,
  about: "the title names a definition that one or two files have, by rarity",
  source: "engines-measured.md, 2026-11-28 traces and names",
  reason: "identifier",
  isEvidence: true,
  floor: () => 1,
  compute: (context) => {
    const values = emptyValues(context.index);
    for (const { member, file, value } of namedFiles(context)) {
      const column = values[member];
      if (column) column[file] = Math.max(column[file] ?? 0, value);
    }
    return values;
  },
  explain: (context, { member, file }) => ({
    terms: namedFiles(context)
      .filter((named) => named.member === member && named.file === file)
      .map(({ text }) => text)
      .slice(0, MAX_REASON_TERMS),
  }),
} as const satisfies FileFeature;
