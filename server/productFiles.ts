/** Where files of the product are. A clone of the code and the package have them at the same paths below one folder. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

// The package's modules are all in its folder `server`, so that this holds for both.
const ROOT = dirname(import.meta.dirname);

/** Whether this is a clone of the code: Node runs its TypeScript, and the app is built from its sources. */
export const isClone: boolean = existsSync(join(ROOT, "server", "main.ts"));

/** The path of a file of the product, by its path in a clone. */
export const productFile = (path: string): string => join(ROOT, ...path.split("/"));

/** A call of the command line, as it is typed where the product is installed like this. */
export const cliCall = (words: string): string => `${isClone ? "npm run --silent clew --" : "clew"} ${words}`;

/** The data folder where no setting names one: of a clone `data` in the current folder, of the package one of the user's. @throws Error for a user without a home folder */
export function defaultDataFolder(environment: Record<string, string | undefined>): string {
  if (isClone) return "data";
  if (process.platform === "win32") return join(environment["LOCALAPPDATA"] || homeFolder(), "clew");
  const { XDG_DATA_HOME: folder = "" } = environment;
  // The specification of the variable has relative paths ignored.
  return join(isAbsolute(folder) ? folder : join(homeFolder(), ".local", "share"), "clew");
}

/** @throws Error for a user without one */
function homeFolder(): string {
  let folder = "";
  try {
    folder = homedir();
  } catch {
    // The user has no entry.
  }
  if (folder === "") throw new Error("This user has no home folder. Name the data folder in CLEW_DATA.");
  return folder;
}
