import type { TextDocument } from "vscode-languageserver-textdocument";
import { mapLines } from "../../../contract/texts/lineMap.ts";
import type { CloneFile, Clones } from "./Clones.ts";
import type { CodeKnowledge, EditorFile } from "./CodeKnowledge.ts";
import type { Projects } from "./Projects.ts";

/** A document that the editor has open, and what to ask about it. */
export interface OpenFile extends CloneFile {
  readonly document: TextDocument;
  readonly knowledge: CodeKnowledge;
}

/** The version of a file that is known, with the places of its lines in the document; -1 for a line that the other does not have. */
export interface SyncedFile {
  readonly file: EditorFile;
  /** By the line of the document, both from 0. */
  readonly toKnown: Int32Array;
  readonly toDocument: Int32Array;
}

interface OpenFilesDeps {
  readonly documentOf: (uri: string) => TextDocument | undefined;
  readonly clones: Clones;
  readonly projects: Projects;
}

/** Characters of a document whose lines are compared. */
const MAX_LENGTH = 4_000_000;

/** Finds the clone and the knowledge of documents, and their lines in the version that is known. */
export class OpenFiles {
  readonly #deps: OpenFilesDeps;
  readonly #maps = new WeakMap<TextDocument, { readonly version: number; readonly synced: SyncedFile }>();

  constructor(deps: OpenFilesDeps) {
    this.#deps = deps;
  }

  /** Null for a document that is not open, is in no clone, or has no answers now. */
  async open(uri: string, signal: AbortSignal): Promise<OpenFile | null> {
    const document = this.#deps.documentOf(uri);
    const file = document && (await this.#deps.clones.fileOf(uri));
    const knowledge = file && (await this.#deps.projects.knowledgeOf(file.clone, signal));
    return document && file && knowledge ? { document, ...file, knowledge } : null;
  }

  /** Null for a file that is not known as a text. */
  async read({ document, knowledge, path }: OpenFile, signal: AbortSignal): Promise<SyncedFile | null> {
    const syncedFile = await knowledge.file(path, signal);
    const text = document.getText();
    if (!syncedFile || text.length > MAX_LENGTH) return null;
    const { version } = document;
    const mapped = this.#maps.get(document);
    if (mapped?.version === version && mapped.synced.file === syncedFile) return mapped.synced;
    const lines = text.split(/\r?\n/);
    const synced = {
      file: syncedFile,
      toKnown: mapLines(lines, syncedFile.lines),
      toDocument: mapLines(syncedFile.lines, lines),
    };
    this.#maps.set(document, { version, synced });
    return synced;
  }
}
