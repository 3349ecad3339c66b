import { join } from "node:path";

/** Where the mirrors of repositories are below a data folder, by the source's id. */
export const mirrorFolderIn =
  (dataDir: string) =>
  (sourceId: string): string =>
    join(dataDir, "mirrors", `${sourceId.replaceAll(/[^\w-]/g, "_")}.git`);
