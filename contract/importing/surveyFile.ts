/** One reading of a whole file before it is imported: its columns, samples, the values of each, and how its dates can be read. */
import { type DayOrder, MAPPING_LIMITS } from "../sources/importRules.ts";
import type { ImportFile } from "./openImportFile.ts";
import { MAX_DATE_CHARS, readDate } from "./parseDate.ts";
import { type ImportRecord, isOwnItem, UnreadableFile } from "./records.ts";

const SAMPLES = 3;
const FIRST_RECORDS = 5;
/** Characters of a value that is counted as one of few. */
const VALUE_CHARS = 100;

export interface SurveyedColumn {
  readonly name: string;
  readonly samples: readonly string[];
  /** Its values, where these are few; null where there are more than a mapping can have. */
  readonly values: readonly string[] | null;
  readonly dates: ColumnDates;
}

/** How many of its values are dates, and what they show of the order of day and month. */
export interface ColumnDates {
  readonly count: number;
  /** Values that can be read in two ways. */
  readonly ambiguous: number;
  /** Values that can be read in one way only, by it. */
  readonly only: Readonly<Record<DayOrder, number>>;
  readonly example: string | null;
}

export interface FileSurvey {
  readonly records: number;
  readonly columns: readonly SurveyedColumn[];
  readonly first: readonly ImportRecord[];
  /** Each record is an item of the format of imports. */
  readonly isOwnFormat: boolean;
}

class ColumnSurvey {
  readonly samples: string[] = [];
  readonly #values = new Set<string>();
  #hasMany = false;
  #dates = 0;
  #ambiguous = 0;
  #example: string | null = null;
  readonly #only = { day_first: 0, month_first: 0 };

  add(text: string): void {
    const value = text.trim();
    if (this.samples.length < SAMPLES && !this.samples.includes(value)) this.samples.push(value);
    if (value.length > VALUE_CHARS) this.#hasMany = true;
    else if (!this.#hasMany) {
      this.#values.add(value);
      if (this.#values.size > MAPPING_LIMITS.states) {
        this.#hasMany = true;
        this.#values.clear();
      }
    }
    if (value.length > MAX_DATE_CHARS || !/\d/.test(value)) return;
    const read = readDate(value);
    if (read.kind === "none") return;
    this.#dates += 1;
    if (read.kind === "either") {
      this.#ambiguous += 1;
      this.#example ??= value;
    } else if (read.kind === "only") this.#only[read.order] += 1;
  }

  get(name: string): SurveyedColumn {
    return {
      name,
      samples: this.samples,
      values: this.#hasMany ? null : [...this.#values],
      dates: { count: this.#dates, ambiguous: this.#ambiguous, only: { ...this.#only }, example: this.#example },
    };
  }
}

/** @throws UnreadableFile, NotUtf8 */
export async function surveyFile(
  file: ImportFile,
  options: { readonly signal?: AbortSignal; readonly onRead?: (bytes: number) => void } = {},
): Promise<FileSurvey> {
  const columns = new Map<string, ColumnSurvey>();
  const first: ImportRecord[] = [];
  let records = 0;
  let isOwnFormat = true;
  for await (const record of file.records(options)) {
    records += 1;
    if (first.length < FIRST_RECORDS) first.push(record);
    if (record.fault) continue;
    isOwnFormat &&= isOwnItem(record.value);
    for (const [name, values] of record.cells) {
      let column = columns.get(name);
      if (!column) {
        if (columns.size >= MAPPING_LIMITS.columns || name.length > MAPPING_LIMITS.columnChars) continue;
        column = new ColumnSurvey();
        columns.set(name, column);
      }
      for (const value of values) column.add(value);
    }
  }
  if (columns.size === 0) throw new UnreadableFile("no_records");
  return { records, columns: [...columns].map(([name, column]) => column.get(name)), first, isOwnFormat };
}

/** The order that dates of these columns show; `ask` where they can be read in both, and null where the question does not arise. */
export function dayOrderOf(columns: readonly Pick<SurveyedColumn, "dates">[]): DayOrder | "ask" | null {
  const sum = (pick: (dates: ColumnDates) => number): number =>
    columns.reduce((total, { dates }) => total + pick(dates), 0);
  const dayFirst = sum(({ only }) => only.day_first);
  const monthFirst = sum(({ only }) => only.month_first);
  if (sum(({ ambiguous }) => ambiguous) === 0 && (dayFirst === 0 || monthFirst === 0)) return null;
  if (dayFirst > 0 && monthFirst === 0) return "day_first";
  return monthFirst > 0 && dayFirst === 0 ? "month_first" : "ask";
}
