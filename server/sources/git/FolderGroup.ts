import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findLocalRepository } from "../../git/localRepository.ts";
import type { ListedRepository, RepositoryGroup, RepositoryPage } from "../connector/groupTypes.ts";
import type { GitAddress } from "./gitAddress.ts";

type LocalAddress = Extract<GitAddress, { kind: "path" }>;

/** Folders between the linked folder and a repository, and folders that one listing opens. */
const MAX_DEPTH = 3;
const MAX_FOLDERS = 20_000;

/** The repositories below a folder of this machine. Links are not followed, and no git runs in them. */
export class FolderGroup implements RepositoryGroup {
  readonly #address: LocalAddress;
  readonly #maxFolders: number;

  constructor(address: LocalAddress, maxFolders = MAX_FOLDERS) {
    this.#address = address;
    this.#maxFolders = maxFolders;
  }

  async *list(signal: AbortSignal): AsyncGenerator<RepositoryPage> {
    let level = [""];
    const count = { opened: 0 };
    for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
      const below: string[] = [];
      for (const folder of level) {
        signal.throwIfAborted();
        count.opened += 1;
        // A folder that cannot be read makes the list incomplete, as the ones beyond the bound do.
        const entries = count.opened > this.#maxFolders ? null : await foldersIn(join(this.#address.path, folder));
        if (entries === null) {
          yield { repositories: [], unreadable: 1 };
          if (count.opened > this.#maxFolders) return;
          continue;
        }
        const page = await this.#pageOf(folder, entries, count, signal);
        below.push(...page.others);
        yield page;
      }
      level = below;
    }
  }

  /** The repositories among the folders of one, and the folders that are none. */
  async #pageOf(
    folder: string,
    names: readonly string[],
    count: { opened: number },
    signal: AbortSignal,
  ): Promise<RepositoryPage & { readonly others: string[] }> {
    const repositories: ListedRepository[] = [];
    const others: string[] = [];
    let unreadable = 0;
    for (const name of names) {
      signal.throwIfAborted();
      count.opened += 1;
      if (count.opened > this.#maxFolders) {
        unreadable += 1;
        break;
      }
      const path = folder === "" ? name : `${folder}/${name}`;
      const entries = await readdir(join(this.#address.path, path)).catch(() => null);
      if (entries === null) unreadable += 1;
      else if (!isRepository(entries)) others.push(path);
      else {
        const entries = await this.#read(path);
        if (entries) repositories.push(entries);
        else unreadable += 1;
      }
    }
    return { repositories, unreadable, others };
  }

  /** Null for one whose parts lead out of the allowed folders, or that is damaged. */
  async #read(path: string): Promise<ListedRepository | null> {
    const { path: root, allowed } = this.#address;
    const fullPath = join(root, path);
    try {
      const { commonDir } = await findLocalRepository(fullPath, allowed);
      return {
        // Folders of one project may hold repositories of the same name.
        externalId: fullPath,
        name: path.replace(/\.git$/, ""),
        full_name: path.replace(/\.git$/, ""),
        url: fullPath,
        is_archived: false,
        is_fork: false,
        is_empty: !(await hasRefs(commonDir)),
        visibility: "unknown",
        topics: [],
        has_issues: false,
        default_branch: null,
      };
    } catch {
      return null;
    }
  }
}

const isRepository = (entries: readonly string[]): boolean =>
  entries.includes(".git") || ["HEAD", "objects", "refs"].every((name) => entries.includes(name));

/** Names of the folders in one, without hidden ones and links. A name that a line of git's configuration cannot have is no repository. */
async function foldersIn(path: string): Promise<string[] | null> {
  const entries: Dirent[] | null = await readdir(path, { withFileTypes: true }).catch(() => null);
  return (
    entries
      ?.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !/\p{Cc}/u.test(entry.name))
      .map(({ name }) => name)
      .toSorted() ?? null
  );
}

async function hasRefs(commonDir: string): Promise<boolean> {
  const [packed, branches] = await Promise.all([
    readdir(commonDir).then((names) => names.includes("packed-refs")),
    readdir(join(commonDir, "refs", "heads"), { recursive: true, withFileTypes: true }).catch((): Dirent[] => []),
  ]);
  return packed || branches.some((entry) => entry.isFile());
}
