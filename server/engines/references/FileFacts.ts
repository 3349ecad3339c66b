import type { OpenedCode } from "../../index/OpenedIndex.ts";
import { fileLanguageOf } from "../../index/text/languages.ts";
import { memoize } from "../../memoize.ts";

/** Language and folder of the files of a repository, each read from its path once: a frequent name has ten thousands of files. */
export class FileFacts {
  readonly #code: OpenedCode;
  /** Numbers plus one, zero when the file was not analysed. */
  readonly #folders: Uint32Array;
  readonly #languages: Uint16Array;
  readonly #folderNumbers = new Map<string, number>([["", 0]]);
  readonly #parents: number[] = [-1];
  readonly #languageNames: string[] = [""];

  constructor(code: OpenedCode) {
    this.#code = code;
    this.#folders = new Uint32Array(code.files.length);
    this.#languages = new Uint16Array(code.files.length);
  }

  /** Folders have numbers from 0, the root, on; that of a folder is larger than that of the folder around it. */
  folder(file: number): number {
    if (this.#folders[file] === 0) this.#read(file);
    return (this.#folders[file] ?? 1) - 1;
  }

  /** The name of the language; empty for none. */
  language(file: number): string {
    if (this.#languages[file] === 0) this.#read(file);
    return this.#languageNames[(this.#languages[file] ?? 1) - 1] ?? "";
  }

  /** -1 for the root. */
  parent(folder: number): number {
    return this.#parents[folder] ?? -1;
  }

  #read(file: number): void {
    const path = this.#code.files.path(file);
    const name = fileLanguageOf(path)?.name ?? "";
    let language = this.#languageNames.indexOf(name);
    if (language < 0) language = this.#languageNames.push(name) - 1;
    this.#languages[file] = language + 1;
    this.#folders[file] = this.#numberOf(path.slice(0, Math.max(0, path.lastIndexOf("/")))) + 1;
  }

  #numberOf(folder: string): number {
    const missing: string[] = [];
    let at = folder;
    let number = this.#folderNumbers.get(at);
    for (; number === undefined; number = this.#folderNumbers.get(at)) {
      missing.push(at);
      at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
    }
    for (const path of missing.toReversed()) {
      const added: number = this.#parents.push(number) - 1;
      this.#folderNumbers.set(path, added);
      number = added;
    }
    return number;
  }
}

/** Kept as long as the repository is open. */
export const fileFactsOf = memoize((code: OpenedCode) => new FileFacts(code));
