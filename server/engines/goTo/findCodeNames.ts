import { TypedName } from "../../../contract/matching/nameMatch.ts";
import type { OpenedCode, OpenedIndex } from "../../index/OpenedIndex.ts";
import { TopK } from "../ranking/TopK.ts";
import { EMPTY_NAME_FIELDS, type FoundInProject, type NamesRequest, eachName } from "./foundNames.ts";
import { FILE_KIND_POINTS, GO_TO_CONSTANTS, NAME_KIND_POINTS, SYMBOL_KIND_POINTS } from "./goToWeights.ts";
import { nameColumn, nameColumnOf, pathColumn } from "./nameColumn.ts";

/** At least what the kinds of a file and of a name can add to the score of a file. */
const MAX_ADDED_POINTS = 6;
const FOLDER_POINTS = GO_TO_CONSTANTS.folder.value;

/** Files by their names or paths. */
export function findFiles(index: OpenedIndex, typed: TypedName, { q, limit }: NamesRequest): FoundInProject[] {
  const best = new TopK(limit);
  const together = offerFiles(index, best, typed, (letters, from, to, masks) =>
    typed.scorePath(letters, from, to, masks),
  );
  const words = q.trim().split(/\s+/);
  if (together < limit && words.length > 1) {
    const separate = words.map((word) => new TypedName(word)).filter(({ isEmpty }) => !isEmpty);
    offerFiles(index, best, typed, (letters, from, to, masks) => {
      if (!typed.hasLetters(masks.path) || typed.scorePath(letters, from, to, masks) > 0) return 0;
      let least = 1000;
      for (const word of separate) if (least > 0) least = Math.min(least, word.scorePath(letters, from, to, masks));
      return GO_TO_CONSTANTS.separateWords.value * least;
    });
  }
  typed.floor = 0;
  return best.sorted().flatMap(({ documentRef, score }) => {
    const code = index.code[documentRef.member];
    if (!code) return [];
    const path = code.files.path(documentRef.document);
    return [
      {
        ...EMPTY_NAME_FIELDS,
        kind: "file" as const,
        id: `${code.part.source}:${path}`,
        name: path.slice(path.lastIndexOf("/") + 1),
        detail: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
        source: code.part.source,
        path,
        score,
      },
    ];
  });
}

interface PathMasks {
  name: number;
  path: number;
}

/** Offers each file that fits. @returns how many do */
function offerFiles(
  index: OpenedIndex,
  best: TopK,
  typed: TypedName,
  score: (letters: Uint8Array, from: number, to: number, masks: PathMasks) => number,
): number {
  const masks: PathMasks = { name: 0, path: 0 };
  let count = 0;
  index.code.forEach(({ files }, member) => {
    const { letters, offsets, masks: ofPaths, baseMasks } = pathColumn(files.paths);
    for (let file = 0; file < ofPaths.length; file++) {
      masks.path = ofPaths[file] ?? 0;
      if (!typed.mayMatch(masks.path)) continue;
      masks.name = baseMasks?.[file] ?? 0;
      const from = offsets[file] ?? 0;
      const to = offsets[file + 1] ?? 0;
      const points = score(letters, from, to, masks);
      if (points <= 0) continue;
      count++;
      let folders = 0;
      for (let at = from; at < to; at++) if (letters[at] === SLASH) folders++;
      best.offer(
        member,
        file,
        points + FILE_KIND_POINTS[files.kind(file)] + NAME_KIND_POINTS.file + folders * FOLDER_POINTS,
      );
      typed.floor = best.least - MAX_ADDED_POINTS;
    }
  });
  return count;
}

const SLASH = 47;

const QUALIFIER = /^(.+?)(?:\.|::|#|->)([^.:#>]+)$/;

/** Definitions by their names; `Engine.run` names the class or module too. */
export function findSymbols(
  index: OpenedIndex,
  typed: TypedName,
  request: Pick<NamesRequest, "q" | "limit">,
): FoundInProject[] {
  const symbols = symbolsNamed(index, typed, null, request.limit);
  const [, container, symbolName] = QUALIFIER.exec(request.q.trim()) ?? [];
  if (container === undefined || symbolName === undefined) return symbols;
  const qualified = symbolsNamed(index, new TypedName(symbolName), new TypedName(container), request.limit);
  return [...qualified, ...symbols].sort((a, b) => b.score - a.score).slice(0, request.limit);
}

/** @param container what was typed for the class or module around the symbol; null: nothing */
function symbolsNamed(
  index: OpenedIndex,
  typed: TypedName,
  container: TypedName | null,
  limit: number,
): FoundInProject[] {
  const result: FoundInProject[] = [];
  for (const code of index.codeWithSymbols) {
    if (!code.symbols) continue;
    const { table } = code.symbols;
    const names = nameColumn(table.names);
    const best = new TopK(limit * SPARE_NAMES_FACTOR);
    const scoreOf = (from: number, to: number, at: number): number =>
      typed.scoreName(names.letters, from, to, names.masks[at] ?? 0);
    eachName(names, scoreOf, (at, score) => {
      best.offer(0, at, score);
      typed.floor = best.least;
    });
    typed.floor = 0;
    for (const { documentRef, score } of best.sorted()) {
      const name = table.names.at(documentRef.document);
      const symbols = table.named(name, MAX_SAME_NAME).filter((symbol) => table.name(symbol) === name);
      for (const symbol of symbols) {
        const row = symbolRow(code, symbol, score);
        if (!container) result.push(row);
        else if (container.scoreName(...lettersOf(row.container ?? "")) > 0) result.push(row);
      }
    }
  }
  return result.sort((a, b) => b.score - a.score || (a.path ?? "").length - (b.path ?? "").length).slice(0, limit);
}

/** Some names of the column are of containers alone, and one name may belong to many symbols. */
const SPARE_NAMES_FACTOR = 3;
const MAX_SAME_NAME = 50;

function symbolRow(code: OpenedCode, symbol: number, score: number): FoundInProject {
  const row = code.symbols?.table.row(symbol);
  const file = row?.file ?? 0;
  const path = code.files.path(file);
  const kind = row?.kind ?? "other";
  return {
    ...EMPTY_NAME_FIELDS,
    kind: "symbol",
    id: `${code.part.source}:${path}:${row?.start ?? 1}:${row?.name ?? ""}`,
    name: row?.name ?? "",
    detail: path,
    source: code.part.source,
    path,
    line: row?.start ?? 1,
    symbol: kind,
    container: row?.container === "" ? null : (row?.container ?? null),
    score:
      score +
      SYMBOL_KIND_POINTS[kind] +
      FILE_KIND_POINTS[code.files.kind(file)] +
      GO_TO_CONSTANTS.symbol.value +
      NAME_KIND_POINTS.symbol,
  };
}

function lettersOf(text: string): [Uint8Array, number, number, number] {
  const { letters, masks } = nameColumnOf([text]);
  return [letters, 0, letters.length, masks[0] ?? 0];
}
