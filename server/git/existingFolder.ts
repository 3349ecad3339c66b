import { stat } from "node:fs/promises";

/** The folder; null where there is none, as of a mirror that was not made yet. */
export async function existingFolder(folder: string): Promise<string | null> {
  return stat(folder).then(
    (stats) => (stats.isDirectory() ? folder : null),
    () => null,
  );
}
