import { FOLDER_LIMITS, findFolderFault, orderFolders } from "../../../contract/sources/sourceFolders.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/** The chosen folders, each once and in their order. @throws Invalid with the first reason why they cannot be chosen */
export function chosenFolders(given: readonly string[]): readonly string[] {
  const faulty = findFolderFault(given);
  if (faulty === null) return orderFolders(given);
  const { fault, folder, outer } = faulty;
  const max = fault === "too_many" ? FOLDER_LIMITS.folders : FOLDER_LIMITS.length;
  throw new Invalid({ folders: [message(`folders.${fault}`, { folder, outer, max })] });
}
