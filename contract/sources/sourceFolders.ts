/** Folders of a repository that a project is limited to. Free of zod: the form checks them as the server does. */

/** Limits of one repository: folders, and characters of the path of one. */
export const FOLDER_LIMITS = { folders: 50, length: 300 } as const;

/** Why a text cannot be a folder, or folders cannot be chosen together. */
export const FOLDER_FAULTS = [
  "absolute",
  "backslash",
  "dots",
  "empty_segment",
  "unprintable",
  "too_long",
  "too_many",
  "nested",
] as const;
export type FolderFault = (typeof FOLDER_FAULTS)[number];

export interface FaultyFolder {
  readonly fault: FolderFault;
  /** The folder that is at fault, as it was given. */
  readonly folder: string;
  /** The folder that contains it, for `nested`. */
  readonly outer: string;
}

/** Each folder once, in the order of their texts: two choices of the same folders are equal. The texts stay as they are, because git compares bytes. */
export const orderFolders = (folders: readonly string[]): string[] => [...new Set(folders)].sort();

/** The first reason why these folders cannot be chosen; null where they can. */
export function findFolderFault(paths: readonly string[]): FaultyFolder | null {
  const folders = orderFolders(paths);
  if (folders.length > FOLDER_LIMITS.folders) return { fault: "too_many", folder: "", outer: "" };
  for (const folder of folders) {
    const fault = faultOf(folder);
    if (fault !== null) return { fault, folder, outer: "" };
  }
  for (const folder of folders) {
    const outer = folders.find((other) => folder.startsWith(`${other}/`));
    if (outer !== undefined) return { fault: "nested", folder, outer };
  }
  return null;
}

function faultOf(folder: string): FolderFault | null {
  if (folder.includes("\\")) return "backslash";
  if (folder.startsWith("/") || /^[a-z]:/i.test(folder)) return "absolute";
  if (folder.length > FOLDER_LIMITS.length) return "too_long";
  if (/[\p{Cc}\p{Cs}]/u.test(folder)) return "unprintable";
  const segments = folder.split("/");
  if (segments.includes("")) return "empty_segment";
  return segments.some((segment) => segment === "." || segment === "..") ? "dots" : null;
}
