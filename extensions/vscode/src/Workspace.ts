/** Maps open files to files of repositories, and opens files that a response names. */
import * as vscode from "vscode";
import { isInside } from "../../../contract/addresses/cloneAddress.ts";
import { pathInRoot, type Root } from "./paths.ts";
import type { WorkspaceFile } from "./Session.ts";

/** The part of the editor's git extension that is used here. */
interface GitExtension {
  getAPI(version: 1): {
    readonly repositories: readonly {
      readonly rootUri: vscode.Uri;
      readonly state: {
        readonly HEAD?: { readonly commit?: string };
        readonly remotes: readonly { readonly fetchUrl?: string; readonly pushUrl?: string }[];
      };
    }[];
  };
}

/** Folders of the workspace and clones, the clones first. */
function roots(): (Root & { readonly uri: vscode.Uri })[] {
  const git = vscode.extensions.getExtension<GitExtension>("vscode.git");
  // The git extension is not activated for this: without it, the folders are enough.
  const clones = git?.isActive ? git.exports.getAPI(1).repositories : [];
  return [
    ...clones.map(({ rootUri, state }) => ({
      uri: rootUri,
      path: rootUri.path,
      remotes: state.remotes
        .flatMap(({ fetchUrl, pushUrl }) => [fetchUrl ?? pushUrl ?? ""])
        .filter((url) => url !== ""),
      commit: state.HEAD?.commit,
    })),
    ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({ uri, path: uri.path, remotes: [] })),
  ];
}

/** The path of an editor's file in its repository; undefined for one outside the workspace. */
export function repositoryFile(uri: vscode.Uri | undefined): WorkspaceFile | undefined {
  if (!uri || uri.scheme === "untitled" || uri.scheme === "output") return undefined;
  // The box of a commit's message is a document with the clone in its query.
  const root = uri.scheme === "vscode-scm" ? new URLSearchParams(uri.query).get("rootUri") : null;
  return pathInRoot(roots(), root === null ? uri.path : `${vscode.Uri.parse(root).path}/`);
}

/** Opens a file at a line (1-based). @returns whether the workspace has it */
export async function openFile(path: string, line: number | null): Promise<boolean> {
  // The path comes from a server: it must not leave the open folders.
  if (!isInside(path)) return false;
  for (const { uri } of roots()) {
    const file = vscode.Uri.joinPath(uri, path);
    try {
      await vscode.workspace.fs.stat(file);
    } catch {
      continue;
    }
    const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
    await vscode.window.showTextDocument(file, { selection: new vscode.Range(at, at), preview: true });
    return true;
  }
  return false;
}
