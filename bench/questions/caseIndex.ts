import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  MANIFEST_FORMAT,
  type CodePart,
  type CommitsPart,
  emptyManifest,
  withPart,
} from "../../server/index/manifest.ts";
import { type Blobs, createFileBlobs } from "../../server/index/blobs/blobs.ts";
import { buildCode } from "../../server/index/build/buildCode.ts";
import { buildCommits } from "../../server/index/build/buildCommits.ts";
import { plainContext } from "../../server/index/build/buildContext.ts";
import { mergeLayers } from "../../server/index/build/mergeLayers.ts";
import { buildSymbols } from "../../server/index/build/buildSymbols.ts";
import { resolveCommit } from "../../server/git/commitLookup.ts";
import { IndexCache } from "../../server/index/IndexCache.ts";
import type { OpenedIndex } from "../../server/index/OpenedIndex.ts";

/** Indexes of one repository as it was at many commits, kept in a folder between runs. */
export class CaseIndexes {
  readonly #gitDir: string;
  readonly #folder: string;
  readonly #blobs: Blobs;
  #last: CodePart | null = null;
  #commits: CommitsPart | null = null;

  /** `folder` is made if need be; one per repository. */
  constructor(gitDir: string, folder: string) {
    this.#gitDir = gitDir;
    this.#folder = folder;
    this.#blobs = createFileBlobs(join(folder, "blobs"));
  }

  /** The code at `commit` with the whole history: the question's date excludes what is later. */
  async at(commit: string): Promise<OpenedIndex> {
    await mkdir(this.#folder, { recursive: true });
    const context = plainContext(this.#blobs);
    const code = await this.#cached(`code-${commit}`, async () => {
      const base = { gitDir: this.#gitDir, commit, source: "repository", name: "repository" };
      const part = await buildCode({ ...base, previous: this.#last }, context);
      return mergeLayers(await buildSymbols({ part }, context), context);
    });
    this.#last = code;
    this.#commits ??= await this.#cached("commits-3", async () => {
      const head = await resolveCommit(this.#gitDir, "HEAD");
      // A question about an old commit needs the lines that were changed before it.
      return buildCommits(
        { gitDir: this.#gitDir, commit: head, source: "repository", previous: null, maxHunkCommits: 100_000 },
        context,
      );
    });
    const manifest = withPart(withPart(emptyManifest(), { code }), { commits: this.#commits });
    return new IndexCache(this.#blobs).open(manifest);
  }

  async #cached<T>(name: string, build: () => Promise<T>): Promise<T> {
    // Parts of another format cannot be read.
    const file = join(this.#folder, `${name}.${MANIFEST_FORMAT}.json`);
    const stored = await readFile(file, "utf8").catch(() => null);
    if (stored !== null) return JSON.parse(stored) as T;
    const built = await build();
    await writeFile(file, JSON.stringify(built));
    return built;
  }
}
