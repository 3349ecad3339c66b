import { basename, dirname } from "node:path";

/** What a repository is called in results and in the cache: its folder, or the one above a folder that is called `repo`. */
export const repositoryName = (folder: string): string =>
  basename(folder) === "repo" ? basename(dirname(folder)) : basename(folder);
