import type { ImportBinding } from "../imports/importTypes.ts";
import type { FilePlace } from "../imports/ModuleResolver.ts";
import type { ScopedName } from "../../../index/text/scopes/scopedNames.ts";
import { isMember } from "../scopes/FileScopes.ts";
import { languageOf } from "../../../index/text/languages.ts";
import { byName, symbolsEverywhere } from "./byName.ts";
import { type Definition, type Evidence, withEvidence } from "./Definition.ts";
import { scopedDefinition, symbolDefinition, symbolsNamed, topNames, typeAround } from "./fileDefinitions.ts";
import { type LookupFiles, isSame, keyOf } from "./LookupFiles.ts";
import { MemberResolver } from "./MemberResolver.ts";
import { DEFAULT_VALUE, EXPORTED, defaultNameOf, isRequired, isWholeModule, passedOnAs } from "./moduleExports.ts";
import { receiverOf } from "./receivers.ts";

/** Modules that pass a name on, one to the next. */
const MAX_EXPORTS = 6;
/** Files of a package that are read for a name. */
const MAX_PACKAGE = 400;
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
  readonly members: MemberResolver;
  readonly #exported = new Map<string, Definition[]>();
  readonly #globals = new Map<string, Definition[]>();

  constructor(files: LookupFiles) {
    this.files = files;
    this.members = new MemberResolver(this);
  }

  /** The definitions of the name that begins at an offset, the likeliest first. */
  async resolve(place: FilePlace, name: string, from: number): Promise<Definition[]> {
    const { text, language } = this.files.read(place);
    const scopes = await this.files.scopes(place);
    const own = scopes?.at(name, from) ?? null;
    if (own && isMember(own)) return [scopedDefinition(this.files, place, own, "scope")];
    if (own) return this.plain(place, name, from);
    const receiver = receiverOf(text, from, language);
    if (!receiver && (name === "this" || name === "self")) {
      const around = await this.members.ownerOf(place, { name, from, isCall: false }, 0);
      return around?.kind === "type" && around.type ? [around.type] : [];
    }
    if (receiver) {
      const found = await this.members.resolve(place, receiver, name);
      return found.length > 0 ? found : byName(this.files, place, name, true);
    }
    if (language.family === "javascript" && isKey(text, from, from + name.length)) {
      const shorthand = await this.plain(place, name, from);
      const members = byName(this.files, place, name, true);
      return isShorthand(text, from, from + name.length) && shorthand.length > 0 ? shorthand : members;
    }
    const found = await this.plain(place, name, from);
    return found.length > 0 ? found : byName(this.files, place, name, false);
  }

  /** The definitions of a name without a receiver, as far as scopes, imports and packages say; none where they do not. */
  async plain(place: FilePlace, name: string, from: number): Promise<Definition[]> {
    const file = this.files.read(place);
    const scopes = await this.files.scopes(place);
    const meant = scopes?.resolve(name, from) ?? null;
    if (meant?.kind === "local" || meant?.kind === "top") {
      const required = await this.#required(place, meant);
      if (required.length > 0) return required;
    }
    if (meant?.kind === "local") return [scopedDefinition(this.files, place, meant, "scope")];
    if (meant && isMember(meant)) return [scopedDefinition(this.files, place, meant, "scope")];
    if (meant?.kind === "top") return this.#topNames(place, name, meant);
    const imported = await this.followImport(place, name);
    if (imported.length > 0) return imported;
    // The import is all that the project knows of a name that it does not define.
    if (
      meant?.kind === "import" &&
      (this.#isOfDependency(place, name) || byName(this.files, place, name, false).length === 0)
    )
      return [{ ...scopedDefinition(this.files, place, meant, "import"), kind: "local" }];
    if (CLASS_SCOPES.has(file.language.name)) {
      const around = typeAround(file, file.lines.lineOf(from));
      const inherited = around ? await this.members.inType(place, around.name, name) : [];
      if (inherited.length > 0) return withEvidence(inherited, "scope");
    }
    const here = symbolsNamed(this.files, place, name, "scope").filter(({ kind }) => kind === "top" || !scopes);
    if (here.length > 0) return here;
    const near = await this.#inPackage(place, name);
    if (near.length > 0) return near;
    const all = await this.#fromAllOf(place, name);
    return all.length > 0 || meant !== null ? all : this.#declaredGlobally(place, name);
  }

  /** What a declaration file without imports and exports gives to all files: `declare const VERSION: string`. */
  async #declaredGlobally(place: FilePlace, name: string): Promise<Definition[]> {
    const { family } = this.files.read(place).language;
    if (family !== "javascript") return [];
    let found = this.#globals.get(name);
    if (found) return found;
    found = [];
    for (const one of this.files.declarationFiles())
      if (this.files.mayHave(one, name) && !/^(?:import|export)\b/m.test(this.files.read(one).text))
        found.push(...(await topNames(this.files, one, name, "package")));
    this.#globals.set(name, found);
    return found;
  }

  async #topNames(place: FilePlace, name: string, meant: ScopedName): Promise<Definition[]> {
    const all = await topNames(this.files, place, name, "scope");
    return all.length > 0 ? all : [scopedDefinition(this.files, place, meant, "scope")];
  }

  /** What a variable stands for that `require` or `import()` defines; none for other variables, and for a module as a whole. */
  async #required(place: FilePlace, { name, from }: Pick<ScopedName, "name" | "from">): Promise<Definition[]> {
    const { language, text } = this.files.read(place);
    if (language.family !== "javascript" || !isRequired(text, from + name.length)) return [];
    const [bound] = this.files.imports(place).called(name);
    if (!bound) return [];
    const found = await this.#imported(place, bound.imported === "*" ? { ...bound, imported: "default" } : bound);
    return withEvidence(
      found.filter(({ kind }) => kind !== "file"),
      "import",
    );
  }

  /** What a name that a file imports is; the module itself for one that stands for a module. */
  async followImport(place: FilePlace, name: string): Promise<Definition[]> {
    const imports = this.files.imports(place);
    const local = imports.called(name);
    // `import { name as other }` names it once, where it is imported.
    for (const one of local.length > 0 ? local : imports.of(name)) {
      const found = await this.#imported(place, one);
      // A default export without a name has the one that the file gives to it.
      if (found.length > 0)
        return found.map((own) => ({ ...own, name: own.kind === "file" ? "" : own.name || name, evidence: "import" }));
    }
    return [];
  }

  /** Whether a file imports a name from a package that the project does not have. */
  #isOfDependency(place: FilePlace, name: string): boolean {
    const imports = this.files.imports(place).called(name);
    return imports.length > 0 && imports.every(({ module }) => this.files.isDependency(place, module));
  }

  async #imported(place: FilePlace, { imported, module }: ImportBinding): Promise<Definition[]> {
    const targets = this.files.modules(place, module);
    if (imported === "*") return targets.slice(0, 1).map((target) => fileDefinition(target));
    for (const target of targets) {
      const found = await this.exported(target, imported);
      if (found.length > 0) return found;
    }
    // `from package import module`, `use crate::module`
    const mark = this.files.read(place).language.name === "Rust" ? "::" : module.endsWith(".") ? "" : ".";
    const [inner] = this.files.modules(place, module + mark + imported);
    if (!inner) return [];
    // A file of Java is named by its class.
    const own = await this.exported(inner, imported);
    return own.length > 0 ? own : [fileDefinition(inner)];
  }

  /** What a module calls `name` for others, through the modules that it passes on. */
  async exported(target: FilePlace, name: string): Promise<Definition[]> {
    const key = `${keyOf(target)}:${name}`;
    const known = this.#exported.get(key);
    if (known) return known;
    // Modules that require one another end here.
    this.#exported.set(key, []);
    const found = await this.#exportedAt(target, name, 0);
    this.#exported.set(key, found);
    return found;
  }

  async #exportedAt(target: FilePlace, name: string, depth: number): Promise<Definition[]> {
    if (depth > MAX_EXPORTS) return [];
    if (name === "default") return this.#defaultOf(target);
    const own = await topNames(this.files, target, name, "import");
    const [first] = own;
    const passedOn = await (first ? this.#required(target, first) : this.#passedOn(target, name));
    if (passedOn.length > 0) return passedOn;
    if (first) return own;
    const imports = this.files.imports(target);
    for (const one of [...imports.called(name), ...imports.called("")]) {
      const isAll = one.local === "" && one.imported === "*";
      if (one.local !== name && !isAll) continue;
      for (const next of this.files.modules(target, one.module)) {
        if (isSame(next, target)) continue;
        if (one.imported === "*" && !isAll) return [fileDefinition(next)];
        const found = await this.#exportedAt(next, isAll ? name : one.imported, depth + 1);
        if (found.length > 0) return found;
      }
    }
    const { text } = this.files.read(target);
    const symbols = symbolsNamed(this.files, target, name, "import").filter(
      ({ kind, container }) => kind === "top" || isWholeModule(text, container),
    );
    return symbols.length > 0 ? symbols : this.#keyOfExports(target, name);
  }

  /** What a CommonJS module exports of another one: `exports.name = variable`, `exports.name = module.part`. */
  async #passedOn(target: FilePlace, name: string): Promise<Definition[]> {
    const { text, language } = this.files.read(target);
    if (language.family !== "javascript") return [];
    const { variable, part } = passedOnAs(text, name);
    if (variable === undefined) return [];
    const [bound] = this.files.imports(target).called(variable);
    if (part !== undefined) return bound?.imported === "*" ? this.#imported(target, { ...bound, imported: part }) : [];
    if (bound) return this.#imported(target, bound.imported === "*" ? { ...bound, imported: "default" } : bound);
    return variable === name ? [] : topNames(this.files, target, variable, "import");
  }

  /** A key of the object that a CommonJS module exports: `module.exports = { name: … }`, or of the variable that it exports. */
  async #keyOfExports(target: FilePlace, name: string): Promise<Definition[]> {
    const { text, language } = this.files.read(target);
    const exported = language.family === "javascript" ? EXPORTED.exec(text) : null;
    if (!exported) return [];
    const variable = exported[1];
    const [owner] = variable === undefined ? [] : await topNames(this.files, target, variable, "import");
    const from = owner ? owner.from + owner.name.length : exported.index + "module.exports".length;
    const found = await this.members.keyOfObject(target, from, name);
    return withEvidence(found, "import");
  }

  async #defaultOf(target: FilePlace): Promise<Definition[]> {
    const { text } = this.files.read(target);
    const found = defaultNameOf(text);
    const named = found === undefined ? [] : await topNames(this.files, target, found, "import");
    if (named.length > 0) return named;
    const value = DEFAULT_VALUE.exec(text);
    return [value ? { ...fileDefinition(target), kind: "top", from: value.index } : fileDefinition(target)];
  }

  async #inPackage(place: FilePlace, name: string): Promise<Definition[]> {
    // An import hides what the package has of the name, also one that leads out of the project.
    if (this.files.imports(place).called(name).length > 0) return [];
    const { language, path } = this.files.read(place);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (HAS_ONLY_TYPES.has(language.name) || language.name === "Go") {
      const symbols = symbolsEverywhere(this.files, name, "").filter(({ member, symbol }) => {
        const { symbols: own, files } = this.files.index.code[member] ?? {};
        const other = files?.path(own?.table.file(symbol) ?? 0) ?? "";
        const isNear = member === place.member && other.startsWith(folder) && !other.includes("/", folder.length);
        return isNear && other !== path && languageOf(other)?.name === language.name;
      });
      const found = symbols.map(({ member, symbol }) => symbolDefinition(this.files, member, symbol, "package"));
      if (found.length > 0 || HAS_ONLY_TYPES.has(language.name) || PREDECLARED.has(name)) return found;
    }
    const near = this.files.packageOf(place).filter((one) => !isSame(one, place) && this.files.mayHave(one, name));
    for (const one of near.slice(0, MAX_PACKAGE)) {
      if (!this.files.read(one).text.includes(name)) continue;
      const found = await topNames(this.files, one, name, "package");
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Names of modules that are imported whole: `from m import *`, `import a.b.*`, an include. */
  async #fromAllOf(place: FilePlace, name: string): Promise<Definition[]> {
    const { language } = this.files.read(place);
    for (const one of this.files.imports(place).called("")) {
      const isPackage = ["Java", "Kotlin", "Scala", "Groovy"].includes(language.name);
      for (const target of this.files.modules(place, isPackage ? `${one.module}.${name}` : one.module)) {
        const found = await this.exported(target, name);
        if (found.length > 0) return withEvidence(found, "import");
      }
    }
    return [];
  }
}

/** A whole file as the definition of a module. */
export const fileDefinition = (place: FilePlace, evidence: Evidence = "import"): Definition => ({
  place,
  name: "",
  from: 0,
  kind: "file",
  symbol: -1,
  container: "",
  scopeFrom: 0,
  scopeTo: 0,
  evidence,
});

/** `name:` or `name,` in an object. */
function isKey(text: string, from: number, to: number): boolean {
  const before = /[{,(]\s*$/.exec(
    text.slice(Math.max(0, from - 200), from).replaceAll(/\/\/[^\n]*|\/\*[^*]*\*\//g, ""),
  );
  return before !== null && before[0][0] !== "(" && /^\s*:(?!:)/.test(text.slice(to, to + 50));
}

const isShorthand = (text: string, from: number, to: number): boolean =>
  !/^\s*:/.test(text.slice(to, to + 50)) && from < to;
