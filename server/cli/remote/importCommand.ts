/** `clew import`: the items of a file to a custom source of a server. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { IMPORT_KINDS } from "../../../contract/sources/importRules.ts";
import { type ClewImport, ClewImportError, type ImportItem } from "../../../sdk/clewImport.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer } from "../formats.ts";
import { linesOf } from "../linesOf.ts";
import { type RequestOf, wrong } from "../readArguments.ts";
import { complain, print, shown } from "../terminal.ts";
import type { ClewServer } from "./ClewServer.ts";
import { type ImportTable, openImportTable, requireWholeTable } from "./importTable.ts";

/** Items that a dry run of a table shows. */
const FIRST_ITEMS = 5;
const DIGEST_CHARS = 16;

/** Statuses of the command by those of the server's refusals. */
const STATUS_OF: Readonly<Record<number, Status>> = {
  401: STATUS.unauthorized,
  403: STATUS.forbidden,
  404: STATUS.notFound,
  429: STATUS.rateLimited,
};

/** Sends a file of JSON lines. Another call with the same file continues after the last batch that arrived. @throws CliError */
export async function runImportCommand(
  server: ClewServer,
  request: RequestOf<"import">,
  format: Format,
): Promise<Status> {
  const { source, csv, map, deletesUnseen, allowsMany, isDryRun } = request;
  const file = csv ?? request.text;
  if (file === "") throw wrong("Give a file: clew import FILE --source ID, or clew import --csv FILE --map MAPPING");
  if (csv !== undefined && request.text !== "") throw wrong("Give one file: FILE or --csv FILE.");
  if (source === undefined) throw wrong("Give the id of the custom source: --source ID");
  const path = resolve(file);
  const stats = await stat(path).catch(() => {
    throw wrong(`${file} cannot be read.`);
  });
  // A file that was written again is another import.
  const name = `${basename(path)} ${stats.size} ${stats.mtime.toISOString()}`;
  const importer = server.importer(source);
  const table = csv === undefined && map === undefined ? null : await tableOf(importer, path, map);
  if (table && deletesUnseen) await requireWholeTable(table);
  if (table && isDryRun && format === "text") await printFirst(table);
  const totals = await importer
    .importAll(table ? table.items() : itemsOf(path), {
      name: table ? `${name} ${digestOf(table.mapping)}` : name,
      deletesUnseen,
      allowsMany,
      isDryRun,
      onBatch: (read) => {
        if (format === "text") complain(`${read} items`);
      },
    })
    .catch((error: unknown) => {
      throw error instanceof ClewImportError ? refusal(error, table) : error;
    });
  const counts = Object.entries(totals).map(([what, count]) => `${String(count)} ${what}`);
  for (const fault of table?.faults ?? []) complain(fault);
  const faults = table?.faultCount ?? 0;
  if (faults > 0) complain(`${faults} rows were left out.`);
  await printAnswer(format, "import", { data: totals, rows: [totals], lines: [counts.join(", ")] });
  return faults > 0 ? STATUS.nothing : STATUS.ok;
}

async function tableOf(importer: ClewImport, path: string, map: string | undefined): Promise<ImportTable> {
  const { holds } = await importer.state().catch((error: unknown) => {
    throw error instanceof ClewImportError ? refusal(error, null) : error;
  });
  const kinds = IMPORT_KINDS.filter((kind) => holds.includes(kind));
  return openImportTable(path, map, kinds);
}

/** Another mapping of the same file is another import. */
const digestOf = (value: object): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, DIGEST_CHARS);

/** What the first rows become. */
async function printFirst(table: ImportTable): Promise<void> {
  let count = 0;
  for await (const item of table.items()) {
    await print(`${shown(JSON.stringify(item))}\n`);
    count += 1;
    if (count === FIRST_ITEMS) return;
  }
}

function refusal(error: ClewImportError, table: ImportTable | null): CliError {
  const line = error.item === undefined ? undefined : table?.lineOf(error.item);
  const place = line === undefined ? `Item ${error.item ?? ""}` : `Line ${line}`;
  const where = error.item === undefined ? "" : `${place}: `;
  return new CliError(STATUS_OF[error.status] ?? STATUS.nothing, `${where}${shown(error.message)}`);
}

/** The server checks the fields; a line that is no JSON object has no kind and no id to send. @throws CliError with the number of the line */
async function* itemsOf(path: string): AsyncGenerator<ImportItem> {
  let number = 0;
  for await (const line of linesOf(createReadStream(path))) {
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
    if (text.trim() === "") continue;
    yield parseLine(text, number);
  }
}

function parseLine(text: string, number: number): ImportItem {
  try {
    const item: unknown = JSON.parse(text);
    if (typeof item === "object" && item !== null && "kind" in item && "id" in item) return item as ImportItem;
  } catch {
    // Said below.
  }
  throw wrong(`Line ${number} is no item: a JSON object with "kind" and "id" is expected.`);
}
