import type { FilePlace } from "./imports/ModuleResolver.ts";
import type { Definition, Evidence } from "./lookup/Definition.ts";
import { isSame, keyOf } from "./lookup/LookupFiles.ts";
import type { NameResolver } from "./lookup/NameResolver.ts";
import { receiverOf } from "./lookup/receivers.ts";

/** Languages whose imports are followed: a name that they do not bring into a file is another one. */
const FOLLOWED = new Set(["TypeScript", "JavaScript", "Python", "Go", "Java"]);

/** Says of each place that has a name whether it means one of some definitions. */
export class ReferenceJudge {
  readonly targets: readonly Definition[];
  readonly #names: NameResolver;
  readonly #isMember: boolean;
  /** Whether the definitions are known by their name alone. */
  readonly #isLoose: boolean;
  readonly #near = new Map<string, boolean>();

  constructor(names: NameResolver, targets: readonly Definition[]) {
    this.#names = names;
    this.targets = targets;
    this.#isMember = targets.some(({ kind }) => kind === "member");
    this.#isLoose = targets.every(({ evidence }) => evidence === "name") && targets.length > 1;
  }

  /** The names that a file may give to the definitions: their own, and what an import calls them. */
  namesIn(place: FilePlace, name: string): ReadonlySet<string> {
    const aliases = this.#names.files
      .imports(place)
      .of(name)
      .filter(({ local }) => local !== name && local !== "")
      .map(({ local }) => local);
    return new Set([name, ...aliases]);
  }

  /** How the name at an offset is tied to the definitions; null where it means something else. */
  async judge(place: FilePlace, name: string, from: number): Promise<Evidence | null> {
    const { files, members } = this.#names;
    const { text, language } = files.read(place);
    const scopes = await files.scopes(place);
    const own = scopes?.at(name, from);
    if (own?.kind === "key") return this.#isMember ? this.#weak(place) : null;
    if (own?.kind === "member") return null;
    const receiver = receiverOf(text, from, language);
    if (receiver) {
      const owner = await members.ownerOf(place, receiver, 0);
      if (owner) return this.#compare(await members.resolve(place, receiver, name));
      return this.#isMember || !FOLLOWED.has(language.name) ? this.#weak(place) : null;
    }
    if (this.#isMember && !own && isInBraces(text, from, name.length) && language.family === "javascript")
      return this.#weak(place);
    const meant = await this.#names.plain(place, name, from);
    if (meant.length > 0) return this.#compare(meant);
    if (this.#isMember) return !scopes || !FOLLOWED.has(language.name) ? this.#weak(place) : null;
    return FOLLOWED.has(language.name) ? null : "name";
  }

  #compare(meant: readonly Definition[]): Evidence | null {
    const found = meant.find((one) =>
      this.targets.some((target) => isSame(target.place, one.place) && target.from === one.from),
    );
    return found?.evidence ?? null;
  }

  /** A member of something unknown counts in files that have to do with its type. */
  #weak(place: FilePlace): Evidence | null {
    const key = keyOf(place);
    let isNear = this.#near.get(key);
    if (isNear === undefined) this.#near.set(key, (isNear = this.#isLoose || this.#knowsType(place)));
    return isNear ? "name" : null;
  }

  #knowsType(place: FilePlace): boolean {
    const { files } = this.#names;
    const { text } = files.read(place);
    return this.targets.some(
      (target) =>
        isSame(target.place, place) ||
        (target.container !== "" && text.includes(target.container)) ||
        files.packageOf(place).some((one) => isSame(one, target.place)) ||
        files
          .imports(place)
          .all.some(({ module }) => files.modules(place, module).some((one) => isSame(one, target.place))),
    );
  }
}

/** `{ name }`, `{ name: value }`, `{ name, other }` */
function isInBraces(text: string, from: number, length: number): boolean {
  const before = /[{,]\s*$/.test(text.slice(Math.max(0, from - 200), from));
  return before && /^\s*(?:[:,}=]|\?:)/.test(text.slice(from + length, from + length + 50));
}
