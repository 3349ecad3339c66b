import { GitLimitError } from "./gitErrors.ts";
import { message } from "../messages/messages.ts";

/** Entries of a tree, and of what one commit changes, where no other limit is configured. */
export const MAX_FILES = 1_000_000;
/** Folders in a path. git itself refuses to go deeper than 2048. */
export const MAX_FOLDERS = 1000;
/** Bytes of path for each allowed entry: the paths together are held in memory. */
const BYTES_PER_FILE = 256;
const MIN_BYTES = 1 << 24;
/** Exit status of a git that ran out of stack: it reads trees by recursion. */
const SEGMENTATION_FAULT = 139;

const tooManyFiles = (maxFiles: number): GitLimitError =>
  new GitLimitError(message("repository.too_many_files", { max: maxFiles }));
export const tooManyChanges = (maxFiles: number): GitLimitError =>
  new GitLimitError(message("repository.too_many_changes", { max: maxFiles }));
const tooDeep = (): GitLimitError => new GitLimitError(message("repository.too_deep", { max: MAX_FOLDERS }));

/** Counts the entries of a tree while they are read. */
export class TreeCounter {
  readonly #maxEntries: number;
  #entries = 0;
  #bytes = 0;

  /** @param maxEntries entries */
  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** @throws GitLimitError with the entry that is one too many */
  add(path: string): void {
    this.#entries += 1;
    this.#bytes += path.length;
    if (this.#entries > this.#maxEntries || this.#bytes > Math.max(MIN_BYTES, this.#maxEntries * BYTES_PER_FILE))
      throw tooManyFiles(this.#maxEntries);
    let folders = 0;
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders += 1;
    if (folders > MAX_FOLDERS) throw tooDeep();
  }

  /** @throws GitLimitError for a git that could not go as deep as the tree */
  checkExit(code: number): void {
    if (code === SEGMENTATION_FAULT) throw tooDeep();
  }
}
