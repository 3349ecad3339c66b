/** `clew export`: tables of projects as files. A file has its name when it is complete, and never before. */
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import {
  EXPORT_FORMATS,
  EXPORT_TABLE_NAMES,
  type ExportFormat,
  type ExportTable,
} from "../../../contract/insights/exportTables.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import { MEGABYTE } from "../../sizes.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import { type RequestOf, wrong } from "../readArguments.ts";
import { print, shown } from "../terminal.ts";
import type { ClewServer } from "./ClewServer.ts";
import { ExportProgress } from "./exportProgress.ts";
import { projectOf } from "./openServer.ts";
import { deleteLeftParts, partPath } from "./partFile.ts";

/** A company exports one file at a time: another one is waited for, this often. */
const MAX_WAITS = 30;
/** The limit of an hour is not waited for. */
const MAX_WAIT_SECONDS = 60;
const PROGRESS_MS = 200;

/** @throws CliError when the server refuses, a file is cut off, or it cannot be written */
export async function runExportCommand(server: ClewServer, request: RequestOf<"export">): Promise<Status> {
  const query = {
    format: formatOf(request.fileFormat),
    since: sinceOf(request.since),
    project: request.project === undefined ? undefined : await projectOf(server, request),
  };
  const folder = resolve(request.folder ?? ".");
  const tables = tablesOf(request);
  const stop = new AbortController();
  const { signal } = stop;
  const end = (): void => stop.abort(new CliError(STATUS.nothing, "The export was ended; no incomplete file is left."));
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const name of signals) process.once(name, end);
  try {
    if (request.continues && request.zip)
      throw wrong(
        "--continue does not continue --zip: an archive is exported as a whole. Repeat the call without --continue, or use --all --continue, which writes a file for each table.",
      );
    if (request.continues && tables.length === 1)
      throw wrong(
        "--continue is for several tables: a file is exported as a whole. Repeat the call without --continue.",
      );
    if (request.zip) {
      await save(join(folder, "clew-tables.zip"), () => server.download("exportArchive", { query, signal }), signal);
      return STATUS.ok;
    }
    await saveTables(server, { tables, folder, query, continues: request.continues }, signal);
    return STATUS.ok;
  } finally {
    for (const name of signals) process.removeListener(name, end);
  }
}

interface TableCall {
  readonly tables: readonly ExportTable[];
  readonly folder: string;
  readonly query: {
    readonly format: ExportFormat;
    readonly since: string | undefined;
    readonly project: string | undefined;
  };
  /** Tables that an interrupted export of the same call has completed are left as they are. */
  readonly continues: boolean;
}

async function saveTables(
  server: ClewServer,
  { tables, folder, query, continues }: TableCall,
  signal: AbortSignal,
): Promise<void> {
  const progress =
    tables.length > 1 ? new ExportProgress(folder, [server.fingerprint, tables.toSorted(), query]) : undefined;
  if (continues) await progress?.load();
  else await progress?.remove();
  for (const table of tables) {
    const name = `clew-${table}.${query.format}`;
    const target = join(folder, name);
    if (await progress?.has(name)) {
      await print(`${target}\n`);
      continue;
    }
    const begin = () => server.download("exportTable", { params: { table }, query, signal });
    await save(target, begin, signal);
    await progress?.note(name).catch((error: unknown) => {
      throw unwritable(target, error);
    });
  }
  await progress?.remove();
}

function tablesOf({ words, all, zip }: RequestOf<"export">): readonly ExportTable[] {
  if (words.length > 0 && (all || zip)) throw wrong("Name tables, or give --all or --zip, one of them.");
  if (all && zip) throw wrong("--all or --zip, one of them.");
  if (all || zip) return EXPORT_TABLE_NAMES;
  if (words.length === 0)
    throw wrong(`Name tables, or give --all or --zip. There are: ${EXPORT_TABLE_NAMES.join(", ")}`);
  return words.map((word) => {
    const table = EXPORT_TABLE_NAMES.find((name) => name === word);
    if (table === undefined)
      throw wrong(`There is no table ${shown(word)}. There are: ${EXPORT_TABLE_NAMES.join(", ")}`);
    return table;
  });
}

const formatOf = (text = "parquet"): ExportFormat => {
  const format = EXPORT_FORMATS.find((name) => name === text);
  if (format === undefined) throw wrong(`--format is one of ${EXPORT_FORMATS.join(", ")}.`);
  return format;
};

function sinceOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isDay = z.iso.date().safeParse(text).success;
  if (!isDay && !z.iso.datetime({ offset: true }).safeParse(text).success)
    throw wrong("--since is a day or a time, such as 2026-11-01 or 2026-11-01T12:00:00Z.");
  return new Date(isDay ? `${text}T00:00:00Z` : text).toISOString();
}

/** Downloads to a file next to the target, and renames it when its bytes are on the disk. One of an earlier run that was killed is deleted. */
async function save(target: string, begin: () => AsyncGenerator<Uint8Array>, signal: AbortSignal): Promise<void> {
  await deleteLeftParts(target);
  const part = partPath(target);
  const file = await open(part, "wx", 0o600).catch((error: unknown) => {
    throw unwritable(target, error);
  });
  const progress = new Progress(target);
  try {
    try {
      await fill(file, begin, { progress, signal });
    } finally {
      await file.close();
    }
    await rename(part, target).catch((error: unknown) => {
      throw unwritable(target, error);
    });
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    progress.end();
  }
  await print(`${target}\n`);
}

async function fill(
  file: FileHandle,
  begin: () => AsyncGenerator<Uint8Array>,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    try {
      for await (const bytes of begin()) {
        await file.writeFile(bytes).catch((error: unknown) => {
          throw unwritable(progress.target, error);
        });
        progress.add(bytes.length);
      }
      await file.sync();
      return;
    } catch (error) {
      // It is refused before its first byte.
      const seconds = error instanceof CliError && error.status === STATUS.rateLimited ? error.waitSeconds : undefined;
      if (seconds === undefined || seconds > MAX_WAIT_SECONDS || waits >= MAX_WAITS) throw error;
      await sleep(seconds * SECOND_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function unwritable(target: string, error: unknown): CliError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new CliError(STATUS.nothing, `${target} cannot be written (${code}).`, { cause: error });
}

/** How much has arrived, on a terminal alone. */
class Progress {
  readonly target: string;
  readonly #isShown = process.stderr.isTTY;
  #bytes = 0;
  #shownAt = 0;

  constructor(target: string) {
    this.target = target;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    const now = performance.now();
    if (!this.#isShown || now - this.#shownAt < PROGRESS_MS) return;
    this.#shownAt = now;
    process.stderr.write(`\r${shown(this.target)}  ${(this.#bytes / MEGABYTE).toFixed(1)} MB`);
  }

  /** Clears the line. */
  end(): void {
    if (this.#isShown && this.#shownAt > 0) process.stderr.write("\r\u001b[K");
  }
}
