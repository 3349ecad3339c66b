/** What modules export. */
import type { ImportBinding } from "../imports/importTypes.ts";
import type { FilePlace } from "../imports/ModuleResolver.ts";
import type { ScopedName } from "../../../index/text/scopes/scopedNames.ts";
import { type Definition, type DefinitionEvidence, withEvidence } from "./Definition.ts";
import { symbolsNamed, topNames } from "./fileDefinitions.ts";
import { type LookupFiles, isSameFile, keyOf } from "./LookupFiles.ts";
import { DEFAULT_VALUE, EXPORTED, defaultNameOf, isModuleExports, isRequired, reexportOf } from "./moduleExports.ts";
import { keysOf, objectAt } from "./objectKeys.ts";

/** Modules that pass a name on, one to the next. */
const MAX_REEXPORTS = 6;

/** Finds the definitions behind the names that modules export, through the modules that export them again. */
export class ExportResolver {
  readonly #files: LookupFiles;
  readonly #exported = new Map<string, Definition[]>();

  constructor(files: LookupFiles) {
    this.#files = files;
  }

  /** The value of a variable that `require` or `import()` defines; none for other variables, and for a module itself. */
  async required(place: FilePlace, { name, from }: Pick<ScopedName, "name" | "from">): Promise<Definition[]> {
    const { language, text } = this.#files.read(place);
    if (language.family !== "javascript" || !isRequired(text, from + name.length)) return [];
    const [binding] = this.#files.imports(place).bindingsOf(name);
    if (!binding) return [];
    const definitions = await this.imported(
      place,
      binding.imported === "*" ? { ...binding, imported: "default" } : binding,
    );
    return withEvidence(
      definitions.filter(({ kind }) => kind !== "file"),
      "import",
    );
  }

  /** The definitions of what an import brings into a file; the module itself where it brings that. */
  async imported(place: FilePlace, { imported, module }: ImportBinding): Promise<Definition[]> {
    const targets = this.#files.modules(place, module);
    if (imported === "*") return targets.slice(0, 1).map((target) => fileDefinition(target));
    for (const target of targets) {
      const definitions = await this.exported(target, imported);
      if (definitions.length > 0) return definitions;
    }
    // `from package import module`, `use crate::module`
    const mark = this.#files.read(place).language.name === "Rust" ? "::" : module.endsWith(".") ? "" : ".";
    const [inner] = this.#files.modules(place, module + mark + imported);
    if (!inner) return [];
    // A file of Java is named by its class.
    const definitions = await this.exported(inner, imported);
    return definitions.length > 0 ? definitions : [fileDefinition(inner)];
  }

  /** What a module calls `name` for others, through the modules that it passes on. */
  async exported(target: FilePlace, name: string): Promise<Definition[]> {
    const key = `${keyOf(target)}:${name}`;
    const cached = this.#exported.get(key);
    if (cached) return cached;
    // Modules that require one another end here.
    this.#exported.set(key, []);
    const definitions = await this.#exportedAt(target, name, 0);
    this.#exported.set(key, definitions);
    return definitions;
  }

  async #exportedAt(target: FilePlace, name: string, depth: number): Promise<Definition[]> {
    if (depth > MAX_REEXPORTS) return [];
    if (name === "default") return this.#defaultOf(target);
    const defined = await topNames(this.#files, target, name, "import");
    const [first] = defined;
    const reexported = await (first ? this.required(target, first) : this.#reexported(target, name));
    if (reexported.length > 0) return reexported;
    if (first) return defined;
    const imports = this.#files.imports(target);
    for (const binding of [...imports.bindingsOf(name), ...imports.bindingsOf("")]) {
      const isAll = binding.local === "" && binding.imported === "*";
      if (binding.local !== name && !isAll) continue;
      for (const next of this.#files.modules(target, binding.module)) {
        if (isSameFile(next, target)) continue;
        if (binding.imported === "*" && !isAll) return [fileDefinition(next)];
        const exported = await this.#exportedAt(next, isAll ? name : binding.imported, depth + 1);
        if (exported.length > 0) return exported;
      }
    }
    const { text } = this.#files.read(target);
    const symbols = symbolsNamed(this.#files, target, name, "import").filter(
      ({ kind, container }) => kind === "top" || isModuleExports(text, container),
    );
    return symbols.length > 0 ? symbols : this.#keyOfExports(target, name);
  }

  /** What a CommonJS module exports of another one: `exports.name = variable`, `exports.name = module.part`. */
  async #reexported(target: FilePlace, name: string): Promise<Definition[]> {
    const { text, language } = this.#files.read(target);
    if (language.family !== "javascript") return [];
    const { variable, part } = reexportOf(text, name);
    if (variable === undefined) return [];
    const [binding] = this.#files.imports(target).bindingsOf(variable);
    if (part !== undefined)
      return binding?.imported === "*" ? this.imported(target, { ...binding, imported: part }) : [];
    if (binding) return this.imported(target, binding.imported === "*" ? { ...binding, imported: "default" } : binding);
    return variable === name ? [] : topNames(this.#files, target, variable, "import");
  }

  /** A key of the object that a CommonJS module exports: `module.exports = { name: … }`, or of the variable that it exports. */
  async #keyOfExports(target: FilePlace, name: string): Promise<Definition[]> {
    const { text, language } = this.#files.read(target);
    const exported = language.family === "javascript" ? EXPORTED.exec(text) : null;
    if (!exported) return [];
    const variable = exported[1];
    const [owner] = variable === undefined ? [] : await topNames(this.#files, target, variable, "import");
    const from = owner ? owner.from + owner.name.length : exported.index + "module.exports".length;
    const object = objectAt(this.#files, target, from);
    return object ? withEvidence(await keysOf(this.#files, object, name), "import") : [];
  }

  async #defaultOf(target: FilePlace): Promise<Definition[]> {
    const { text } = this.#files.read(target);
    const defaultName = defaultNameOf(text);
    const named = defaultName === undefined ? [] : await topNames(this.#files, target, defaultName, "import");
    if (named.length > 0) return named;
    const value = DEFAULT_VALUE.exec(text);
    return [value ? { ...fileDefinition(target), kind: "top", from: value.index } : fileDefinition(target)];
  }
}

/** A file as the definition of a module. */
export const fileDefinition = (place: FilePlace, evidence: DefinitionEvidence = "import"): Definition => ({
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
