import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
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

/** The mirrors of repositories, and what was found in their histories before. */
export class DeletedSymbolStore {
  readonly #mirrorFolder: (sourceId: string) => string;

  constructor(mirrorFolder: (sourceId: string) => string) {
    this.#mirrorFolder = mirrorFolder;
  }

  /** The mirror of a repository; null where this server has none. */
  async gitDirOf(source: string): Promise<string | null> {
    const folder = this.#mirrorFolder(source);
    return stat(folder).then(
      () => folder,
      () => null,
    );
  }

  /** What was stored last; null for nothing, or for a file of another form. */
  async read(source: string): Promise<DeletedSymbolFacts | null> {
    try {
      return Facts.parse(JSON.parse(await readFile(join(this.#mirrorFolder(source), FACTS_FILE), "utf8")));
    } catch {
      return null;
    }
  }

  async write(source: string, facts: DeletedSymbolFacts): Promise<void> {
    const file = join(this.#mirrorFolder(source), FACTS_FILE);
    await writeFile(`${file}.part`, JSON.stringify(facts));
    await rename(`${file}.part`, file);
  }
}
