/** The definitions that one file has. */
import type { FilePlace } from "../imports/ModuleResolver.ts";
import type { ScopedName } from "../../../index/text/scopes/scopedNames.ts";
import { isMember } from "../scopes/FileScopes.ts";
import type { Definition, DefinitionEvidence } from "./Definition.ts";
import type { LookupFiles, SourceFile } from "./LookupFiles.ts";

const TYPES = new Set(["class", "interface", "enum", "type"]);

/** The line (1-based) of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Symbols of a file with this name, as definitions. */
export function symbolsNamed(
  files: LookupFiles,
  place: FilePlace,
  name: string,
  evidence: DefinitionEvidence,
): Definition[] {
  const table = files.index.code[place.repository]?.symbols?.table;
  if (!table) return [];
  const { from, to } = table.ofFile(place.file);
  const definitions: Definition[] = [];
  for (let symbol = from; symbol < to; symbol++)
    if (table.name(symbol) === name) definitions.push(symbolDefinition(files, place.repository, symbol, evidence));
  return definitions;
}

/** A row of the symbol table as a definition. */
export function symbolDefinition(
  files: LookupFiles,
  repository: number,
  symbol: number,
  evidence: DefinitionEvidence,
): Definition {
  const table = files.index.code[repository]?.symbols?.table;
  const file = table?.file(symbol) ?? 0;
  const row = table?.row(symbol);
  const { text, lines } = files.read({ repository, file });
  const name = row?.name ?? "";
  const start = lines.startOf(row?.start ?? 1);
  const from = wholeName(text, name, start, start + MAX_HEAD_LENGTH);
  const container = row?.container ?? "";
  const isOfType = container !== "" && (row?.kind === "method" || isTypeNamed(files, { repository, file }, container));
  return {
    place: { repository, file },
    name,
    from,
    kind: isOfType ? "member" : "top",
    symbol,
    container,
    scopeFrom: 0,
    scopeTo: text.length,
    evidence,
  };
}

/** Characters from the first line of a symbol to its name. */
const MAX_HEAD_LENGTH = 4000;

/** Offset of a name that is no part of a longer one; `start` where there is none before `end`. */
function wholeName(text: string, name: string, start: number, end: number): number {
  if (name === "") return start;
  for (let at = text.indexOf(name, start); at >= 0 && at < end; at = text.indexOf(name, at + 1))
    if (!IN_NAME.test(text[at - 1] ?? " ") && !IN_NAME.test(text[at + name.length] ?? " ")) return at;
  return start;
}

const IN_NAME = /[\p{L}\p{Nd}_$]/u;

/** Whether a file has a class, interface or enum of this name. */
export function isTypeNamed(files: LookupFiles, place: FilePlace, name: string): boolean {
  const table = files.read(place).code.symbols?.table;
  if (!table) return false;
  const { from, to } = table.ofFile(place.file);
  for (let symbol = from; symbol < to; symbol++)
    if (TYPES.has(table.kind(symbol)) && table.name(symbol) === name) return true;
  return false;
}

/** Whether a definition is of a class, interface, enum or type. */
export function isType(files: LookupFiles, { place, symbol }: Definition): boolean {
  const table = files.index.code[place.repository]?.symbols?.table;
  return symbol >= 0 && table !== undefined && TYPES.has(table.kind(symbol));
}

/** Whether the file of a name outside of any function assigns functions to its properties. */
export function hasAssigned(files: LookupFiles, { place, name, kind }: Definition): boolean {
  const table = files.read(place).code.symbols?.table;
  if (!table || kind !== "top" || name === "") return false;
  const { from, to } = table.ofFile(place.file);
  for (let symbol = from; symbol < to; symbol++)
    if (table.kind(symbol) === "method" && table.row(symbol).container === name) return true;
  return false;
}

