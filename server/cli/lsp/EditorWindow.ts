import {
  type Connection,
  MessageType,
  ShowMessageNotification,
  type ClientCapabilities,
} from "vscode-languageserver/node";

/** What the language server shows in an editor, as far as the editor can. */
export class EditorWindow {
  readonly #connection: Connection;
  readonly #capabilities: ClientCapabilities;

  constructor(connection: Connection, capabilities: ClientCapabilities) {
    this.#connection = connection;
    this.#capabilities = capabilities;
  }

  inform(text: string): void {
    this.#show(MessageType.Info, text);
  }

  warn(text: string): void {
    this.#show(MessageType.Warning, text);
  }

  #show(type: MessageType, text: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message: text });
  }

  /** A message with a choice; a client that has no choices shows the titles below it. */
  async choose<Choice extends { readonly title: string }>(
    text: string,
    choices: readonly Choice[],
  ): Promise<Choice | undefined> {
    if (choices.length === 0 || this.#capabilities.window?.showMessage === undefined) {
      this.inform([text, ...choices.map(({ title }) => title)].join("\n"));
      return undefined;
    }
    const actions = choices.map(({ title }) => ({ title }));
    const chosen = await this.#connection.window.showInformationMessage(text, ...actions);
    return choices.find(({ title }) => title === chosen?.title);
  }

  /** Opens a file at a line (from 1), or a page of the web app in the browser. */
  async open(uri: string, line: number | null): Promise<void> {
    if (this.#capabilities.window?.showDocument?.support !== true) {
      this.inform(line === null ? uri : `${uri}:${line}`);
      return;
    }
    if (!uri.startsWith("file:")) {
      await this.#connection.window.showDocument({ uri, external: true });
      return;
    }
    const start = { line: (line ?? 1) - 1, character: 0 };
    await this.#connection.window.showDocument({ uri, takeFocus: true, selection: { start, end: start } });
  }

  /** Shows a long work with its steps where the client has a place for it. */
  async withProgress<T>(title: string, work: (report: (line: string) => void) => Promise<T>): Promise<T> {
    if (this.#capabilities.window?.workDoneProgress !== true)
      return work((line) => this.#connection.console.info(line));
    const progress = await this.#connection.window.createWorkDoneProgress();
    progress.begin(title);
    try {
      return await work((line) => progress.report(line));
    } finally {
      progress.done();
    }
  }
}
