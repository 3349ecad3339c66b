import { basename, dirname, resolve } from "node:path";
import { CannotStart } from "../errors.ts";
import { findGitDir } from "../git/findGitDir.ts";

export interface FoundRepository {
  /** The top folder of the work tree, or a bare repository. */
  readonly repository: string;
  /** Folders that its parts are in. */
  readonly folders: readonly string[];
}

/** The repository of a folder, which may be below its top. @throws CannotStart */
export async function findRepository(folder: string): Promise<FoundRepository> {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    const gitDir = await findGitDir(at).catch(() => null);
    if (gitDir !== null) return { repository: at, folders: [...new Set([at, gitDir, commonDir(gitDir)])] };
    if (at === dirname(at)) throw new CannotStart(`${start} is not in a git repository.`);
  }
}

/** A linked work tree has its refs and objects in the repository that it belongs to: `.git/worktrees/NAME`. */
const commonDir = (gitDir: string): string =>
  basename(dirname(gitDir)) === "worktrees" ? dirname(dirname(gitDir)) : gitDir;
