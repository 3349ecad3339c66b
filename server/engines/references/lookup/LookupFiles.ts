import { LRUCache } from "lru-cache";
import { UNCUT } from "../../../index/build/buildSymbols.ts";
import { isCut } from "../../../index/build/codeDocument.ts";
import { type OpenedCode, type OpenedIndex, textOfFile } from "../../../index/OpenedIndex.ts";
import { type FileLanguage, fileLanguageOf } from "../../../index/text/languages.ts";
import { normalizeIdentifier } from "../../../index/text/normalizeText.ts";
import { MAX_TOKEN_LENGTH } from "../../../index/text/tokenize.ts";
import { decodeScopes } from "../../../index/text/scopes/scopeBytes.ts";
import { SymbolExtractor } from "../../../index/text/symbols.ts";
import { memoize, once } from "../../../memoize.ts";
import { FileImports } from "../imports/FileImports.ts";
import { type FilePlace, ModuleResolver } from "../imports/ModuleResolver.ts";
import { importsOf } from "../imports/parseImports.ts";
import { FileScopes } from "../scopes/FileScopes.ts";
import { LineIndex } from "./LineIndex.ts";

const NO_LANGUAGE: FileLanguage = { name: "", family: "prose" };
/** The field of the code segment that has the text of a file. */
const BODY = 1;

/** A file of the index as a lookup reads it. */
export interface SourceFile {
  readonly place: FilePlace;
  readonly code: OpenedCode;
  readonly path: string;
  readonly language: FileLanguage;
  readonly text: string;
  readonly lines: LineIndex;
}

/** Files without stored scopes that a thread keeps parsed, of each index. */
const MAX_PARSED_FILES = 100;
const parsedScopes = memoize(
  (_index: OpenedIndex) => new LRUCache<string, { readonly scopes: FileScopes | null }>({ max: MAX_PARSED_FILES }),
);
const resolverOf = memoize((index: OpenedIndex) => new ModuleResolver(index));
/** More declaration files than a project writes itself. */
const MAX_DECLARATION_FILES = 500;
const declarationsOf = memoize((index: OpenedIndex): readonly FilePlace[] =>
  index.code.flatMap(({ files }, repository) =>
    Array.from({ length: files.length }, (_, file) => ({ repository, file }))
      .filter(({ file }) => files.path(file).endsWith(".d.ts") && files.kind(file) !== "vendored")
      .slice(0, MAX_DECLARATION_FILES),
  ),
);
const extractor = once(() => new SymbolExtractor());
/** Characters of a file without stored scopes that is parsed for a question. */
const MAX_PARSED_LENGTH = 100_000;
/** Parsing a character takes as long as reading this many. */
const PARSED_CHARACTER_COST = 10;

/** The files of an index, each read at most once for one question. */
export class LookupFiles {
  readonly index: OpenedIndex;
  readonly #modules: ModuleResolver;
  readonly #files = new Map<string, SourceFile>();
  readonly #imports = new Map<string, FileImports>();
  readonly #scopes = new Map<string, FileScopes | null>();
  readonly #withName = new Map<string, ReadonlySet<number> | null>();
  #work = 0;

  constructor(index: OpenedIndex) {
    this.index = index;
    this.#modules = resolverOf(index);
  }

  /** What this question has cost up to now, in characters read. */
  get work(): number {
    return this.#work;
  }

  /** Null where the index has no such file. */
  find(source: string, path: string): FilePlace | null {
    const repository = this.index.code.findIndex(({ part }) => part.source === source);
    const file = this.index.code[repository]?.files.find(path) ?? -1;
    return file < 0 ? null : { repository, file };
  }

  /** @throws RangeError for a file that the index does not have */
  read(place: FilePlace): SourceFile {
    const key = keyOf(place);
    let file = this.#files.get(key);
    if (!file) {
      const code = this.index.code[place.repository];
      if (!code) throw new RangeError(`The index has no repository ${place.repository}.`);
      const path = code.files.path(place.file);
      const text = textOfFile(code, place.file);
      file = { place, code, path, language: fileLanguageOf(path) ?? NO_LANGUAGE, text, lines: new LineIndex(text) };
      this.#work += text.length;
      this.#files.set(key, file);
    }
    return file;
  }

