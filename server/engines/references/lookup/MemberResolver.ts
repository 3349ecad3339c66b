import type { FilePlace } from "../imports/ModuleResolver.ts";
import { isMember } from "../scopes/FileScopes.ts";
import { baseTypes } from "./baseTypes.ts";
import { symbolsEverywhere } from "./byName.ts";
import { type DeclaredType, closingBrace, declaredType, returnedType } from "./declaredType.ts";
import { type Definition, withEvidence } from "./Definition.ts";
import { hasAssigned, isType, scopedDefinition, symbolDefinition, typeAround } from "./fileDefinitions.ts";
import { isSame } from "./LookupFiles.ts";
import type { NameResolver } from "./NameResolver.ts";
import { type Receiver, receiverOf } from "./receivers.ts";

/** Steps from a receiver to its type, and from a type to those that it is made from. */
const MAX_STEPS = 6;
/** Maximum number of earlier uses of a variable that are searched for its declaration. */
const MAX_LOOKS = 30;
const SELF = new Set(["this", "self", "cls", "super", "Self", "base", "parent", "static"]);

/** The object literal between two offsets. */
interface ObjectOwner {
  readonly kind: "object";
  readonly place: FilePlace;
  readonly from: number;
  readonly to: number;
}

/** `= {`, `: {` */
const OBJECT = /^\s*[=:]\s*(?:Object\.freeze\()?\{/;

/** What is before the dot: a type with the place of its definition, or the files of a module. */
export type Owner =
  | { readonly kind: "type"; readonly name: string; readonly type: Definition | null; readonly near: FilePlace }
  | ObjectOwner
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
    if (owner.kind === "type") return withEvidence(await this.#memberOf(owner, name, 0), "receiver");
    if (owner.kind === "object") return this.#keysOf(owner, name);
    for (const file of owner.files) {
      const found = await this.#names.exported(file, name);
      if (found.length > 0) return withEvidence(found, "import");
    }
    return [];
  }

  /** Members of the type of this name near a file, and of the types that it is made from. */
  async inType(place: FilePlace, typeName: string, name: string): Promise<Definition[]> {
    const key = `${place.member}:${place.file}:${typeName}`;
    // The name of a base type is looked up inside of the type whose header has it.
    if (this.#inherited.has(key)) return [];
    this.#inherited.add(key);
    try {
      const type = await this.#typeNamed(place, typeName, -1);
      return await this.#memberOf({ kind: "type", name: typeName, type, near: place }, name, 0);
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
      const around = typeAround(file, file.lines.lineOf(receiver.from));
      if (around)
        return {
          kind: "type",
          name: around.name,
          type: await this.#typeNamed(place, around.name, around.symbol),
          near: place,
        };
    }
    const before = receiverOf(file.text, receiver.from, file.language);
    let found: Definition[];
    // `Owner.prototype.name`
    if (before?.isCall === false && receiver.name === "prototype" && file.language.family === "javascript") {
      const type = await this.#typeNamed(place, before.name, -1);
      return { kind: "type", name: before.name, type, near: place };
    }
    if (before) {
      const owner = await this.ownerOf(place, before, depth + 1);
      if (owner?.kind === "object") found = await this.#keysOf(owner, receiver.name);
      else if (owner?.kind === "module") {
        found = [];
        for (const one of owner.files)
          found.push(...(found.length > 0 ? [] : await this.#names.exported(one, receiver.name)));
      } else found = owner ? await this.#memberOf(owner, receiver.name, depth + 1) : [];
    } else {
      const module = this.#moduleNamed(place, receiver.name);
      const meant = (await files.scopes(place))?.resolve(receiver.name, receiver.from);
      if (module.length > 0 && meant?.kind !== "local") return { kind: "module", files: module };
      found = await this.#names.plain(place, receiver.name, receiver.from);
      if (found.length === 0) return this.#byLooks(place, receiver, depth + 1);
    }
    return this.#ownerFrom(found, receiver.isCall, depth + 1);
  }

  /** The type of a variable by the nearest declaration before it, where the file is not parsed. */
  async #byLooks(place: FilePlace, { name, from, isCall }: Receiver, depth: number): Promise<Owner | null> {
    const { files } = this.#names;
    const { text, language } = files.read(place);
    if (isCall || (await files.scopes(place)) !== null) return null;
    for (let at = text.lastIndexOf(name, from - 1), looks = 0; at >= 0 && looks < MAX_LOOKS; looks++) {
      const isWhole = !/[\w$.]/.test(text[at - 1] ?? " ") && !/[\w$]/.test(text[at + name.length] ?? " ");
      const declared = isWhole ? declaredType(text, at, at + name.length, language) : null;
      if (declared) return this.#declaredOwner(place, declared, depth);
      at = at === 0 ? -1 : text.lastIndexOf(name, at - 1);
    }
    return null;
  }

  #moduleNamed(place: FilePlace, name: string): readonly FilePlace[] {
    const { files } = this.#names;
    const one = files
      .imports(place)
      .called(name)
      .find(({ imported }) => imported === "*");
    return one ? files.modules(place, one.module) : [];
  }

  async #ownerFrom(found: readonly Definition[], isCall: boolean, depth: number): Promise<Owner | null> {
    const { files } = this.#names;
    const type = found.find((one) => isType(files, one));
    if (type) return { kind: "type", name: type.name, type, near: type.place };
    const [first] = found;
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
    return declared ? this.#declaredOwner(first.place, declared, depth) : this.#objectAt(first.place, to);
  }

  /** A key of the object literal that the text after an offset begins with: `= { key: … }`. */
  async keyOfObject(place: FilePlace, from: number, name: string): Promise<Definition[]> {
    const object = this.#objectAt(place, from);
    return object ? this.#keysOf(object, name) : [];
  }

  #objectAt(place: FilePlace, from: number): ObjectOwner | null {
    const { text } = this.#names.files.read(place);
    const open = OBJECT.exec(text.slice(from, from + 100))?.[0].length;
    return open === undefined
      ? null
      : { kind: "object", place, from: from + open, to: closingBrace(text, from + open) };
  }

  /** The keys of an object that a variable is defined as. */
  async #keysOf({ place, from, to }: ObjectOwner, name: string): Promise<Definition[]> {
    const { files } = this.#names;
    const scopes = await files.scopes(place);
    const keys = (scopes?.named(name) ?? []).filter((one) => isMember(one) && one.from >= from && one.from < to);
    const [outer] = keys.sort((a, b) => a.scopeFrom - b.scopeFrom);
    return outer ? [scopedDefinition(files, place, outer, "receiver")] : [];
  }

  async #declaredOwner(place: FilePlace, { name, at, isCall }: DeclaredType, depth: number): Promise<Owner | null> {
    const { files } = this.#names;
    const { text, language } = files.read(place);
    const before = receiverOf(text, at, language);
    let found: Definition[];
    if (before) found = await this.#membersThrough(place, before, name, depth);
    else found = await this.#names.plain(place, name, at);
    if (isCall) return this.#ownerFrom(found, true, depth + 1);
    const type = found.find((one) => isType(files, one)) ?? null;
    // `type A = B`, or a schema and the type that is inferred from it, have no members of their own that are known.
    return { kind: "type", name, type, near: place };
  }

  async #membersThrough(place: FilePlace, before: Receiver, name: string, depth: number): Promise<Definition[]> {
    const owner = await this.ownerOf(place, before, depth + 1);
    if (owner?.kind === "type") return this.#memberOf(owner, name, depth + 1);
    if (owner?.kind === "object") return this.#keysOf(owner, name);
    for (const file of owner?.files ?? []) {
      const found = await this.#names.exported(file, name);
      if (found.length > 0) return found;
    }
    return [];
  }

  async #typeNamed(place: FilePlace, name: string, symbol: number): Promise<Definition | null> {
    const { files } = this.#names;
    if (symbol >= 0) return symbolDefinition(files, place.member, symbol, "scope");
    const found = await this.#names.plain(place, name, 0);
    return found.find((one) => isType(files, one)) ?? null;
  }

  async #memberOf(owner: Owner & { readonly kind: "type" }, name: string, depth: number): Promise<Definition[]> {
    const { files } = this.#names;
    const { type } = owner;
    if (type) {
      const own = await this.inBody(type, name);
      if (own.length > 0) return own;
    }
    // Methods next to their type: other files of the package, an extension, an implementation.
    const near = type?.place ?? owner.near;
    const elsewhere = symbolsEverywhere(files, name, owner.name)
      .map(({ member, symbol }) => symbolDefinition(files, member, symbol, "receiver"))
      .filter(({ place }) => files.read(place).language.name === files.read(near).language.name);
    const here = elsewhere.filter(({ place }) => (type ? this.#isBeside(type, place) : place.member === near.member));
    if (here.length > 0) return here;
    if (!type) return elsewhere;
    if (depth > MAX_STEPS) return [];
    for (const base of this.basesOf(type)) {
      const found = await this.#names.plain(type.place, base.name, base.at);
      const baseType = found.find((one) => isType(files, one));
      if (!baseType || (isSame(baseType.place, type.place) && baseType.symbol === type.symbol)) continue;
      const members = await this.#memberOf(
        { kind: "type", name: baseType.name, type: baseType, near: baseType.place },
        name,
        depth + 1,
      );
      if (members.length > 0) return members;
    }
    return [];
  }

  /** Languages whose types have members in other files: those of the same folder, or of the repository. */
  #isBeside(type: Definition, place: FilePlace): boolean {
    const { files } = this.#names;
    if (isSame(type.place, place)) return true;
    const { language, path } = files.read(type.place);
    const other = files.read(place).path;
    const folder = (of: string): string => of.slice(0, Math.max(0, of.lastIndexOf("/")));
    if (language.name === "Go") return type.place.member === place.member && folder(path) === folder(other);
    return (
      type.place.member === place.member && ["Rust", "C++", "C#", "Ruby", "Swift", "Kotlin"].includes(language.name)
    );
  }

  /** Members of this name that a type has itself. */
  async inBody(type: Definition, name: string): Promise<Definition[]> {
    const { files } = this.#names;
    const { from, to } = this.bodyOf(type);
    const scopes = await files.scopes(type.place);
    const named = (scopes?.named(name) ?? []).filter(
      (one) => one.kind === "member" && one.from >= from && one.from < to,
    );
    const own = named
      .map((one) => scopedDefinition(files, type.place, one, "receiver"))
      .filter(({ container }) => container === "" || container === type.name);
    if (own.length > 0 || scopes) return own;
    const table = files.index.code[type.place.member]?.symbols?.table;
    if (!table) return [];
    const range = table.ofFile(type.place.file);
    const found: Definition[] = [];
    for (let symbol = range.from; symbol < range.to; symbol++) {
      if (table.name(symbol) !== name) continue;
      const one = symbolDefinition(files, type.place.member, symbol, "receiver");
      if (one.from > from && one.from < to) found.push(one);
    }
    return found;
  }

  /** Where the text of a type is. */
  bodyOf({ place, symbol, from, name }: Definition): { readonly from: number; readonly to: number } {
    const { lines, code } = this.#names.files.read(place);
    const table = code.symbols?.table;
    const end = table && symbol >= 0 ? lines.startOf(table.end(symbol) + 1) : from + name.length;
    return { from: from + name.length, to: end };
  }

  /** The types that one is made from, where their names are written. */
  basesOf(type: Definition) {
    const { text, language } = this.#names.files.read(type.place);
    const { from, to } = this.bodyOf(type);
    return baseTypes(text, from, to, language);
  }
}
