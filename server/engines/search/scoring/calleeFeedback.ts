import { LRUCache } from "lru-cache";
import { normalizeIdentifier } from "../../../index/text/normalizeText.ts";
import { type OpenedIndex, linesOfFile } from "../../../index/OpenedIndex.ts";
import { scanTokens } from "../../../index/text/tokenize.ts";
import { TopK } from "../../ranking/TopK.ts";
import type { ChunkMatches } from "./chunkMatch.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";
import { memoize } from "../../../memoize.ts";

/** Number of the best functions and sections whose used names are read. */
const FEEDBACK_CHUNKS = SEARCH_WEIGHTS.callees.weight;
/** Below this score the names that a function uses are not evidence. */
const MIN_VALUE = SEARCH_WEIGHTS.calleeScore.weight;
const MIN_NAME_LENGTH = 4;
/** Maximum number of definitions and of using files of a name that counts as evidence. */
const MAX_DEFINITIONS = 3;
const MAX_USERS = 40;
/** Names that are remembered of one index. */
const MAX_CACHED_NAMES = 10_000;

/** A definition: its repository as a member of `codeWithSymbols`, and its row in the symbol table. */
interface Definition {
  readonly member: number;
  readonly symbol: number;
}

/** What is defined under a name as written, tests aside, and how many files have the name. */
interface NameUsage {
  readonly definitions: readonly Definition[];
  readonly users: number;
}

const NO_USAGE: NameUsage = { definitions: [], users: 0 };
const usageCache = memoize((_index: OpenedIndex) => new LRUCache<string, NameUsage>({ max: MAX_CACHED_NAMES }));

/**
 * What the names tell that the best answers use: who calls a function, tests it or shows it in a manual often says in words what it is
 * for, where the function itself does not. Gives each such definition a value from 0 to about 1, by member of `codeWithSymbols` and symbol:
 * the best of its users' own values, less the more files and definitions there are of the name.
 */
export function calleeFeedback(index: OpenedIndex, { values, touched }: ChunkMatches): Map<number, number>[] {
  const best = new TopK(FEEDBACK_CHUNKS);
  touched.forEach(({ list, count }, member) => {
    const column = values[member];
    for (let at = 0; at < count; at++) {
      const chunk = list[at] ?? 0;
      const value = column?.[chunk] ?? 0;
      if (value > MIN_VALUE) best.offer(member, chunk, value);
    }
  });
  const scores = index.codeWithSymbols.map(() => new Map<number, number>());
  for (const { documentRef, score } of best.sorted()) {
    const code = index.codeWithSymbols[documentRef.member];
    const chunks = code?.symbols?.chunks;
    if (!code || !chunks) continue;
    const file = chunks.files[documentRef.document] ?? 0;
    const text = linesOfFile(
      code,
      file,
      chunks.starts[documentRef.document] ?? 1,
      chunks.ends[documentRef.document] ?? 1,
    );
    const names = new Set<string>();
    scanTokens(text, (token) => {
      if (token.length >= MIN_NAME_LENGTH) names.add(token);
    });
    for (const name of names) {
      const { definitions, users } = definitionsOf(index, name);
      const isOwn = definitions.some(
        ({ member, symbol }) =>
          member === documentRef.member && index.codeWithSymbols[member]?.symbols?.table.file(symbol) === file,
      );
      // A name used in the file that defines it is already part of the result.
      if (isOwn) continue;
      for (const { member, symbol } of definitions) {
        const value = score / (definitions.length * Math.sqrt(users));
        const column = scores[member];
        if (column && value > (column.get(symbol) ?? 0)) column.set(symbol, value);
      }
    }
  }
  return scores;
}

function definitionsOf(index: OpenedIndex, name: string): NameUsage {
  const names = usageCache(index);
  let usage = names.get(name);
  if (!usage) {
    // A copy: a piece of a text would keep the whole text.
    names.set(Buffer.from(name).toString(), (usage = lookUp(index, name)));
  }
  return usage;
}

function lookUp(index: OpenedIndex, name: string): NameUsage {
  // The document frequency of the name rules most names out without reading a posting list.
  const users = index.codeGroup.documentCount(normalizeIdentifier(name));
  if (users === 0 || users > MAX_USERS) return NO_USAGE;
  const definitions: Definition[] = [];
  for (const [member, { symbols, files }] of index.codeWithSymbols.entries()) {
    for (const symbol of symbols?.table.named(name, 2 * MAX_DEFINITIONS) ?? []) {
      if (symbols?.table.name(symbol) !== name || files.kind(symbols.table.file(symbol)) === "test") continue;
      definitions.push({ member, symbol });
      if (definitions.length > MAX_DEFINITIONS) return NO_USAGE;
    }
  }
  return { definitions, users };
}
