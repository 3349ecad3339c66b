import type { SymbolTable } from "../../../index/tables/symbolTable.ts";
import { memoize } from "../../../memoize.ts";
import type { FunctionContext, FunctionFeature } from "../FunctionFeature.ts";
import { filesOfFrame, filesOfPath } from "../namedFiles.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";
import { FUNCTION_CONSTANTS } from "../localizeWeights.ts";

/**
 * The certainty (0 to 1) that links and stack traces mean each function, by `member:symbol`. The first frame inside the best files counts
 * most. Traces come from other versions: of functions with the frame's name the nearest to its line is meant first, and the line alone
 * counts where none has the name.
 */
function certaintyBySymbol({ index, question, best }: FunctionContext): Map<string, number> {
  const result = new Map<string, number>();
  let rank = 0;
  const linked = new Set(question.linkedLines);
  for (const frame of [...question.linkedLines, ...question.frames]) {
    const { path, line, name } = frame;
    const filesAt = linked.has(frame) ? filesOfPath : filesOfFrame;
    let isInside = false;
    index.code.forEach((code, member) => {
      const { symbols } = code;
      if (!symbols) return;
      const places = new Set(filesAt(index, code, path).map(({ file }) => file));
      for (const { file } of best.filter((ranked) => ranked.member === member && places.has(ranked.file))) {
        for (const { symbol, certainty } of functionsAtFrame(symbols.table, file, line, name)) {
          isInside = true;
          const key = `${member}:${symbol}`;
          result.set(key, Math.max(result.get(key) ?? 0, certainty / (1 + rank * FILE_CONSTANTS.frameDecay.value)));
        }
      }
    });
    // Frames outside the best files do not count as steps.
    if (isInside) rank++;
  }
  return result;
}

function functionsAtFrame(
  table: SymbolTable,
  file: number,
  line: number | null,
  name: string | null,
): { symbol: number; certainty: number }[] {
  const { from, to } = table.ofFile(file);
  const rows: { symbol: number; start: number; end: number }[] = [];
  for (let symbol = from; symbol < to; symbol++) {
    const kind = table.kind(symbol);
    if (kind === "function" || kind === "method")
      rows.push({ symbol, start: table.start(symbol), end: table.end(symbol) });
  }
  const awayFrom = ({ start, end }: { start: number; end: number }): number =>
    line === null ? 0 : Math.max(0, start - line, line - end);
  const named = name === null ? [] : rows.filter(({ symbol }) => table.name(symbol) === name);
  if (named.length === 0)
    return rows.filter((row) => line !== null && awayFrom(row) === 0).map(({ symbol }) => ({ symbol, certainty: 1 }));
  const nearest = named.reduce((least, row) => Math.min(least, awayFrom(row)), Infinity);
  return named.map((row) => ({
    symbol: row.symbol,
    certainty: awayFrom(row) === nearest ? 1 : FUNCTION_CONSTANTS.otherOfName.value,
  }));
}

const framedFunctions = memoize(certaintyBySymbol);

export const functionFrame = {
  id: "frame",
  weight: 1.3,
  about: "a stack frame lies in the function",
  source: "ADR 0050",
  reason: "trace",
  compute: ({ inFile, symbol }) => framedFunctions(inFile.context).get(`${inFile.ranked.member}:${symbol}`) ?? 0,
  explain: (_, { name }) => ({ terms: [name] }),
} as const satisfies FunctionFeature;
