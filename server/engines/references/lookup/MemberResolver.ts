import type { FilePlace } from "../imports/ModuleResolver.ts";
import { baseTypes } from "./baseTypes.ts";
import { symbolsEverywhere } from "./byName.ts";
import { type DeclaredType, declaredType, returnedType } from "./declaredType.ts";
import { type Definition, withEvidence } from "./Definition.ts";
import { hasAssigned, isType, scopedDefinition, symbolDefinition, enclosingType } from "./fileDefinitions.ts";
import { isSameFile } from "./LookupFiles.ts";
import type { NameResolver } from "./NameResolver.ts";
import { type ObjectLiteral, keysOf, objectAt } from "./objectKeys.ts";
import { type Receiver, receiverOf } from "./receivers.ts";

/** Steps from a receiver to its type, and from a type to its base types. */
const MAX_STEPS = 6;
/** Maximum number of earlier uses of a variable that are searched for its declaration. */
const MAX_EARLIER_USES = 30;
const SELF = new Set(["this", "self", "cls", "super", "Self", "base", "parent", "static"]);

/** What is before the dot: a type with the place of its definition, or the files of a module. */
export type Owner =
  | { readonly kind: "type"; readonly name: string; readonly type: Definition | null; readonly near: FilePlace }
  | ObjectLiteral
  | { readonly kind: "module"; readonly files: readonly FilePlace[] };

/** Finds members by the type of their receiver. */
export class MemberResolver {
  readonly #names: NameResolver;
  /** Types whose members are being looked up. */
  readonly #inherited = new Set<string>();

  constructor(names: NameResolver) {
    this.#names = names;
  }

