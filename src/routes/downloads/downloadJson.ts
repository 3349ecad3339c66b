import { downloadFile } from "./downloadFile.ts";

/** Characters that file systems refuse. */
const UNSAFE = /[^\p{L}\p{N}-]+/gu;
const MAX_NAME_LENGTH = 80;

/** Downloads a value as a JSON file that is named after what it contains. @returns the name of the file */
export function downloadJson(name: string, value: object): string {
  const fileName = `${name.replaceAll(UNSAFE, "-").slice(0, MAX_NAME_LENGTH)}.json`;
  downloadFile(JSON.stringify(value, null, 2), fileName, "application/json");
  return fileName;
}
