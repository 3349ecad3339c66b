/** Items of a table or a JSON document, by a mapping of its columns: as the app imports them, from the command line. */
import { openAsBlob } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { draftOf, type MappingNeed, mappingOf } from "../../../contract/importing/draftMapping.ts";
import { type FaultCode, type ImportFault, itemOfRecord } from "../../../contract/importing/itemOfRecord.ts";
import { type ImportFile, openImportFile, reopened } from "../../../contract/importing/openImportFile.ts";
import { UnreadableFile } from "../../../contract/importing/records.ts";
import { type FileSurvey, surveyFile } from "../../../contract/importing/surveyFile.ts";
import type { ImportKindName } from "../../../contract/sources/importRules.ts";
import { ImportMapping } from "../../../contract/sources/imports.ts";
import type { ImportItem } from "../../../sdk/clewImport.ts";
import { CliError, STATUS } from "../CliError.ts";
import { wrong } from "../readArguments.ts";
import { shown } from "../terminal.ts";

/** Faults that are kept; the others are counted. */
const MAX_FAULTS = 50;

/** Only what is said of a fault is in English, as all that the command line says. */
const FAULT_TEXTS: Readonly<Record<FaultCode, (value: string) => string>> = {
  missing: () => "a value is needed",
  no_time: () => "it has neither a creation nor a last change",
  date: (value) => `“${value}” is no date from 1970 to 2100, or its day and month are in the other order`,
  order: (value) => `“${value}” can be read in two ways: "day_order" of the mapping says which`,
  state: (value) => `“${value}” has no meaning: "states" of the mapping gives it one`,
  number: (value) => `“${value}” is no number of a request`,
  url: (value) => `“${value}” is no web address`,
  long: () => "the value is too long",
  control: () => "the id has characters that cannot be printed",
  quotes: () => "a quotation mark is at the wrong place",
  cells: () => "it has more cells than the header",
  json: () => "it is no object",
  repeated: (value) => `line ${value} has the same id`,
  server: (value) => value,
};
const NEED_TEXTS: Readonly<Record<MappingNeed, string>> = {
  id: "a column for the id",
  title: "a column for the title",
  date: "a column for the time of creation or of the last change",
  order: 'whether dates begin with the day or the month ("day_order")',
  states: 'what the values of the state mean ("states": the column has too many values)',
};
const UNREADABLE: Readonly<Record<UnreadableFile["reason"], string>> = {
  empty: "the file is empty",
  open_quote: "a quotation mark does not close",
  no_records: "it has no rows",
  large_object: "the document is too large; write it as JSON lines",
  large_record: "a row is too large",
};

const lineOfFault = ({ place, column, code, value }: ImportFault): string =>
  shown(`Line ${place}${column === null ? "" : `, column ${column}`}: ${FAULT_TEXTS[code](value)}.`);

/** A file with what its rows become. */
export interface ImportTable {
  readonly mapping: ImportMapping;
  /** Lines about rows that are left out, as far as they were read; the first of them. */
  readonly faults: readonly string[];
  /** All of them. */
  readonly faultCount: number;
  /** The items of the rows that can be read. @throws CliError */
  items(): AsyncGenerator<ImportItem>;
  /** The line of the n-th item, from 1. */
  lineOf(item: number): number | undefined;
}

/**
 * @param mapFile a mapping, as the app writes it; left out: columns are guessed by their names
 * @throws CliError for a file that cannot be read, and for a mapping that does not fit
 */
