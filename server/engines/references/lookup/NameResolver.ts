import type { FilePlace } from "../imports/ModuleResolver.ts";
import type { ScopedName } from "../../../index/text/scopes/scopedNames.ts";
import { isMember } from "../scopes/FileScopes.ts";
import { fileLanguageOf } from "../../../index/text/languages.ts";
import { definitionsByName, symbolsEverywhere } from "./byName.ts";
import { type Definition, withEvidence } from "./Definition.ts";
import { ExportResolver } from "./ExportResolver.ts";
import { enclosingType, scopedDefinition, symbolDefinition, symbolsNamed, topNames } from "./fileDefinitions.ts";
import { type LookupFiles, isSameFile } from "./LookupFiles.ts";
import { MemberResolver } from "./MemberResolver.ts";
import { receiverOf } from "./receivers.ts";

/** Files of a package that are read for a name. */
const MAX_PACKAGE_FILES = 400;
const CLASS_SCOPES = new Set(["Java", "C#", "C++", "Kotlin", "Scala", "Swift", "Ruby", "Groovy", "Dart"]);

/** Languages whose packages have no functions and variables of their own, so that the symbols of a folder are all that it shares. */
const HAS_ONLY_TYPES = new Set(["Java"]);
/** Names that Go declares itself. */
const PREDECLARED = new Set(
  "any append bool byte cap clear close comparable complex complex64 complex128 copy delete error false float32 float64 imag int int8 int16 int32 int64 iota len make max min new nil panic print println real recover rune string true uint uint8 uint16 uint32 uint64 uintptr".split(
    " ",
  ),
);

/** What names mean, by scopes, imports and the types of receivers. */
export class NameResolver {
  readonly files: LookupFiles;
  readonly exports: ExportResolver;
  readonly members: MemberResolver;
  readonly #ambient = new Map<string, Definition[]>();

  constructor(files: LookupFiles) {
    this.files = files;
    this.exports = new ExportResolver(files);
    this.members = new MemberResolver(this);
  }

  /** The definitions of the name that begins at an offset, the likeliest first. */
  async resolve(place: FilePlace, name: string, from: number): Promise<Definition[]> {
    const { text, language } = this.files.read(place);
    const scopes = await this.files.scopes(place);
    const definedHere = scopes?.definitionAt(name, from) ?? null;
    if (definedHere && isMember(definedHere)) return [scopedDefinition(this.files, place, definedHere, "scope")];
    if (definedHere) return this.resolveUnqualified(place, name, from);
    const receiver = receiverOf(text, from, language);
    if (!receiver && (name === "this" || name === "self")) {
      const enclosing = await this.members.ownerOf(place, { name, from, isCall: false }, 0);
      return enclosing?.kind === "type" && enclosing.type ? [enclosing.type] : [];
    }
    if (receiver) {
      const definitions = await this.members.resolve(place, receiver, name);
      return definitions.length > 0 ? definitions : definitionsByName(this.files, place, name, true);
    }
    if (language.family === "javascript" && isKey(text, from, from + name.length)) {
      const shorthand = await this.resolveUnqualified(place, name, from);
      const members = definitionsByName(this.files, place, name, true);
      return isShorthand(text, from, from + name.length) && shorthand.length > 0 ? shorthand : members;
    }
    const definitions = await this.resolveUnqualified(place, name, from);
    return definitions.length > 0 ? definitions : definitionsByName(this.files, place, name, false);
  }

  /** The definitions of a name without a receiver, as far as scopes, imports and packages say; none where they do not. */
  async resolveUnqualified(place: FilePlace, name: string, from: number): Promise<Definition[]> {
    const file = this.files.read(place);
    const scopes = await this.files.scopes(place);
    const binding = scopes?.resolve(name, from) ?? null;
    if (binding?.kind === "local" || binding?.kind === "top") {
      const required = await this.exports.required(place, binding);
      if (required.length > 0) return required;
    }
    if (binding?.kind === "local") return [scopedDefinition(this.files, place, binding, "scope")];
    if (binding && isMember(binding)) return [scopedDefinition(this.files, place, binding, "scope")];
    if (binding?.kind === "top") return this.#topNames(place, name, binding);
    const imported = await this.followImport(place, name);
    if (imported.length > 0) return imported;
    // The import is all that the project knows of a name that it does not define.
    if (
      binding?.kind === "import" &&
      (this.#isFromDependency(place, name) || definitionsByName(this.files, place, name, false).length === 0)
    )
      return [{ ...scopedDefinition(this.files, place, binding, "import"), kind: "local" }];
    if (CLASS_SCOPES.has(file.language.name)) {
      const enclosing = enclosingType(file, file.lines.lineOf(from));
      const inherited = enclosing ? await this.members.membersOfType(place, enclosing.name, name) : [];
      if (inherited.length > 0) return withEvidence(inherited, "scope");
    }
    const here = symbolsNamed(this.files, place, name, "scope").filter(({ kind }) => kind === "top" || !scopes);
    if (here.length > 0) return here;
    const near = await this.#fromPackage(place, name);
    if (near.length > 0) return near;
    const all = await this.#fromWildcardImports(place, name);
    return all.length > 0 || binding !== null ? all : this.#ambientDeclarations(place, name);
  }

  /** What a declaration file without imports and exports gives to all files: `declare const VERSION: string`. */
  async #ambientDeclarations(place: FilePlace, name: string): Promise<Definition[]> {
    const { family } = this.files.read(place).language;
    if (family !== "javascript") return [];
    let definitions = this.#ambient.get(name);
    if (definitions) return definitions;
    definitions = [];
    for (const file of this.files.declarationFiles())
      if (this.files.mayContain(file, name) && !/^(?:import|export)\b/m.test(this.files.read(file).text))
        definitions.push(...(await topNames(this.files, file, name, "package")));
    this.#ambient.set(name, definitions);
    return definitions;
  }

