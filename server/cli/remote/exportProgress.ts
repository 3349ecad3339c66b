/** What an export of several tables has completed, in a hidden file next to them, so that one that was interrupted continues. */
import { createHash } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DAY_MS } from "../../../contract/durations.ts";
import { partPath } from "./partFile.ts";

/** Tables of one export are of one day. */
const MAX_AGE_MS = DAY_MS;

const Stored = z.object({
  begunAt: z.number(),
  /** By the name of the file. */
  complete: z.record(z.string(), z.object({ size: z.number(), modifiedMs: z.number() })),
});

/** @param folder where the tables are written */
export class ExportProgress {
  readonly #folder: string;
  readonly #file: string;
  #stored: z.output<typeof Stored> = { begunAt: Date.now(), complete: {} };

  /** @param call everything that makes two exports the same one: the server, the user, the tables and their filter */
  constructor(folder: string, call: unknown) {
    const name = createHash("sha256").update(JSON.stringify(call)).digest("hex").slice(0, 16);
    this.#folder = folder;
    this.#file = join(folder, `.clew-export-${name}.json`);
  }

  /** Takes up what the same export has completed; nothing where there is none of the last day. */
  async load(now = Date.now()): Promise<void> {
    try {
      const stored = Stored.parse(JSON.parse(await readFile(this.#file, "utf8")));
      if (now - stored.begunAt < MAX_AGE_MS && stored.begunAt <= now) this.#stored = stored;
    } catch {
      // Without the file, or with another one of its name, each table is exported.
    }
  }

  /** Whether a file is the one that was completed: neither deleted nor changed since. */
  async has(name: string): Promise<boolean> {
    if (!Object.hasOwn(this.#stored.complete, name)) return false;
    const storedFile = this.#stored.complete[name];
    const facts = await stat(join(this.#folder, name)).catch(() => undefined);
    return facts?.isFile() === true && facts.size === storedFile?.size && facts.mtimeMs === storedFile.modifiedMs;
  }

  /** Notes a file that has its name. A process that is killed before this exports the table again. */
  async note(name: string): Promise<void> {
    const { size, mtimeMs: modifiedMs } = await stat(join(this.#folder, name));
    this.#stored.complete[name] = { size, modifiedMs };
    const part = partPath(this.#file);
    await writeFile(part, `${JSON.stringify(this.#stored)}\n`, { mode: 0o600 });
    await rename(part, this.#file);
  }

  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}
