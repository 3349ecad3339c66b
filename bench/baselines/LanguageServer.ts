import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

interface Location {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** A place in a file of the repository. Line and column count from 1, the column in UTF-16 units. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export const placeKey = ({ path, line, column }: Place): string => `${path}:${line}:${column}`;

/** The program that the command `tsc` starts: to end the command would not end it. */
function program(): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("typescript/package.json"));
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  return join(dirname(resolve(`${platform}/package.json`)), "lib", process.platform === "win32" ? "tsc.exe" : "tsc");
}

/** The language server of the installed TypeScript, over its standard streams. */
export class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #root: string;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #opened = new Set<string>();
  #next = 1;
  #read = Buffer.alloc(0);

  private constructor(root: string) {
    this.#root = root;
    this.#process = spawn(program(), ["--lsp", "--stdio"], { cwd: root });
    this.#process.stdout.on("data", (piece: Buffer) => {
      this.#read = Buffer.concat([this.#read, piece]);
      this.#take();
    });
  }

  /** @param root the folder of a work tree */
  static async start(root: string): Promise<LanguageServer> {
    const server = new LanguageServer(root);
    const rootUri = pathToFileURL(root).href;
    await server.#ask("initialize", {
      processId: process.pid,
      rootUri,
      capabilities: { textDocument: { definition: { linkSupport: false }, hover: { contentFormat: ["markdown"] } } },
      workspaceFolders: [{ uri: rootUri, name: "repository" }],
    });
    server.#write({ method: "initialized", params: {} });
    return server;
  }

  #take(): void {
    for (;;) {
      const head = this.#read.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#read.toString("utf8", 0, head))?.[1]);
      if (this.#read.length < head + 4 + length) return;
      const message = JSON.parse(this.#read.toString("utf8", head + 4, head + 4 + length)) as {
        id?: number;
        method?: string;
        params?: { items?: unknown[] };
        result?: unknown;
      };
      this.#read = this.#read.subarray(head + 4 + length);
      if (message.method !== undefined && message.id !== undefined) {
        // What the server asks of its client: configuration, registrations.
        this.#write({ id: message.id, result: message.params?.items?.map(() => null) ?? null });
      } else if (message.id !== undefined) {
        this.#waiting.get(message.id)?.(message.result);
        this.#waiting.delete(message.id);
      }
    }
  }

  #write(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #ask<T>(method: string, params: object): Promise<T> {
    const id = this.#next++;
    return new Promise((done) => {
      this.#waiting.set(id, done as (result: unknown) => void);
      this.#write({ id, method, params });
    });
  }

  open(path: string, text: string): void {
    if (this.#opened.has(path)) return;
    this.#opened.add(path);
    const uri = pathToFileURL(join(this.#root, path)).href;
    const languageId = (/\.[cm]?js/.test(path) ? "javascript" : "typescript") + (path.endsWith("x") ? "react" : "");
    this.#write({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId, version: 1, text } },
    });
  }

  async definitions(place: Place): Promise<string[]> {
    const answer = await this.#ask<Location | Location[] | null>("textDocument/definition", this.#at(place));
    return [answer ?? []].flat().map((location) => this.#keyOf(location));
  }

  async references(place: Place): Promise<string[]> {
    const context = { includeDeclaration: true };
    const answer = await this.#ask<Location[] | null>("textDocument/references", { ...this.#at(place), context });
    return (answer ?? []).map((location) => this.#keyOf(location));
  }

  /** What a name is in the words of the server: `method`, `property`, `const`, `interface`, …; "" where it says nothing. */
  async kind(place: Place): Promise<string> {
    const answer = await this.#ask<{ contents?: { value?: string } } | null>("textDocument/hover", this.#at(place));
    const [, code = ""] = /```\w*\n([^]*?)```/.exec(answer?.contents?.value ?? "") ?? [];
    const declaration = code.replace(/^\(alias\) /, "").trimStart();
    const [, inBrackets, word] = /^(?:\(([a-z ]+)\)|(?:export |abstract |async )*([a-z]+))/.exec(declaration) ?? [];
    return inBrackets ?? word ?? "";
  }

  close(): void {
    this.#process.kill();
  }

  #at({ path, line, column }: Place): object {
    const uri = pathToFileURL(join(this.#root, path)).href;
    return { textDocument: { uri }, position: { line: line - 1, character: column - 1 } };
  }

  /** A place outside of the repository keeps its whole address. */
  #keyOf({ uri, range: { start } }: Location): string {
    const [root, address] = [`${pathToFileURL(this.#root).href}/`, decodeURIComponent(uri)];
    const path = address.startsWith(root) ? address.slice(root.length) : address;
    return placeKey({ path, line: start.line + 1, column: start.character + 1 });
  }
}