  async #topNames(place: FilePlace, name: string, binding: ScopedName): Promise<Definition[]> {
    const all = await topNames(this.files, place, name, "scope");
    return all.length > 0 ? all : [scopedDefinition(this.files, place, binding, "scope")];
  }

  /** What a name that a file imports is; the module itself for one that stands for a module. */
  async followImport(place: FilePlace, name: string): Promise<Definition[]> {
    const imports = this.files.imports(place);
    const local = imports.bindingsOf(name);
    // `import { name as other }` names it once, where it is imported.
    for (const importBinding of local.length > 0 ? local : imports.importsOfName(name)) {
      const definitions = await this.exports.imported(place, importBinding);
      // A default export without a name has the one that the file gives to it.
      if (definitions.length > 0)
        return definitions.map((definition) => ({
          ...definition,
          name: definition.kind === "file" ? "" : definition.name || name,
          evidence: "import",
        }));
    }
    return [];
  }

  /** Whether a file imports a name from a package that the project does not have. */
  #isFromDependency(place: FilePlace, name: string): boolean {
    const imports = this.files.imports(place).bindingsOf(name);
    return imports.length > 0 && imports.every(({ module }) => this.files.isDependency(place, module));
  }

  async #fromPackage(place: FilePlace, name: string): Promise<Definition[]> {
    // An import hides what the package has of the name, also one that leads out of the project.
    if (this.files.imports(place).bindingsOf(name).length > 0) return [];
    const { language, path } = this.files.read(place);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (HAS_ONLY_TYPES.has(language.name) || language.name === "Go") {
      const symbols = symbolsEverywhere(this.files, name, "").filter(({ repository, symbol }) => {
        const { symbols: symbolsOfOther, files } = this.files.index.code[repository] ?? {};
        const other = files?.path(symbolsOfOther?.table.file(symbol) ?? 0) ?? "";
        const isNear =
          repository === place.repository && other.startsWith(folder) && !other.includes("/", folder.length);
        return isNear && other !== path && fileLanguageOf(other)?.name === language.name;
      });
      const definitions = symbols.map(({ repository, symbol }) =>
        symbolDefinition(this.files, repository, symbol, "package"),
      );
      if (definitions.length > 0 || HAS_ONLY_TYPES.has(language.name) || PREDECLARED.has(name)) return definitions;
    }
    const near = this.files
      .packageOf(place)
      .filter((sibling) => !isSameFile(sibling, place) && this.files.mayContain(sibling, name));
    for (const sibling of near.slice(0, MAX_PACKAGE_FILES)) {
      if (!this.files.read(sibling).text.includes(name)) continue;
      const definitions = await topNames(this.files, sibling, name, "package");
      if (definitions.length > 0) return definitions;
    }
    return [];
  }

  /** Names of modules that are imported whole: `from m import *`, `import a.b.*`, an include. */
  async #fromWildcardImports(place: FilePlace, name: string): Promise<Definition[]> {
    const { language } = this.files.read(place);
    for (const binding of this.files.imports(place).bindingsOf("")) {
      const isPackage = ["Java", "Kotlin", "Scala", "Groovy"].includes(language.name);
      for (const target of this.files.modules(place, isPackage ? `${binding.module}.${name}` : binding.module)) {
        const definitions = await this.exports.exported(target, name);
        if (definitions.length > 0) return withEvidence(definitions, "import");
      }
    }
    return [];
  }
}

/** `name:` or `name,` in an object. */
function isKey(text: string, from: number, to: number): boolean {
  const before = /[{,(]\s*$/.exec(
    text.slice(Math.max(0, from - 200), from).replaceAll(/\/\/[^\n]*|\/\*[^*]*\*\//g, ""),
  );
  return before !== null && before[0][0] !== "(" && /^\s*:(?!:)/.test(text.slice(to, to + 50));
}

const isShorthand = (text: string, from: number, to: number): boolean =>
  !/^\s*:/.test(text.slice(to, to + 50)) && from < to;
