import { FOLDER_LIMITS, findFolderFault, orderFolders } from "../../../contract/sources/sourceFolders.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { ValidatedSource } from "../../sources/sourceTypes.ts";

/** Characters of a path in a message. */
const SHOWN = 100;

const shortened = (path: string): string => (path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path);

/** Folders that a message names. */
const MAX_NAMED = 5;

/** @throws Invalid with the folders that the head of a repository does not have */
export function requireFolders({ missingFolders = [], defaultBranch }: ValidatedSource): void {
  if (missingFolders.length === 0) return;
  const named = missingFolders.slice(0, MAX_NAMED).map(shortened).join(", ");
  const count = missingFolders.length;
  throw new Invalid({
    folders: [
      message("folders.missing", {
        count,
        folders: count > MAX_NAMED ? `${named}, …` : named,
        branch: defaultBranch ?? "HEAD",
      }),
    ],
  });
}

/** The chosen folders, each once and in their order. @throws Invalid with the first reason why they cannot be chosen */
export function chosenFolders(paths: readonly string[]): readonly string[] {
  const faulty = findFolderFault(paths);
  if (faulty === null) return orderFolders(paths);
  const { fault, folder, outer } = faulty;
  const max = fault === "too_many" ? FOLDER_LIMITS.folders : FOLDER_LIMITS.length;
  throw new Invalid({ folders: [message(`folders.${fault}`, { folder: shortened(folder), outer, max })] });
}
