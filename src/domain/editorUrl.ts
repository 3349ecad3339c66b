import { encodePath } from "../../contract/addresses/fileAddress.ts";

/** Editors that open a file by an address of their own. */
export const EDITORS = ["vscode", "vscodium", "cursor", "jetbrains", "zed"] as const;
export type Editor = (typeof EDITORS)[number];

/** The editor of a stored name; the most common one for any other text. */
export const parseEditor = (name: string): Editor => EDITORS.find((editor) => editor === name) ?? "vscode";

/** A file in a work tree on the reader's machine. */
export interface LocalFile {
  /** Folder of the work tree; for JetBrains the name of the project there is its last part. */
  readonly folder: string;
  readonly path: string;
  /** From 1; null for the beginning. */
  readonly line: number | null;
}

/** Whether a text can be the folder of a work tree: an absolute path, of Windows as well. */
export const isFolder = (folder: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(folder.trim());

/** The address that opens a file in an editor; null for a folder that is none. */
export function editorUrl(editor: Editor, { folder, path, line }: LocalFile): string | null {
  if (!isFolder(folder)) return null;
  const root = folder.trim().replaceAll("\\", "/").replace(/\/+$/, "");
  if (editor === "jetbrains") {
    const project = root.slice(root.lastIndexOf("/") + 1);
    const place = encodeURIComponent(path) + (line === null ? "" : `:${line}`);
    return `jetbrains://idea/navigate/reference?project=${encodeURIComponent(project)}&path=${place}`;
  }
  const absolute = `${root.startsWith("/") ? "" : "/"}${root}/${path}`;
  // A drive letter keeps its colon.
  const file = encodePath(absolute).replace(/^\/([A-Za-z])%3A\//, "/$1:/");
  return `${editor}://file${file}${line === null ? "" : `:${line}`}`;
}
