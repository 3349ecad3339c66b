import { checkpoint } from "../checkpoint.ts";
import type { NamedPlace } from "./findDefinitions.ts";
import { eachIdentifier } from "./lexical/occurrences.ts";
import type { Definition } from "./lookup/Definition.ts";
import { enclosingSymbol, symbolDefinition } from "./lookup/fileDefinitions.ts";
import { BUILT_IN_METHODS } from "./lookup/builtInMethods.ts";
import { type LookupFiles, isSameFile, keyOf } from "./lookup/LookupFiles.ts";
import { isCallAt } from "./lookup/receivers.ts";
import { type References, referencesTo, targetsOf } from "./findReferences.ts";
import type { FilePlace } from "./imports/ModuleResolver.ts";

/** Calls between one function and another. */
export interface Calls {
  /** The function that calls, or is called; null for calls outside of any function. */
  readonly other: Definition | null;
  /** Where the calls are written. */
  readonly places: readonly { readonly place: FilePlace; readonly from: number }[];
}

export interface CallHierarchy {
  readonly callers: readonly Calls[];
  readonly callees: readonly Calls[];
  /** The references that the callers were taken from. */
  readonly references: References;
}

/** Calls in a function that are followed. */
const MAX_CALLS = 200;

/** Keywords of scripts that a parenthesis may follow, and that are names in other languages or keys of objects. */
const KEYWORDS = new Set(["function", "if", "for", "while", "switch", "catch", "return", "typeof", "await"]);

/** Whether a definition that is known by its name alone is of a test, while the caller is not, or has the name of a built-in method. */
function isUnlikelyCallee(files: LookupFiles, caller: FilePlace, { place, name }: Definition): boolean {
  if (files.read(caller).language.family === "javascript" && BUILT_IN_METHODS.has(name)) return true;
  const kindOf = ({ repository, file }: FilePlace) => files.index.code[repository]?.files.kind(file);
  return kindOf(place) === "test" && kindOf(caller) !== "test";
}

/** Who calls the named function, and what it calls itself, one level each. @param from files that were read by the calls before */
export async function callHierarchyOf(named: NamedPlace, from = 0): Promise<CallHierarchy> {
  const callees = from === 0 ? await calleesOf(named) : [];
  const references = await referencesTo(named, from);
  return { callers: callersIn(named, references), callees, references };
}

function callersIn({ names: { files } }: NamedPlace, { references }: References): Calls[] {
  const callers = new Map<string, { other: Definition | null; places: { place: FilePlace; from: number }[] }>();
  for (const { place, from, isCall, evidence } of references) {
    if (!isCall) continue;
    const file = files.read(place);
    const symbol = enclosingSymbol(file, file.lines.lineOf(from));
    const key = `${keyOf(place)}:${symbol}`;
    let caller = callers.get(key);
    if (!caller) {
      const other = symbol < 0 ? null : symbolDefinition(files, place.repository, symbol, evidence);
      callers.set(key, (caller = { other, places: [] }));
    }
    caller.places.push({ place, from });
  }
  return [...callers.values()];
}

async function calleesOf(named: NamedPlace): Promise<Calls[]> {
  const { names } = named;
  const [target] = targetsOf(named).filter(({ symbol }) => symbol >= 0);
  if (!target) return [];
  const { text, lines, language, code } = names.files.read(target.place);
  const table = code.symbols?.table;
  if (!table) return [];
  const start = target.from + target.name.length;
  const end = lines.startOf(table.end(target.symbol) + 1);
  const calls: { readonly from: number; readonly to: number }[] = [];
  eachIdentifier(text.slice(0, end), language, (from, to) => {
    if (from < start || calls.length >= MAX_CALLS || !isCallAt(text, to, from)) return;
    if (text[from - 1] === "." || !KEYWORDS.has(text.slice(from, to))) calls.push({ from, to });
  });
  const callees = new Map<string, { other: Definition; places: { place: FilePlace; from: number }[] }>();
  for (const { from, to } of calls) {
    checkpoint();
    const symbol = named.precise?.indexes.symbolAt(target.place, from);
    const definitions =
      symbol && named.precise
        ? named.precise.indexes.definitionsOf(symbol)
        : await names.resolve(target.place, text.slice(from, to), from);
    const [other] = definitions;
    // One of several of its name would be a guess; a variable that is called is none of the functions.
    if (!other || other.symbol < 0 || (other.evidence === "name" && definitions.length > 1)) continue;
    if (other.evidence === "name" && isUnlikelyCallee(names.files, target.place, other)) continue;
    if (isSameFile(other.place, target.place) && other.from === from) continue;
    const key = `${keyOf(other.place)}:${other.from}`;
    let callee = callees.get(key);
    if (!callee) callees.set(key, (callee = { other, places: [] }));
    callee.places.push({ place: target.place, from });
  }
  return [...callees.values()];
}
