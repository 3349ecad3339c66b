import type { FilePlace } from "./imports/ModuleResolver.ts";
import type { Definition, DefinitionEvidence } from "./lookup/Definition.ts";
import { isSameFile, keyOf } from "./lookup/LookupFiles.ts";
import type { NameResolver } from "./lookup/NameResolver.ts";
import { receiverOf } from "./lookup/receivers.ts";

/** Languages whose imports are followed: a name that they do not bring into a file is another one. */
const FOLLOWED = new Set(["TypeScript", "JavaScript", "Python", "Go", "Java"]);

/** Says of each place that has a name whether it means one of some definitions. */
export class ReferenceMatcher {
  readonly targets: readonly Definition[];
  readonly #names: NameResolver;
  readonly #isMember: boolean;
  /** Whether the definitions are known by their name alone. */
  readonly #isByNameOnly: boolean;
  readonly #near = new Map<string, boolean>();

  constructor(names: NameResolver, targets: readonly Definition[]) {
    this.#names = names;
    this.targets = targets;
    this.#isMember = targets.some(({ kind }) => kind === "member");
    this.#isByNameOnly = targets.every(({ evidence }) => evidence === "name") && targets.length > 1;
  }

  /** The names that a file may give to the definitions: their own, and what an import calls them. */
  namesIn(place: FilePlace, name: string): ReadonlySet<string> {
    const aliases = this.#names.files
      .imports(place)
      .importsOfName(name)
      .filter(({ local }) => local !== name && local !== "")
      .map(({ local }) => local);
    return new Set([name, ...aliases]);
  }

  /** How the name at an offset is tied to the definitions; null where it means something else. */
  async match(place: FilePlace, name: string, from: number): Promise<DefinitionEvidence | null> {
    const { files, members } = this.#names;
    const { text, language } = files.read(place);
    const scopes = await files.scopes(place);
    const definedHere = scopes?.definitionAt(name, from);
    if (definedHere?.kind === "key") return this.#isMember ? this.#weakEvidence(place) : null;
    if (definedHere?.kind === "member") return null;
    const receiver = receiverOf(text, from, language);
    if (receiver) {
      const owner = await members.ownerOf(place, receiver, 0);
      if (owner) return this.#evidenceOf(await members.resolve(place, receiver, name));
      return this.#isMember || !FOLLOWED.has(language.name) ? this.#weakEvidence(place) : null;
    }
    if (this.#isMember && !definedHere && isInBraces(text, from, name.length) && language.family === "javascript")
      return this.#weakEvidence(place);
    const resolved = await this.#names.resolveUnqualified(place, name, from);
    if (resolved.length > 0) return this.#evidenceOf(resolved);
    if (this.#isMember) return !scopes || !FOLLOWED.has(language.name) ? this.#weakEvidence(place) : null;
    return FOLLOWED.has(language.name) ? null : "name";
  }

  #evidenceOf(resolved: readonly Definition[]): DefinitionEvidence | null {
    const matchingTarget = resolved.find((definition) =>
      this.targets.some((target) => isSameFile(target.place, definition.place) && target.from === definition.from),
    );
    return matchingTarget?.evidence ?? null;
  }

  /** A member of something unknown counts in files that have to do with its type. */
  #weakEvidence(place: FilePlace): DefinitionEvidence | null {
    const key = keyOf(place);
    let isNear = this.#near.get(key);
    if (isNear === undefined) this.#near.set(key, (isNear = this.#isByNameOnly || this.#mentionsType(place)));
    return isNear ? "name" : null;
  }

  #mentionsType(place: FilePlace): boolean {
    const { files } = this.#names;
    const { text } = files.read(place);
    return this.targets.some(
      (target) =>
        isSameFile(target.place, place) ||
        (target.container !== "" && text.includes(target.container)) ||
        files.packageOf(place).some((file) => isSameFile(file, target.place)) ||
        files
          .imports(place)
          .all.some(({ module }) => files.modules(place, module).some((file) => isSameFile(file, target.place))),
    );
  }
}

/** `{ name }`, `{ name: value }`, `{ name, other }` */
function isInBraces(text: string, from: number, length: number): boolean {
  const before = /[{,]\s*$/.test(text.slice(Math.max(0, from - 200), from));
  return before && /^\s*(?:[:,}=]|\?:)/.test(text.slice(from + length, from + length + 50));
}
