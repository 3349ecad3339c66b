import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { existingFolder } from "../../git/existingFolder.ts";
import type { OpenMirror } from "../../git/MirrorReads.ts";
import type { DeletedSymbolFacts } from "./deletedSymbols.ts";

/** Inside the mirror, so that it is deleted with it. Raise the number when what is stored or how it is found changes. */
const FACTS_FILE = "clew-removals-1.json";
const Facts = z.object({
  head: z.string(),
  since: z.number().nullable(),
  names: z.record(
    z.string(),
    z
      .object({
        hash: z.string(),
        author: z.string(),
        title: z.string(),
        at: z.number(),
        path: z.string(),
        now: z.string().nullable(),
      })
      .nullable(),
  ),
});

/** Repositories whose results are kept in memory. */
const MAX_IN_MEMORY = 50;

export interface DeletedSymbolStoreOptions {
  readonly openMirror: OpenMirror;
  /** Where the mirror of a repository would be on this machine. */
  readonly mirrorFolder: (sourceId: string) => string;
}

/** The mirrors of repositories, and what was found in their histories before. */
export class DeletedSymbolStore {
  readonly openMirror: OpenMirror;
  readonly #mirrorFolder: (sourceId: string) => string;
  /** Of repositories that have no mirror on this machine. */
  readonly #inMemory = new LRUCache<string, DeletedSymbolFacts>({ max: MAX_IN_MEMORY });

  constructor({ openMirror, mirrorFolder }: DeletedSymbolStoreOptions) {
    this.openMirror = openMirror;
    this.#mirrorFolder = mirrorFolder;
  }

  /** What was stored last; null for nothing, or for a file of another form. */
  async read(source: string): Promise<DeletedSymbolFacts | null> {
    const folder = await existingFolder(this.#mirrorFolder(source));
    if (folder === null) return this.#inMemory.get(source) ?? null;
    try {
      return Facts.parse(JSON.parse(await readFile(join(folder, FACTS_FILE), "utf8")));
    } catch {
      return null;
    }
  }

  async write(source: string, facts: DeletedSymbolFacts): Promise<void> {
    const folder = await existingFolder(this.#mirrorFolder(source));
    if (folder === null) {
      this.#inMemory.set(source, facts);
      return;
    }
    const file = join(folder, FACTS_FILE);
    await writeFile(`${file}.part`, JSON.stringify(facts));
    await rename(`${file}.part`, file);
  }
}