/** The innermost symbol around a line. @param only the kinds that count */
export function enclosingSymbol({ code, place }: SourceFile, line: number, only?: ReadonlySet<string>): number {
  const table = code.symbols?.table;
  if (!table) return -1;
  const { from, to } = table.ofFile(place.file);
  let best = -1;
  for (let symbol = from; symbol < to; symbol++) {
    if (table.start(symbol) > line) break;
    if (table.end(symbol) < line || (only && !only.has(table.kind(symbol)))) continue;
    if (best < 0 || table.end(symbol) - table.start(symbol) <= table.end(best) - table.start(best)) best = symbol;
  }
  return best;
}

/** The class or other type around a line, as the symbol table knows it; its name alone where it is in another file. */
export function enclosingType(
  file: SourceFile,
  line: number,
): { readonly symbol: number; readonly name: string } | null {
  const table = file.code.symbols?.table;
  if (!table) return null;
  const symbol = enclosingSymbol(file, line, TYPES);
  if (symbol >= 0) return { symbol, name: table.name(symbol) };
  // Methods of Go, Rust and C++ are outside of their types.
  const method = enclosingSymbol(file, line);
  const name = method < 0 ? "" : table.row(method).container;
  return name === "" ? null : { symbol: -1, name };
}

/** A name of the scopes of a file as a definition. */
export function scopedDefinition(
  files: LookupFiles,
  place: FilePlace,
  scoped: ScopedName,
  evidence: DefinitionEvidence,
): Definition {
  const file = files.read(place);
  const line = file.lines.lineOf(scoped.from);
  const table = file.code.symbols?.table;
  let symbol = -1;
  if (table) {
    const { from, to } = table.ofFile(place.file);
    for (let at = from; at < to && symbol < 0; at++)
      if (
        table.name(at) === scoped.name &&
        table.start(at) <= line &&
        table.end(at) >= line &&
        line - table.start(at) < 10
      )
        symbol = at;
  }
  const enclosing = isMember(scoped) ? enclosingType(file, line) : null;
  const container = symbol >= 0 && table ? table.row(symbol).container : (enclosing?.name ?? "");
  return {
    place,
    name: scoped.name,
    from: scoped.from,
    kind: scoped.kind === "import" ? "top" : scoped.kind === "key" ? "member" : scoped.kind,
    symbol,
    container: isMember(scoped) ? container || (enclosing?.name ?? "") : "",
    scopeFrom: scoped.scopeFrom,
    scopeTo: scoped.scopeTo,
    evidence,
  };
}

/** All names of this file outside of any function and type, with this name. */
export async function topNames(
  files: LookupFiles,
  place: FilePlace,
  name: string,
  evidence: DefinitionEvidence,
): Promise<Definition[]> {
  const scopes = await files.scopes(place);
  if (!scopes) return symbolsNamed(files, place, name, evidence).filter(({ kind }) => kind === "top");
  const { language } = files.read(place);
  const isPart =
    language.name === "C#" || language.name === "C++" || language.name === "Java" || language.name === "Ruby";
  return scopes
    .named(name)
    .filter(({ kind }) => kind === "top" || (isPart && kind === "local"))
    .filter(
      (candidate, at, all) =>
        !isVariable(files, place, candidate.from) ||
        all.findIndex(({ scopeFrom }) => scopeFrom === candidate.scopeFrom) === at,
    )
    .map((candidate) => scopedDefinition(files, place, candidate, evidence))
    .filter(({ symbol, kind }) => kind === "top" || symbol >= 0)
    .map((definition) => (definition.kind === "local" ? { ...definition, kind: "top" as const } : definition));
}

/** A further assignment of a variable defines nothing. */
const isVariable = (files: LookupFiles, place: FilePlace, from: number): boolean =>
  ["Python", "Ruby", "PHP"].includes(files.read(place).language.name) &&
  !/(?:def|class|module|function|interface)\s+$/.test(files.read(place).text.slice(Math.max(0, from - 30), from));
