import * as vscode from "vscode";
import type { BlameCommit, CodeBlame } from "../../../contract/code/code.ts";
import type { CachedAsk } from "./BackgroundRequests.ts";
import { Debouncer } from "./Debouncer.ts";
import { hasTexts } from "./fields.ts";
import { authorOf, commitText, issueOf } from "./hoverText.ts";
import { joined, plain } from "./rows.ts";
import { settings } from "./signIn.ts";
import type { EditorDeps } from "./CodeHover.ts";
import { keyOf } from "./SyncedFiles.ts";
import { repositoryFile } from "./Workspace.ts";
import { ageOf } from "./words.ts";

/** Milliseconds for which the cursor has to be at a line. */
const DELAY_MS = 200;
const CACHED_FILES = 20;
/** Characters of a subject at the end of a line. */
const MAX_SUBJECT = 60;

/** Who wrote the current line, when and what for, after its end. A line that the server's version does not have shows nothing. */
export class LineBlame implements vscode.Disposable {
  readonly #deps: EditorDeps;
  readonly #type = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorCodeLens.foreground") },
  });
  readonly #debouncer = new Debouncer(DELAY_MS);
  readonly #ask: CachedAsk<CodeBlame>;
  readonly #subscriptions: vscode.Disposable[];
  #shown: { readonly editor: vscode.TextEditor; readonly line: number } | undefined;
  #isOn = false;

  constructor(deps: EditorDeps) {
    this.#deps = deps;
    this.#ask = deps.requests.cached(CACHED_FILES);
    this.#subscriptions = [
      this.#type,
      vscode.window.onDidChangeActiveTextEditor(() => this.#follow()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        const isSameLine = this.#shown?.editor === textEditor && this.#shown.line === textEditor.selection.active.line;
        if (textEditor === vscode.window.activeTextEditor && !isSameLine) this.#follow();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) this.#follow();
      }),
    ];
  }

  /** Shows or removes it after a change of the session or of the setting. */
  update(): void {
    const isOn = settings().blame && this.#deps.requests.isInUse;
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.#follow();
  }

  reset(): void {
    this.#follow();
  }

  #follow(): void {
    this.#debouncer.cancel();
    this.#clear();
    const editor = vscode.window.activeTextEditor;
    if (this.#isOn && editor) this.#debouncer.run((signal) => this.#show(editor, signal));
  }

  #clear(): void {
    this.#shown?.editor.setDecorations(this.#type, []);
    this.#shown = undefined;
  }

  async #show(editor: vscode.TextEditor, signal: AbortSignal): Promise<void> {
    const { document } = editor;
    const file = repositoryFile(document.uri);
    const { synced, session } = this.#deps;
    const version = file && (await synced.read(file, signal));
    if (!version || signal.aborted) return;
    const line = editor.selection.active.line;
    const place = synced.lineOf(document, version, line);
    if (place === undefined) return;
    const blame = await this.#ask(keyOf(version), ({ client, slug }) => client.blame(slug, version, signal), signal);
    const commit = blame ? commitOf(blame, place + 1) : undefined;
    if (!commit || signal.aborted) return;
    const { range } = document.lineAt(line);
    const decoration = {
      range: new vscode.Range(range.end, range.end),
      hoverMessage: commitText(session, version.source, commit),
      renderOptions: { after: { contentText: lineText(commit) } },
    };
    editor.setDecorations(this.#type, [decoration]);
    this.#shown = { editor, line };
  }

  dispose(): void {
    this.#debouncer.cancel();
    this.#clear();
    for (const one of this.#subscriptions) one.dispose();
  }
}

function commitOf({ ranges, commits }: CodeBlame, line: number): BlameCommit | undefined {
  const range = ranges.find((one) => isRange(one) && one.line <= line && line < one.line + one.lines);
  const commit: unknown = range && commits[range.commit];
  return hasTexts(commit, ["hash", "title", "author", "at"]) ? (commit as unknown as BlameCommit) : undefined;
}

const isRange = (row: CodeBlame["ranges"][number] | null): row is CodeBlame["ranges"][number] =>
  [row?.line, row?.lines, row?.commit].every((value) => typeof value === "number");

function lineText(commit: BlameCommit): string {
  const title = plain(commit.title);
  const subject = title.length > MAX_SUBJECT ? `${plain(title.slice(0, MAX_SUBJECT - 1))}…` : title;
  return joined([plain(authorOf(commit)), ageOf(vscode.env.language, commit.at), subject, plain(issueOf(commit))]);
}
