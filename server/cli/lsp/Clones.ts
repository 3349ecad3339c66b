import { stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import { findLocalRepository, type LocalRepository } from "../../git/localRepository.ts";
import { remoteUrls } from "../../git/remoteUrls.ts";

/** A git repository of this machine with a work tree. */
export interface Clone {
  /** The folder of the work tree, as the editor spells it. */
  readonly root: string;
  readonly repository: LocalRepository;
  readonly remotes: readonly string[];
}

/** A file of a clone: its path has slashes and begins at the root. */
export interface CloneFile {
  readonly clone: Clone;
  readonly path: string;
}

/** Folders whose clone is remembered, and for how many milliseconds: a clone may be made or get a remote meanwhile. */
const MAX_FOLDERS = 1000;
const MAX_AGE_MS = 60_000;

/** The path of a document; null for one that is no file of this machine. */
export function pathOfUri(uri: string): string | null {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : null;
  } catch {
    // On another host, or with a character that no path has.
    return null;
  }
}

/** Finds the clones that files are in. */
export class Clones {
  readonly #cloneOfFolder = new LRUCache<string, Promise<Clone | null>>({ max: MAX_FOLDERS, ttl: MAX_AGE_MS });
  /** One object for each clone, so that what is computed for it is found again. */
  readonly #clones = new Map<string, Clone>();

  /** Null for a document in no repository that can be read. */
  async fileOf(uri: string): Promise<CloneFile | null> {
    const file = pathOfUri(uri);
    const clone = file === null ? null : await this.#cloneOf(dirname(file));
    return clone && file !== null ? { clone, path: relative(clone.root, file).split(sep).join("/") } : null;
  }

  /** The clone of a folder of the workspace. */
  async cloneOf(uri: string): Promise<Clone | null> {
    const folder = pathOfUri(uri);
    return folder === null ? null : this.#cloneOf(folder);
  }

  #cloneOf(folder: string): Promise<Clone | null> {
    let clone = this.#cloneOfFolder.get(folder);
    if (!clone) {
      clone = this.#find(folder).catch(() => null);
      this.#cloneOfFolder.set(folder, clone);
    }
    return clone;
  }

  async #find(folder: string): Promise<Clone | null> {
    const isTop = await stat(join(folder, ".git")).then(
      () => true,
      () => false,
    );
    if (!isTop) return dirname(folder) === folder ? null : this.#cloneOf(dirname(folder));
    const repository = await findLocalRepository(folder, null);
    const remotes = await remoteUrls(repository, new AbortController().signal);
    const cached = this.#clones.get(folder);
    if (cached?.remotes.join("\n") === remotes.join("\n")) return cached;
    const clone = { root: folder, repository, remotes };
    this.#clones.set(folder, clone);
    return clone;
  }
}
