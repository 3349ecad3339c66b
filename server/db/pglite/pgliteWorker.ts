/**
 * The thread that holds the embedded database. It is a separate thread because a query of 200 ms would otherwise stop the
 * whole server for 200 ms. It answers one request after the other; the other side decides the order of the requests.
 */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, types } from "@electric-sql/pglite";
import {
  countsFlush,
  DURABLE_START,
  flushTree,
  installCreationRollback,
  installFsync,
  setClosedMark,
  takeClosedMark,
} from "./durability.ts";
import type { PgliteAnswer, FailureFields, Request, Rows, WorkerInput } from "./pgliteMessages.ts";
import { errorMessage } from "../../errors.ts";

/** The PostgreSQL inside the pinned PGlite. A directory of another major version cannot be opened. */
const POSTGRES_MAJOR = "18";

const port = parentPort;
if (!port) throw new Error("pgliteWorker.ts runs as a worker thread only.");
const say = (answer: PgliteAnswer): void => port.postMessage(answer);
const options = workerData as WorkerInput;
const listeners = new Map<string, () => Promise<void>>();

try {
  const refusal = refusalOf(options.directory);
  if (refusal === undefined) {
    const program = options.program ?? (await compile());
    const { database, warnings } = await open(options, program);
    port.on("message", (request: Request) => void answer(database, request));
    say({ kind: "ready", warnings, program });
  } else say({ kind: "refused", message: refusal });
} catch (error) {
  say({ kind: "failed", message: errorMessage(error) });
}

/** Why a directory of another major version is not opened; undefined for one of this version, and for none. */
function refusalOf(directory: string): string | undefined {
  const versionFile = join(directory, "PG_VERSION");
  if (!existsSync(versionFile)) return undefined;
  const version = readFileSync(versionFile, "utf8").trim();
  // Anything else is no version, but damage.
  if (version === POSTGRES_MAJOR || !/^\d{1,3}$/.test(version)) return undefined;
  return `it is of PostgreSQL ${version}, and this version reads ${POSTGRES_MAJOR}`;
}

/** PGlite's own program, which it would compile again for each thread. */
async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"))));
}

async function open(
  { directory, isDurable }: WorkerInput,
  program: WebAssembly.Module,
): Promise<{ database: PGlite; warnings: string[] }> {
  const wasClosed = takeClosedMark(directory);
  const database = await PGlite.create({
    dataDir: directory,
    pgliteWasmModule: program,
    parsers: { [types.INT8]: Number },
    ...(isDurable && { startParams: DURABLE_START }),
  });
  installCreationRollback(database);
  if (!isDurable) return { database, warnings: [] };

  const flushes = installFsync(database, (error) => {
    say({ kind: "lost", message: `could not write its files: ${wordsOf(error)}` });
    return process.exit();
  });
  // Creating and recovering happen before the hook is there.
  if (!wasClosed) flushTree(directory);
  const isFlushed = flushes !== undefined && (await countsFlush(database, flushes));
  const warnings = isFlushed
    ? []
    : ["The embedded database does not flush its commits: what was saved last may be lost when the power fails."];
  return { database, warnings };
}

async function answer(database: PGlite, request: Request): Promise<void> {
  const { id } = request;
  try {
    say({ kind: "answer", id, results: await run(database, request) });
  } catch (error) {
    say({ kind: "error", id, error: describe(error) });
    if (isLast(error)) {
      say({ kind: "lost", message: errorMessage(error) });
      port?.close();
    }
  }
  // Nothing holds the thread any more, and with the port closed it ends.
  if (request.kind === "close") port?.close();
}

async function run(database: PGlite, request: Request): Promise<Rows[]> {
  switch (request.kind) {
    case "query": {
      return [rowsOf(await database.query<Record<string, unknown>>(request.text, [...request.values]))];
    }
    case "script": {
      return (await database.exec(request.text)).map(rowsOf);
    }
    case "listen": {
      const { channel } = request;
      if (!listeners.has(channel)) {
        const stop = await database.listen(channel, (payload) => {
          say({ kind: "notification", channel, payload });
        });
        listeners.set(channel, () => stop());
      }
      return [];
    }
    case "unlisten": {
      await listeners.get(request.channel)?.();
      listeners.delete(request.channel);
      return [];
    }
    case "close": {
      await database.close();
      if (options.isDurable) {
        flushTree(options.directory);
        setClosedMark(options.directory);
      }
      return [];
    }
  }
}

/** An error of PGlite's own file system is no Error, and has a number alone. */
const wordsOf = (error: unknown): string => (error instanceof Error ? errorMessage(error) : "the disk failed");

const rowsOf = (result: { rows: unknown[]; affectedRows?: number; command?: string }): Rows => ({
  rows: result.rows as Record<string, unknown>[],
  affectedRows: result.affectedRows,
  command: result.command,
});

/** After a PANIC (for example when its log cannot be written) there is no server any more that could answer, only files that are right. */
const isLast = (error: unknown): boolean =>
  error instanceof Error && ["PANIC", "FATAL"].includes(String(Reflect.get(error, "severity")));

function describe(error: unknown): FailureFields {
  if (!(error instanceof Error)) return { message: String(error) };
  const text = (key: string): string | undefined => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === "string" ? value : undefined;
  };
  const [code, constraint, detail] = [text("code"), text("constraint"), text("detail")];
  return {
    message: error.message,
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(detail && { detail }),
  };
}
