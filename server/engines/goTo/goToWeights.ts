/** The points that order names of the palette; `docs/weights.md` is printed from them. The kinds of match are `NAME_SCORES` and `TITLE_SCORES`. */
import type { NameKind } from "../../../contract/search/goTo.ts";
import type { FileKind } from "../../index/text/fileKind.ts";
import type { SymbolKind } from "../../index/text/symbols.ts";
import type { RankingConstant } from "../ranking/Feature.ts";

const CHOSEN = "chosen, ADR 0076";

/** Added to the score of a name by what it names: of two exact names the file comes first, then the symbol. */
export const NAME_KIND_POINTS: Readonly<Record<NameKind, number>> = {
  file: 1,
  symbol: 0,
  page: -1,
  issue: -2,
  request: -3,
  person: 1,
};

/** Points that order names that fit equally well; tests, generated and vendored files come after longer names of code too. */
export const FILE_KIND_POINTS: Readonly<Record<FileKind, number>> = {
  code: 3,
  docs: 1,
  example: -10,
  test: -20,
  config: 1,
  data: -2,
  generated: -60,
  vendored: -60,
  other: 0,
};

export const SYMBOL_KIND_POINTS: Readonly<Record<SymbolKind, number>> = {
  class: 2,
  interface: 2,
  type: 1.5,
  enum: 1.5,
  function: 1.5,
  method: 0,
  other: -1,
};

export const GO_TO_CONSTANTS = {
  folder: { value: -0.15, about: "for each folder of a file's path", source: CHOSEN },
  symbol: {
    value: -3,
    about: "to each symbol, so that points of its file's kind raise it above no file",
    source: CHOSEN,
  },
  closed: { value: -2, about: "to an issue or a request that is not open", source: CHOSEN },
  pathByte: {
    value: -0.02,
    about: "for each byte of a document's path: the shortest of equal ones is first",
    source: CHOSEN,
  },
  separateWords: {
    value: 0.7,
    about: "factor on a path that has each of several typed words, but not next to each other",
    source: CHOSEN,
  },
  exactKey: {
    value: 1000,
    about: "score of the issue or request whose key was typed",
    source: "more than any score of a title",
  },
  minPerson: {
    value: 550,
    about: "score from which a person is shown: scattered letters are below it",
    source: CHOSEN,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;
