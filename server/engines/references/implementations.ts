import { candidateFiles } from "./candidateFiles.ts";
import type { NamedPlace } from "./findDefinitions.ts";
import { checkpoint } from "../checkpoint.ts";
import { baseTypes, methodNames } from "./lookup/baseTypes.ts";
import { symbolsEverywhere } from "./lookup/byName.ts";
import type { Definition } from "./lookup/Definition.ts";
import { isType, symbolDefinition } from "./lookup/fileDefinitions.ts";
import { isSameFile } from "./lookup/LookupFiles.ts";
import type { NameResolver } from "./lookup/NameResolver.ts";
import { targetsOf } from "./findReferences.ts";

/** Characters of files that are read for one answer. */
const MAX_READ_LENGTH = 1_000_000;
const MAX_TYPES = 200;
const TYPES = new Set(["class", "interface", "enum", "type"]);

/** What implements a type or a member. */
export interface Implementations {
  /** The types, or their members. */
  readonly types: readonly Definition[];
  /** There are more, which a limit cut off. */
  readonly isCut: boolean;
}

export const NO_IMPLEMENTATIONS: Implementations = { types: [], isCut: false };

/** The first of them; one more than the limit was looked for. */
const limited = (types: readonly Definition[], isCut = false): Implementations => ({
  types: types.slice(0, MAX_TYPES),
  isCut: isCut || types.length > MAX_TYPES,
});

/**
 * The types whose base type is the named one, directly, or the members with which they implement the named one. None for what is neither
 * a type nor a member of one.
 */
export async function implementationsOf(named: NamedPlace): Promise<Implementations> {
  const { names, precise } = named;
  if (precise) return limited(precise.indexes.implementationsOf(precise.symbol.symbol, MAX_TYPES + 1));
  const [target] = targetsOf(named);
  if (!target) return NO_IMPLEMENTATIONS;
  if (isType(names.files, target)) return typesFrom(names, target);
  if (target.kind !== "member" || target.container === "") return NO_IMPLEMENTATIONS;
  const owner = (await names.resolveUnqualified(target.place, target.container, 0)).find((definition) =>
    isType(names.files, definition),
  );
  if (!owner) return NO_IMPLEMENTATIONS;
  const { types, isCut } = await typesFrom(names, owner);
  const definitions: Definition[] = [];
  for (const type of types) {
    const members = await names.members.ownMembers(type, target.name);
    definitions.push(...members);
  }
  return limited(definitions, isCut);
}

async function typesFrom(names: NameResolver, base: Definition): Promise<Implementations> {
  const { files } = names;
  const { language } = files.read(base.place);
  if (language.name === "Go") return limited(goTypes(names, base));
  const definitions: Definition[] = [];
  const maxWork = files.work + MAX_READ_LENGTH;
  for (const place of candidateFiles(files, base.name, [base], base.place)) {
    if (files.work > maxWork) return limited(definitions, true);
    if (definitions.length > MAX_TYPES) break;
    checkpoint();
    const table = files.index.code[place.repository]?.symbols?.table;
    if (!table) continue;
    const { from, to } = table.ofFile(place.file);
    // Most files that name a type define none that extends it: their texts are not read.
    if (from === to) continue;
    const { text, lines, language: languageOfFile } = files.read(place);
    if (languageOfFile.name === "Rust") definitions.push(...(await rustTypes(names, base, place)));
    for (let symbol = from; symbol < to && definitions.length <= MAX_TYPES; symbol++) {
      if (!TYPES.has(table.kind(symbol))) continue;
      const type = symbolDefinition(files, place.repository, symbol, "import");
      const end = lines.startOf(table.end(symbol) + 1);
      const header = baseTypes(text, type.from + type.name.length, end, languageOfFile).find(
        ({ name }) => name === base.name,
      );
      if (!header) continue;
      const resolved = await names.resolveUnqualified(place, header.name, header.at);
      if (resolved.some((definition) => isSameFile(definition.place, base.place) && definition.name === base.name))
        definitions.push(type);
    }
  }
  return limited(definitions);
}

/** `impl Trait for Type` */
async function rustTypes(names: NameResolver, base: Definition, place: Definition["place"]): Promise<Definition[]> {
  const { text } = names.files.read(place);
  const definitions: Definition[] = [];
  for (const match of text.matchAll(
    /^[ \t]*(?:unsafe[ \t]+)?impl\b[^{;\n]*?(\w+)(?:<[^{;\n]*>)?[ \t]+for[ \t]+&?(?:\w+::)*(\w+)/gm,
  )) {
    if (match[1] !== base.name) continue;
    const at = match.index + match[0].lastIndexOf(match[2] ?? "");
    const [type] = await names.resolveUnqualified(place, match[2] ?? "", at);
    if (type) definitions.push(type);
  }
  return definitions;
}

/** Types of Go that have all methods of an interface; an interface's are found by its name nowhere. */
function goTypes({ files, members }: NameResolver, base: Definition): Definition[] {
  const { text } = files.read(base.place);
  const { from, to } = members.bodyOf(base);
  const methods = methodNames(text, from, to);
  const [first = "", ...others] = methods;
  if (methods.length === 0) return [];
  const typesWith = (name: string): Map<string, { readonly repository: number; readonly symbol: number }> =>
    new Map(
      symbolsEverywhere(files, name).flatMap((method) => {
        const code = files.index.code[method.repository];
        const row = code?.symbols?.table.row(method.symbol);
        if (!code || !row || row.container === "") return [];
        const path = code.files.path(row.file);
        return [[`${method.repository}:${path.slice(0, path.lastIndexOf("/") + 1)}:${row.container}`, method] as const];
      }),
    );
  let keys = [...typesWith(first).keys()];
  for (const name of others) {
    const have = typesWith(name);
    keys = keys.filter((key) => have.has(key));
  }
  return keys.slice(0, MAX_TYPES + 1).flatMap((key) => {
    const [repository = "0", folder = "", name = ""] = key.split(":");
    return symbolsEverywhere(files, name)
      .filter((candidate) => candidate.repository === Number(repository))
      .map((candidate) => symbolDefinition(files, candidate.repository, candidate.symbol, "package"))
      .filter((type) => isType(files, type) && files.read(type.place).path.replace(/[^/]*$/, "") === folder);
  });
}
