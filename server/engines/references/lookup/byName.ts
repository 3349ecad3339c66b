/** Definitions by their name alone: the last resort, nearest first. */
import type { FilePlace } from "../imports/ModuleResolver.ts";
import { canName } from "../lexical/lexicalRules.ts";
import { BUILT_IN_METHODS } from "./builtInMethods.ts";
import type { Definition } from "./Definition.ts";
import { symbolDefinition } from "./fileDefinitions.ts";
import type { LookupFiles } from "./LookupFiles.ts";
import { fileLanguageOf } from "../../../index/text/languages.ts";

/** Definitions of one name that are distinguished; a name with more is no name to follow. */
const MAX_SYMBOLS = 500;
const MAX_ANSWERS = 50;

/** Symbols of this name in languages that the file can name. @param prefersMember those of types come first, or functions do */
export function definitionsByName(
  files: LookupFiles,
  place: FilePlace,
  name: string,
  prefersMember: boolean,
): Definition[] {
  const { language, path, code } = files.read(place);
  const isBuiltIn = prefersMember && language.family === "javascript" && BUILT_IN_METHODS.has(name);
  const isTest = code.files.kind(place.file) === "test";
  const definitions = symbolsEverywhere(files, name).filter(({ repository, symbol }) => {
    const table = files.index.code[repository]?.symbols?.table;
    // `list.push()` is not the method of a helper of tests.
    if (isBuiltIn && !isTest && files.index.code[repository]?.files.kind(table?.file(symbol) ?? 0) === "test")
      return false;
    const definedIn = files.index.code[repository]?.files.path(table?.file(symbol) ?? 0) ?? "";
    return canName(language.name, fileLanguageOf(definedIn)?.name ?? "");
  });
  const ranked = definitions
    .map(({ repository, symbol }) => {
      const other = files.index.code[repository];
      const row = other?.symbols?.table.row(symbol);
      const definedIn = other?.files.path(row?.file ?? 0) ?? "";
      const isMember = (row?.container ?? "") !== "";
      const kind = other?.files.kind(row?.file ?? 0);
      return {
        repository,
        symbol,
        rank:
          (isMember === prefersMember ? 0 : 4) +
          (kind === "code" ? 0 : 2) +
          (other === code ? 0 : 1) -
          sharedFolders(path, definedIn) / 100,
      };
    })
    .sort((a, b) => a.rank - b.rank);
  return ranked
    .slice(0, MAX_ANSWERS)
    .map(({ repository, symbol }) => symbolDefinition(files, repository, symbol, "name"));
}

/** Rows of the symbol tables with exactly this name. @param container of the symbols; any when it is left out */
export function symbolsEverywhere(
  files: LookupFiles,
  name: string,
  container?: string,
): { readonly repository: number; readonly symbol: number }[] {
  return files.index.code.flatMap(({ symbols }, repository) =>
    (symbols?.table.exactly(name, MAX_SYMBOLS, container) ?? []).map((symbol) => ({ repository, symbol })),
  );
}

function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return shared;
}