export async function openImportTable(
  path: string,
  mapFile: string | undefined,
  kinds: readonly ImportKindName[],
): Promise<ImportTable> {
  const stored = mapFile === undefined ? null : await readMapping(mapFile);
  const name = basename(path);
  try {
    const { file, survey } = await surveyed(path);
    const mapping = stored ?? guessed(survey, kinds, name);
    const names = new Set(survey.columns.map((column) => column.name));
    const absent = survey.isOwnFormat ? undefined : mapping.columns.find(({ column }) => !names.has(column));
    if (absent) throw wrong(shown(`${name} has no column “${absent.column}”, which the mapping names.`));
    if (kinds.length > 0 && !kinds.includes(mapping.kind))
      throw wrong(`The source does not take the kind “${mapping.kind}” of the mapping: ${kinds.join(", ")}.`);
    return new Table(file, mapping, survey.isOwnFormat);
  } catch (error) {
    throw readable(error, name);
  }
}

function guessed(survey: FileSurvey, kinds: readonly ImportKindName[], name: string): ImportMapping {
  const { mapping, needs } = mappingOf(survey, draftOf(survey, kinds, null));
  if (needs.length === 0) return mapping;
  const missing = needs.map((need) => NEED_TEXTS[need]).join("; ");
  throw wrong(`${name} needs a mapping (--map FILE), which the app can make. What is missing: ${missing}.`);
}

const readable = (error: unknown, name: string): unknown =>
  error instanceof UnreadableFile
    ? wrong(`${name}${error.place === null ? "" : `, line ${error.place}`}: ${UNREADABLE[error.reason]}.`)
    : error;

async function surveyed(path: string): Promise<{ readonly file: ImportFile; readonly survey: FileSurvey }> {
  const { mtimeMs } = await stat(path);
  const source = new File([await openAsBlob(path)], basename(path), { lastModified: mtimeMs });
  const file = await openImportFile(source);
  try {
    return { file, survey: await surveyFile(file) };
  } catch (error) {
    const newSource = await reopened(source, error);
    return { file: newSource, survey: await surveyFile(newSource) };
  }
}

/** @throws CliError naming what is wrong in it */
async function readMapping(path: string): Promise<ImportMapping> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch {
    throw wrong(`${path} cannot be read as JSON.`);
  }
  const { data, error } = ImportMapping.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw wrong(shown(`${path} is no mapping: ${issue?.path.join(".") || "the document"}: ${issue?.message ?? ""}`));
}

class Table implements ImportTable {
  readonly mapping: ImportMapping;
  readonly #file: ImportFile;
  readonly #isOwnFormat: boolean;
  readonly #lines: number[] = [];
  faults: string[] = [];
  faultCount = 0;

  constructor(file: ImportFile, mapping: ImportMapping, isOwnFormat: boolean) {
    this.#file = file;
    this.mapping = mapping;
    this.#isOwnFormat = isOwnFormat;
  }

  lineOf(item: number): number | undefined {
    return this.#lines[item - 1];
  }

  async *items(): AsyncGenerator<ImportItem> {
    this.faults = [];
    this.faultCount = 0;
    this.#lines.length = 0;
    const places = new Map<string, number>();
    try {
      for await (const record of this.#file.records()) {
        const { item, faults } = itemOfRecord(record, this.mapping, this.#isOwnFormat);
        const before = item && places.get(item.id);
        if (before !== null && before !== undefined)
          this.#note([{ place: record.place, column: null, code: "repeated", value: String(before) }]);
        else if (item) {
          places.set(item.id, record.place);
          this.#lines.push(record.place);
          yield item as ImportItem;
        } else this.#note(faults);
      }
    } catch (error) {
      throw readable(error, this.#file.name);
    }
  }

  #note(faults: readonly ImportFault[]): void {
    this.faultCount += 1;
    if (this.faults.length < MAX_FAULTS) this.faults.push(...faults.map(lineOfFault));
  }
}

/** Reads all rows, so that none is sent where one would be taken for deleted. @throws CliError */
export async function requireWholeTable(table: ImportTable): Promise<void> {
  for await (const _ of table.items());
  if (table.faultCount === 0) return;
  throw new CliError(
    STATUS.nothing,
    `${table.faults.join("\n")}\nNothing was sent: --delete-unseen would delete the items of these rows.`,
  );
}
