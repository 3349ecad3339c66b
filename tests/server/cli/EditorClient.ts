/** An editor of a test: the real `clew lsp` as a process, and the protocol's client on its standard input and output. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type ClientCapabilities,
  createMessageConnection,
  type Hover,
  type InitializeResult,
  type MessageConnection,
  type Position,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { productEntry } from "../support/productEntry.ts";

export const ENTRY = productEntry("clew");

export interface EditorOptions {
  readonly folder: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly locale?: string;
  readonly settings?: object;
  readonly capabilities?: ClientCapabilities;
}

interface Notified {
  readonly method: string;
  readonly params: unknown;
}

export class EditorClient {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly notified: Notified[] = [];
  /** Requests of the server, and what the editor answers to `window/showMessageRequest`. */
  readonly asked: Notified[] = [];
  choice: object | null = null;
  said = "";
  readonly #folder: string;
  readonly #exit: Promise<number | null>;
  #listeners: (() => void)[] = [];

  constructor({ folder, args = [], env }: EditorOptions) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.#folder = folder;
    this.child = spawn(process.execPath, [ENTRY, "lsp", ...args], {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, LANG: "C", ...env },
    });
    const { stdin, stdout, stderr } = this.child;
    if (!stdin || !stdout || !stderr) throw new Error("The process has no pipes.");
    stdin.on("error", () => undefined);
    stderr.on("data", (part: Buffer) => (this.said += part.toString()));
    this.#exit = once(this.child, "exit").then(([code]) => code as number | null);
    this.connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.onNotification((method, params) => {
      this.notified.push({ method, params });
      for (const listener of this.#listeners) listener();
    });
    this.connection.onRequest((method, params) => {
      this.asked.push({ method, params });
      for (const listener of this.#listeners) listener();
      return method === "window/showMessageRequest"
        ? this.choice
        : method === "window/showDocument"
          ? { success: true }
          : null;
    });
    this.connection.listen();
  }

  static async start(options: EditorOptions): Promise<EditorClient> {
    const editor = new EditorClient(options);
    await editor.initialize(options);
    return editor;
  }

  async initialize({ folder, locale, settings, capabilities = {} }: EditorOptions): Promise<InitializeResult> {
    const uri = pathToFileURL(folder).href;
    const answer: InitializeResult = await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "folder" }],
      capabilities,
      ...(locale !== undefined && { locale }),
      ...(settings && { initializationOptions: settings }),
    });
    await this.connection.sendNotification("initialized", {});
    return answer;
  }

  uri(path: string): string {
    return pathToFileURL(join(this.#folder, path)).href;
  }

  open(path: string, text: string, languageId = "typescript"): Promise<void> {
    return this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.uri(path), languageId, version: 1, text },
    });
  }

  change(path: string, version: number, ...contentChanges: readonly object[]): Promise<void> {
    return this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.uri(path), version },
      contentChanges,
    });
  }

  /** The answer to a request about a document. */
  ask<Answer>(method: string, path: string, params: object = {}): Promise<Answer> {
    return this.connection.sendRequest(method, { textDocument: { uri: this.uri(path) }, ...params });
  }

  /** The text of a hover; null for none. */
  async hover(path: string, position: Position): Promise<string | null> {
    const hover = await this.ask<Hover | null>("textDocument/hover", path, { position });
    return hover && (hover.contents as { value: string }).value;
  }

  run<Answer>(command: string, argument: object): Promise<Answer> {
    return this.connection.sendRequest("workspace/executeCommand", { command, arguments: [argument] });
  }

  /** Waits until the server has sent what fits. */
  async received(list: "notified" | "asked", fits: (one: Notified) => boolean): Promise<Notified> {
    for (;;) {
      const found = this[list].find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.#listeners.push(resolve));
    }
  }

  /** The messages that a user has seen. */
  get messages(): string[] {
    return this.notified.flatMap(({ method, params }) =>
      method === "window/showMessage" ? [(params as { message: string }).message] : [],
    );
  }

  exited(): Promise<number | null> {
    return this.#exit;
  }

  async stop(): Promise<number | null> {
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    return this.#exit;
  }
}