  /** None where the type of the receiver is not known, or has no such member. */
  async resolve(place: FilePlace, receiver: Receiver, name: string): Promise<Definition[]> {
    const owner = await this.ownerOf(place, receiver, 0);
    if (!owner) return [];
    if (owner.kind === "type") return withEvidence(await this.#membersOf(owner, name, 0), "receiver");
    if (owner.kind === "object") return keysOf(this.#names.files, owner, name);
    for (const file of owner.files) {
      const definitions = await this.#names.exports.exported(file, name);
      if (definitions.length > 0) return withEvidence(definitions, "import");
    }
    return [];
  }

  /** Members of the type of this name near a file, and of its base types. */
  async membersOfType(place: FilePlace, typeName: string, name: string): Promise<Definition[]> {
    const key = `${place.repository}:${place.file}:${typeName}`;
    // The name of a base type is looked up inside of the type whose header has it.
    if (this.#inherited.has(key)) return [];
    this.#inherited.add(key);
    try {
      const type = await this.#typeNamed(place, typeName, -1);
      return await this.#membersOf({ kind: "type", name: typeName, type, near: place }, name, 0);
    } finally {
      this.#inherited.delete(key);
    }
  }

  /** The type or module that a receiver is of; null where nothing says so. */
  async ownerOf(place: FilePlace, receiver: Receiver, depth: number): Promise<Owner | null> {
    if (receiver.name === "" || depth > MAX_STEPS) return null;
    const { files } = this.#names;
    const file = files.read(place);
    if (SELF.has(receiver.name) && !receiver.isCall) {
      const enclosing = enclosingType(file, file.lines.lineOf(receiver.from));
      if (enclosing)
        return {
          kind: "type",
          name: enclosing.name,
          type: await this.#typeNamed(place, enclosing.name, enclosing.symbol),
          near: place,
        };
    }
    const before = receiverOf(file.text, receiver.from, file.language);
    let definitions: Definition[];
    // `Owner.prototype.name`
    if (before?.isCall === false && receiver.name === "prototype" && file.language.family === "javascript") {
      const type = await this.#typeNamed(place, before.name, -1);
      return { kind: "type", name: before.name, type, near: place };
    }
    if (before) {
      const owner = await this.ownerOf(place, before, depth + 1);
      if (owner?.kind === "object") definitions = await keysOf(files, owner, receiver.name);
      else if (owner?.kind === "module") {
        definitions = [];
        for (const moduleFile of owner.files)
          definitions.push(
            ...(definitions.length > 0 ? [] : await this.#names.exports.exported(moduleFile, receiver.name)),
          );
      } else definitions = owner ? await this.#membersOf(owner, receiver.name, depth + 1) : [];
    } else {
      const module = this.#moduleNamed(place, receiver.name);
      const binding = (await files.scopes(place))?.resolve(receiver.name, receiver.from);
      if (module.length > 0 && binding?.kind !== "local") return { kind: "module", files: module };
      definitions = await this.#names.resolveUnqualified(place, receiver.name, receiver.from);
      if (definitions.length === 0) return this.#typeFromNearestDeclaration(place, receiver, depth + 1);
    }
    return this.#ownerFrom(definitions, receiver.isCall, depth + 1);
  }

  /** The type of a variable by the nearest declaration before it, where the file is not parsed. */
  async #typeFromNearestDeclaration(
    place: FilePlace,
    { name, from, isCall }: Receiver,
    depth: number,
  ): Promise<Owner | null> {
    const { files } = this.#names;
    const { text, language } = files.read(place);
    if (isCall || (await files.scopes(place)) !== null) return null;
    for (let at = text.lastIndexOf(name, from - 1), uses = 0; at >= 0 && uses < MAX_EARLIER_USES; uses++) {
      const isFullName = !/[\w$.]/.test(text[at - 1] ?? " ") && !/[\w$]/.test(text[at + name.length] ?? " ");
      const declared = isFullName ? declaredType(text, at, at + name.length, language) : null;
      if (declared) return this.#declaredOwner(place, declared, depth);
      at = at === 0 ? -1 : text.lastIndexOf(name, at - 1);
    }
    return null;
  }

  #moduleNamed(place: FilePlace, name: string): readonly FilePlace[] {
    const { files } = this.#names;
    const binding = files
      .imports(place)
      .bindingsOf(name)
      .find(({ imported }) => imported === "*");
    return binding ? files.modules(place, binding.module) : [];
  }

  async #ownerFrom(definitions: readonly Definition[], isCall: boolean, depth: number): Promise<Owner | null> {
    const { files } = this.#names;
    const type = definitions.find((definition) => isType(files, definition));
    if (type) return { kind: "type", name: type.name, type, near: type.place };
    const [first] = definitions;
    if (!first || depth > MAX_STEPS) return null;
    if (first.kind === "file") return { kind: "module", files: [first.place] };
    const { text, language } = files.read(first.place);
    const to = first.from + first.name.length;
    const isFunction = isCall || first.symbol >= 0;
    const declared = isFunction
      ? returnedType(text, first.from, to, language)
      : declaredType(text, first.from, to, language);
    if (isCall) return declared && this.#declaredOwner(first.place, declared, depth);
    // `var app = module.exports = {}; app.use = function () {}`
    if (language.family === "javascript" && hasAssigned(files, first))
      return { kind: "type", name: first.name, type: null, near: first.place };
    return declared ? this.#declaredOwner(first.place, declared, depth) : objectAt(files, first.place, to);
  }

  async #declaredOwner(place: FilePlace, { name, at, isCall }: DeclaredType, depth: number): Promise<Owner | null> {
    const { files } = this.#names;
    const { text, language } = files.read(place);
    const before = receiverOf(text, at, language);
    let definitions: Definition[];
    if (before) definitions = await this.#membersThrough(place, before, name, depth);
    else definitions = await this.#names.resolveUnqualified(place, name, at);
    if (isCall) return this.#ownerFrom(definitions, true, depth + 1);
    const type = definitions.find((definition) => isType(files, definition)) ?? null;
    // `type A = B`, or a schema and the type that is inferred from it, have no members of their own that are known.
    return { kind: "type", name, type, near: place };
  }

  async #membersThrough(place: FilePlace, before: Receiver, name: string, depth: number): Promise<Definition[]> {
    const owner = await this.ownerOf(place, before, depth + 1);
    if (owner?.kind === "type") return this.#membersOf(owner, name, depth + 1);
    if (owner?.kind === "object") return keysOf(this.#names.files, owner, name);
    for (const file of owner?.files ?? []) {
      const definitions = await this.#names.exports.exported(file, name);
      if (definitions.length > 0) return definitions;
    }
    return [];
  }

