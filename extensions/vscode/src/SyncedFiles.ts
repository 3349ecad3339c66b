import type * as vscode from "vscode";
import { mapLines } from "../../../contract/texts/lineMap.ts";
import type { BackgroundRequests, CachedAsk } from "./BackgroundRequests.ts";
import type { FileVersion } from "./ClewClient.ts";
import type { Opened, Session, WorkspaceFile } from "./Session.ts";

const CACHED_FILES = 20;

/** A file as the server has it, at the last synced commit. */
export interface SyncedFile extends FileVersion {
  readonly lines: readonly string[];
}

/** Distinguishes the versions of all files. */
export const keyOf = ({ source, path, revision }: FileVersion): string => JSON.stringify([source, path, revision]);

/** Reads files of the workspace as the server has them, and finds lines of the editor in them. */
export class SyncedFiles {
  readonly #session: Session;
  readonly #ask: CachedAsk<SyncedFile>;
  readonly #maps = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly file: SyncedFile; readonly lines: Int32Array }
  >();

  constructor(session: Session, requests: BackgroundRequests) {
    this.#session = session;
    this.#ask = requests.cached(CACHED_FILES);
  }

  /** @returns null for a file that the server does not have as a text; undefined without an answer */
  async read(file: WorkspaceFile, signal: AbortSignal): Promise<SyncedFile | null | undefined> {
    const { root, path } = file;
    if (path === "") return null;
    // A commit, a pull or another branch in the clone: the server may have a newer version as well.
    const key = JSON.stringify([root.path, path, root.commit]);
    const question = async (opened: Opened): Promise<SyncedFile | null> => {
      const source = await this.#session.sourceOf(opened, file, signal);
      if (source === undefined) return null;
      const { kind, text, revision } = await opened.client.content(opened.slug, source, path, signal);
      const hash: unknown = revision?.hash;
      if (kind !== "text" || typeof text !== "string" || typeof hash !== "string") return null;
      return { source, path, revision: hash, lines: text.split(/\r?\n/) };
    };
    return this.#ask(key, question, signal);
  }

  /** The line (from 0) of the server's version that a line of the editor is; undefined for a line that is not in it. */
  lineOf(document: vscode.TextDocument, file: SyncedFile, line: number): number | undefined {
    const { version } = document;
    let map = this.#maps.get(document);
    if (map?.version !== version || map.file !== file) {
      map = { version, file, lines: mapLines(document.getText().split(/\r?\n/), file.lines) };
      this.#maps.set(document, map);
    }
    const place = map.lines[line] ?? -1;
    return place === -1 ? undefined : place;
  }
}