  imports(place: FilePlace): FileImports {
    const key = keyOf(place);
    let bindings = this.#imports.get(key);
    if (!bindings) {
      const { text, language } = this.read(place);
      this.#imports.set(key, (bindings = new FileImports(importsOf(text, language))));
    }
    return bindings;
  }

  /** The files that a module means where it is named. */
  modules(from: FilePlace, module: string): readonly FilePlace[] {
    return this.#modules.resolve(from, module, this.read(from).language.name);
  }

  /** Whether a module of a script is one of the packages that the project depends on, or of Node itself. */
  isDependency(from: FilePlace, module: string): boolean {
    return this.read(from).language.family === "javascript" && this.#modules.isDependency(module);
  }

  /** Files of the project that only declare what others define. */
  declarationFiles(): readonly FilePlace[] {
    return declarationsOf(this.index);
  }

  /** The files of the same folder, in languages whose folders are packages; else none. */
  packageOf(place: FilePlace): readonly FilePlace[] {
    const { path, language } = this.read(place);
    const ending = PACKAGE_ENDINGS[language.name];
    return ending === undefined
      ? []
      : this.#modules.filesIn(place.repository, path.slice(0, Math.max(0, path.lastIndexOf("/"))), ending);
  }

  /** Whether the text of a file may have a name, by the posting list of the name. */
  mayContain({ repository, file }: FilePlace, name: string): boolean {
    const code = this.index.code[repository];
    if (!code) return false;
    const key = `${repository}:${name}`;
    let files = this.#withName.get(key);
    if (files === undefined) this.#withName.set(key, (files = filesWith(code, name)));
    return files === null || files.has(file) || isCut(code.files.kind(file), code.files.sizes[file] ?? 0);
  }

  /** The scopes of a file, stored with the index; null for a language without a grammar, and for a file that exceeds the limits of analysis. */
  async scopes(place: FilePlace): Promise<FileScopes | null> {
    const key = keyOf(place);
    let scope = this.#scopes.get(key);
    if (scope === undefined) this.#scopes.set(key, (scope = await this.#openScopes(place, key)));
    return scope;
  }

  async #openScopes(place: FilePlace, key: string): Promise<FileScopes | null> {
    const { code, text, language } = this.read(place);
    const bytes = code.symbols?.scopes.bytes(place.file);
    if (bytes) return new FileScopes(decodeScopes(bytes, text));
    // The build leaves out generated and vendored files, and all files until its second phase is done.
    const isLeftOut = !code.symbols || UNCUT.has(code.files.kind(place.file));
    if (!isLeftOut || language.grammar === undefined || text.length > MAX_PARSED_LENGTH) return null;
    const parsed = parsedScopes(this.index);
    const cached = parsed.get(key);
    if (cached) return cached.scopes;
    this.#work += text.length * PARSED_CHARACTER_COST;
    const { names } = await extractor().scan(text, language);
    const scopes = names && new FileScopes(names);
    parsed.set(key, { scopes });
    return scopes;
  }
}

/** Files with a name in their text; null for a name that is no term, such as a letter. */
function filesWith({ segment }: OpenedCode, name: string): ReadonlySet<number> | null {
  const term = termOf(name);
  if (term.length < MIN_TERM_LENGTH || term.length > MAX_TOKEN_LENGTH || /[\ud800-\udfff]/.test(term)) return null;
  const files = new Set<number>();
  const number = segment.find(term);
  if (number >= 0)
    segment.eachDocument(number, (file, mask) => {
      if ((mask & BODY) !== 0) files.add(file);
    });
  return files;
}

/** Shorter names are no terms of the index. */
const MIN_TERM_LENGTH = 2;

/** A name as the index knows it. */
export const termOf = (name: string): string => normalizeIdentifier(name.replaceAll(/^[_$]+|[_$]+$/g, ""));

const PACKAGE_ENDINGS: Readonly<Record<string, string>> = {
  Go: ".go",
  Java: ".java",
  Kotlin: ".kt",
  Scala: ".scala",
  Groovy: ".groovy",
  "C#": ".cs",
};

export const keyOf = ({ repository, file }: FilePlace): string => `${repository}:${file}`;
export const isSameFile = (a: FilePlace, b: FilePlace): boolean => a.repository === b.repository && a.file === b.file;
