/** `clew import`: the items of a file to a custom source of a server. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { ClewImportError, type ImportItem } from "../../../sdk/clewImport.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer } from "../formats.ts";
import { linesOf } from "../linesOf.ts";
import { type CliRequest, wrong } from "../readArguments.ts";
import { complain, shown } from "../terminal.ts";
import type { ClewServer } from "./ClewServer.ts";

/** Statuses of the command by those of the server's refusals. */
const STATUS_OF: Readonly<Record<number, Status>> = {
  401: STATUS.unauthorized,
  403: STATUS.forbidden,
  404: STATUS.notFound,
  429: STATUS.rateLimited,
};

/** Sends a file of JSON lines. Another call with the same file continues after the last batch that arrived. @throws CliError */
export async function runImportCommand(server: ClewServer, request: CliRequest, format: Format): Promise<Status> {
  const { source, text: file, deletesUnseen, allowsMany, isDryRun } = request;
  if (file === "") throw wrong("Give a file of JSON lines: clew import FILE --source ID");
  if (source === undefined) throw wrong("Give the id of the custom source: --source ID");
  const path = resolve(file);
  const found = await stat(path).catch(() => {
    throw wrong(`${file} cannot be read.`);
  });
  // A file that was written again is another import.
  const name = `${basename(path)} ${found.size} ${found.mtime.toISOString()}`;
  const totals = await server
    .importer(source)
    .importAll(itemsOf(path), {
      name,
      deletesUnseen,
      allowsMany,
      isDryRun,
      onBatch: (read) => {
        if (format === "text") complain(`${read} items`);
      },
    })
    .catch((error: unknown) => {
      throw error instanceof ClewImportError ? refusal(error) : error;
    });
  const counts = Object.entries(totals).map(([what, count]) => `${String(count)} ${what}`);
  await printAnswer(format, "import", { data: totals, rows: [totals], lines: [counts.join(", ")] });
  return STATUS.ok;
}

function refusal(error: ClewImportError): CliError {
  const where = error.item === undefined ? "" : `Item ${error.item}: `;
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