  async #typeNamed(place: FilePlace, name: string, symbol: number): Promise<Definition | null> {
    const { files } = this.#names;
    if (symbol >= 0) return symbolDefinition(files, place.repository, symbol, "scope");
    const unqualified = await this.#names.resolveUnqualified(place, name, 0);
    return unqualified.find((definition) => isType(files, definition)) ?? null;
  }

  async #membersOf(owner: Owner & { readonly kind: "type" }, name: string, depth: number): Promise<Definition[]> {
    const { files } = this.#names;
    const { type } = owner;
    if (type) {
      const defined = await this.ownMembers(type, name);
      if (defined.length > 0) return defined;
    }
    // Methods next to their type: other files of the package, an extension, an implementation.
    const near = type?.place ?? owner.near;
    const elsewhere = symbolsEverywhere(files, name, owner.name)
      .map(({ repository, symbol }) => symbolDefinition(files, repository, symbol, "receiver"))
      .filter(({ place }) => files.read(place).language.name === files.read(near).language.name);
    const here = elsewhere.filter(({ place }) =>
      type ? this.#isInSameModule(type, place) : place.repository === near.repository,
    );
    if (here.length > 0) return here;
    if (!type) return elsewhere;
    if (depth > MAX_STEPS) return [];
    for (const base of this.basesOf(type)) {
      const unqualified = await this.#names.resolveUnqualified(type.place, base.name, base.at);
      const baseType = unqualified.find((definition) => isType(files, definition));
      if (!baseType || (isSameFile(baseType.place, type.place) && baseType.symbol === type.symbol)) continue;
      const members = await this.#membersOf(
        { kind: "type", name: baseType.name, type: baseType, near: baseType.place },
        name,
        depth + 1,
      );
      if (members.length > 0) return members;
    }
    return [];
  }

  /** Languages whose types have members in other files: those of the same folder, or of the repository. */
  #isInSameModule(type: Definition, place: FilePlace): boolean {
    const { files } = this.#names;
    if (isSameFile(type.place, place)) return true;
    const { language, path } = files.read(type.place);
    const other = files.read(place).path;
    const folder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (language.name === "Go") return type.place.repository === place.repository && folder(path) === folder(other);
    return (
      type.place.repository === place.repository &&
      ["Rust", "C++", "C#", "Ruby", "Swift", "Kotlin"].includes(language.name)
    );
  }

  /** Members of this name that a type has itself. */
  async ownMembers(type: Definition, name: string): Promise<Definition[]> {
    const { files } = this.#names;
    const { from, to } = this.bodyOf(type);
    const scopes = await files.scopes(type.place);
    const named = (scopes?.named(name) ?? []).filter(
      (scoped) => scoped.kind === "member" && scoped.from >= from && scoped.from < to,
    );
    const defined = named
      .map((scoped) => scopedDefinition(files, type.place, scoped, "receiver"))
      .filter(({ container }) => container === "" || container === type.name);
    if (defined.length > 0 || scopes) return defined;
    const table = files.index.code[type.place.repository]?.symbols?.table;
    if (!table) return [];
    const range = table.ofFile(type.place.file);
    const definitions: Definition[] = [];
    for (let symbol = range.from; symbol < range.to; symbol++) {
      if (table.name(symbol) !== name) continue;
      const definition = symbolDefinition(files, type.place.repository, symbol, "receiver");
      if (definition.from > from && definition.from < to) definitions.push(definition);
    }
    return definitions;
  }

  /** Offsets of the text of a type, after its name. */
  bodyOf({ place, symbol, from, name }: Definition): { readonly from: number; readonly to: number } {
    const { lines, code } = this.#names.files.read(place);
    const table = code.symbols?.table;
    const end = table && symbol >= 0 ? lines.startOf(table.end(symbol) + 1) : from + name.length;
    return { from: from + name.length, to: end };
  }

  /** The base types of a type, where their names are written. */
  basesOf(type: Definition) {
    const { text, language } = this.#names.files.read(type.place);
    const { from, to } = this.bodyOf(type);
    return baseTypes(text, from, to, language);
  }
}
