import { LRUCache } from "lru-cache";
import { type OpenedCode, type OpenedIndex, textOfFile } from "../../../index/OpenedIndex.ts";
import { type Language, languageOf } from "../../../index/text/languages.ts";
import { memoize } from "../../../memoize.ts";
import type { ImportBinding } from "../imports/importTypes.ts";
import { type FilePlace, ModuleResolver } from "../imports/ModuleResolver.ts";
import { importsOf } from "../imports/parseImports.ts";
import { type FileScopes, readScopes } from "../scopes/FileScopes.ts";

const NO_LANGUAGE: Language = { name: "", family: "prose" };

/** A file of the index as a lookup reads it. */
export interface SourceFile {
  readonly place: FilePlace;
  readonly code: OpenedCode;
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

/** Parsed files that a thread keeps of an index: those around the one that is read. */
const KEPT_SCOPES = 100;
const scopesOf = memoize(
  (_index: OpenedIndex) => new LRUCache<string, { readonly scopes: FileScopes | null }>({ max: KEPT_SCOPES }),
);
const resolverOf = memoize((index: OpenedIndex) => new ModuleResolver(index));

/** The files of an index, each read and parsed at most once for one question. */
export class LookupFiles {
  readonly index: OpenedIndex;
  readonly #modules: ModuleResolver;
  readonly #files = new Map<string, SourceFile>();
  readonly #imports = new Map<string, readonly ImportBinding[]>();
  /** Characters that may still be parsed; what is left out is resolved by imports and looks. */
  #left = Infinity;

  constructor(index: OpenedIndex) {
    this.index = index;
    this.#modules = resolverOf(index);
  }

  /** Null where the index has no such file. */
  find(source: string, path: string): FilePlace | null {
    const member = this.index.code.findIndex(({ part }) => part.source === source);
    const file = this.index.code[member]?.files.find(path) ?? -1;
    return file < 0 ? null : { member, file };
  }

  /** @throws RangeError for a file that the index does not have */
  read(place: FilePlace): SourceFile {
    const key = keyOf(place);
    let found = this.#files.get(key);
    if (!found) {
      const code = this.index.code[place.member];
      if (!code) throw new RangeError(`The index has no repository ${place.member}.`);
      const path = code.files.path(place.file);
      found = { place, code, path, language: languageOf(path) ?? NO_LANGUAGE, text: textOfFile(code, place.file) };
      this.#files.set(key, found);
    }
    return found;
  }

  imports(place: FilePlace): readonly ImportBinding[] {
    const key = keyOf(place);
    let found = this.#imports.get(key);
    if (!found) {
      const { text, language } = this.read(place);
      this.#imports.set(key, (found = importsOf(text, language)));
    }
    return found;
  }

  /** The files that a module means where it is named. */
  modules(from: FilePlace, module: string): readonly FilePlace[] {
    return this.#modules.resolve(from, module, this.read(from).language.name);
  }

  /** The files of the same folder, in languages whose folders are packages; else none. */
  packageOf(place: FilePlace): readonly FilePlace[] {
    const { path, language } = this.read(place);
    const ending = PACKAGE_ENDINGS[language.name];
    return ending === undefined
      ? []
      : this.#modules.filesIn(place.member, path.slice(0, Math.max(0, path.lastIndexOf("/"))), ending);
  }

  /** Limits what this question parses from now on. @param characters of files that are not parsed yet */
  limitParsing(characters: number): void {
    this.#left = characters;
  }

  /** Null for a language without a grammar, and for a file that is not worth its cost. */
  async scopes(place: FilePlace): Promise<FileScopes | null> {
    const kept = scopesOf(this.index);
    const key = keyOf(place);
    const known = kept.get(key);
    if (known) return known.scopes;
    const { text, language } = this.read(place);
    if (text.length > this.#left) return null;
    this.#left -= text.length;
    const scopes = await readScopes(text, language);
    kept.set(key, { scopes });
    return scopes;
  }
}

const PACKAGE_ENDINGS: Readonly<Record<string, string>> = {
  Go: ".go",
  Java: ".java",
  Kotlin: ".kt",
  Scala: ".scala",
  Groovy: ".groovy",
  "C#": ".cs",
};

export const keyOf = ({ member, file }: FilePlace): string => `${member}:${file}`;
export const isSame = (a: FilePlace, b: FilePlace): boolean => a.member === b.member && a.file === b.file;
