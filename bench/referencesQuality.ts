/**
 * Definitions and references of names in this repository, compared with TypeScript's language server.
 *
 *     node bench/referencesQuality.ts [names] [folder …]
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openRevision } from "../server/cli/revisionIndex.ts";
import { definitionsOf } from "../server/engines/references/findDefinitions.ts";
import { eachIdentifier } from "../server/engines/references/lexical/occurrences.ts";
import { lineOf } from "../server/engines/references/lookup/fileDefinitions.ts";
import { referencesTo, targetsOf } from "../server/engines/references/findReferences.ts";
import { textOfFile } from "../server/index/OpenedIndex.ts";
import { languageOf } from "../server/index/text/languages.ts";

const ROOT = resolve(import.meta.dirname, "..");
const NAMES = Number(process.argv[2] ?? 150);
const FOLDERS = process.argv.length > 3 ? process.argv.slice(3) : ["contract/", "server/"];

interface Location {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** The language server of the installed TypeScript, over its standard streams. */
class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #next = 1;
  #read = Buffer.alloc(0);

  constructor() {
    this.#process = spawn(join(ROOT, "node_modules/.bin/tsc"), ["--lsp", "--stdio"], { cwd: ROOT });
    this.#process.stdout.on("data", (piece: Buffer) => {
      this.#read = Buffer.concat([this.#read, piece]);
      this.#take();
    });
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

  notify(method: string, params: object): void {
    this.#write({ method, params });
  }

  ask<T>(method: string, params: object): Promise<T> {
    const id = this.#next++;
    return new Promise((done) => {
      this.#waiting.set(id, done as (result: unknown) => void);
      this.#write({ id, method, params });
    });
  }

  close(): void {
    this.#process.kill();
  }
}

const keyOf = ({ uri, range: { start } }: Location): string =>
  `${decodeURIComponent(uri).slice(pathToFileURL(ROOT).href.length + 1)}:${start.line + 1}:${start.character + 1}`;

const server = new LanguageServer();
await server.ask("initialize", {
  processId: process.pid,
  rootUri: pathToFileURL(ROOT).href,
  capabilities: { textDocument: { definition: { linkSupport: false } } },
  workspaceFolders: [{ uri: pathToFileURL(ROOT).href, name: "clew" }],
});
server.notify("initialized", {});

const index = await openRevision(ROOT, "HEAD", join(tmpdir(), "clew-bench-references"), (line) => console.error(line));
const [code] = index.code;
if (!code) throw new Error("The index is empty.");
const source = code.part.source;

const KEYWORDS = new Set(
  "abstract async await break case catch class const continue declare default delete else enum export extends false finally for from function get implements import in infer instanceof interface keyof let namespace new null number boolean string object of override private protected public readonly return satisfies set static super switch throw true try type typeof undefined unique unknown any void while with yield never bigint symbol require global asserts is as".split(
    " ",
  ),
);

/** Every nth identifier of the files, so that all sorts of names are among them. */
const positions: { path: string; text: string; from: number; name: string }[] = [];
for (let file = 0; file < code.files.length; file++) {
  const path = code.files.path(file);
  const language = languageOf(path);
  if (!/\.tsx?$/.test(path) || !language || !FOLDERS.some((folder) => path.startsWith(folder))) continue;
  const text = textOfFile(code, file);
  eachIdentifier(text, language, (from, to) => {
    const name = text.slice(from, to);
    if (/^[a-z_$][\w$]{2,}$/i.test(name) && !KEYWORDS.has(name)) positions.push({ path, text, from, name });
  });
}
const step = Math.max(1, Math.floor(positions.length / NAMES));
const asked = positions.filter((_, at) => at % step === Math.floor(step / 2));
const opened = new Set<string>();
let [definitions, rightDefinitions, noDefinition] = [0, 0, 0];
let [found, shared, expected, names] = [0, 0, 0, 0];
const misses: string[] = [];
const cpu: number[] = [];
for (const { path, text, from, name } of asked) {
  const line = lineOf(text, from);
  const column = from - (text.lastIndexOf("\n", from - 1) + 1) + 1;
  const uri = pathToFileURL(join(ROOT, path)).href;
  if (!opened.has(path)) {
    opened.add(path);
    server.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: path.endsWith("x") ? "typescriptreact" : "typescript", version: 1, text },
    });
  }
  const at = { textDocument: { uri }, position: { line: line - 1, character: column - 1 } };
  const answer = await server.ask<Location | Location[] | null>("textDocument/definition", at);
  const truth = [answer ?? []].flat().map(keyOf);
  const own = truth.filter((one) => !one.startsWith("node_modules/") && !one.startsWith("..") && !one.includes("://"));
  // Names of packages and of the language itself are outside of the project.
  if (own.length === 0 || own.length !== truth.length) continue;
  const before = process.threadCpuUsage();
  const named = await definitionsOf(index, { source, path, line, column });
  const placesOf = (places: Iterable<{ place: { member: number; file: number }; from: number }>): Set<string> =>
    new Set(
      [...places].map(({ place, from: offset }) => {
        const other = named?.names.files.read(place);
        const start = (other?.text.lastIndexOf("\n", offset - 1) ?? -1) + 1;
        return `${other?.path}:${lineOf(other?.text ?? "", offset)}:${offset - start + 1}`;
      }),
    );
  const meant = named ? placesOf(targetsOf(named)) : new Set<string>();
  definitions++;
  if (meant.size === 0) noDefinition++;
  const isRight = own.some((one) => meant.has(one)) && meant.size <= Math.max(2, own.length);
  if (isRight) rightDefinitions++;
  else
    misses.push(
      `definition of ${name} at ${path}:${line}:${column}: ${[...meant].slice(0, 2).join(" ")} for ${own.join(" ")}`,
    );
  const references = named ? await referencesTo(named) : null;
  cpu.push((process.threadCpuUsage(before).user + process.threadCpuUsage(before).system) / 1000);
  const all = await server.ask<Location[] | null>("textDocument/references", {
    ...at,
    context: { includeDeclaration: true },
  });
  const wanted = new Set((all ?? []).map(keyOf));
  const given = placesOf(references?.references ?? []);
  if (references && references.read < references.candidates) continue;
  names++;
  expected += wanted.size;
  found += given.size;
  const right = [...given].filter((one) => wanted.has(one)).length;
  shared += right;
  if (right < Math.max(wanted.size, given.size) * 0.9 && isRight) {
    const wrong = [...given].filter((one) => !wanted.has(one));
    const lost = [...wanted].filter((one) => !given.has(one));
    misses.push(
      `references of ${name} at ${path}:${line}: ${right} of ${wanted.size}; wrong ${wrong.length} ${wrong[0] ?? ""}; lost ${lost.length} ${lost[0] ?? ""}`,
    );
  }
}
server.close();
cpu.sort((a, b) => a - b);
const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
console.log(misses.join("\n"));
console.log(
  `definitions: ${rightDefinitions} of ${definitions} as the language server (${share(rightDefinitions, definitions)}), ${noDefinition} without an answer`,
);
console.log(
  `references of ${names} names: precision ${share(shared, found)} (${shared} of ${found}), recall ${share(shared, expected)} (of ${expected})`,
);
console.log(
  `processor time of both: median ${cpu[cpu.length >> 1]?.toFixed(1)} ms, p95 ${cpu[Math.floor(cpu.length * 0.95)]?.toFixed(1)} ms`,
);
