/** Recognises the form of a file, and reads its records as often as they are needed. */
import { csvRecords, type Delimiter, delimiterOf } from "./csvRecords.ts";
import { jsonLineRecords, jsonListRecords, jsonObjectRecords } from "./jsonRecords.ts";
import { encodingOf, NotUtf8, type TextEncoding, textOf } from "./readText.ts";
import { type ImportRecord, isOwnItem, isRecord, UnreadableFile } from "./records.ts";

export type FileForm =
  | { readonly name: "csv"; readonly delimiter: Delimiter }
  | { readonly name: "json_lines" | "json_list" | "json_object" };

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the bytes that were read so far. */
  readonly onRead?: (bytes: number) => void;
}

export interface ImportFile {
  readonly name: string;
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970: an import that was interrupted recognises the file by it. */
  readonly lastModified: number;
  readonly encoding: TextEncoding;
  readonly form: FileForm;
  /** @throws UnreadableFile */
  records(options?: ReadOptions): AsyncGenerator<ImportRecord>;
}

/** @throws UnreadableFile for a file without text */
export async function openImportFile(file: File): Promise<ImportFile> {
  const encoding = await encodingOf(file);
  return opened(file, encoding);
}

async function opened(file: File, encoding: TextEncoding): Promise<ImportFile> {
  const sample = await firstText(file, encoding);
  if (sample.trim() === "") throw new UnreadableFile("empty");
  const form = formOf(sample);
  return {
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    encoding,
    form,
    records: (options) => recordsOf(textOf(file, encoding, options), form),
  };
}

/** The file as Windows-1252, where its later bytes are no UTF-8. */
export async function reopened(file: File, error: unknown): Promise<ImportFile> {
  if (error instanceof NotUtf8) return opened(file, "windows-1252");
  throw error;
}

async function firstText(file: File, encoding: TextEncoding): Promise<string> {
  for await (const text of textOf(file, encoding)) return text;
  return "";
}

function formOf(sample: string): FileForm {
  const text = sample.trimStart();
  if (text.startsWith("[")) return { name: "json_list" };
  if (!text.startsWith("{")) return { name: "csv", delimiter: delimiterOf(sample) };
  return areLines(text) ? { name: "json_lines" } : { name: "json_object" };
}

/** Whether the first line is an object, and not the whole document with its list. */
function areLines(text: string): boolean {
  const [first = "", second = ""] = text.split("\n").filter((line) => line.trim() !== "");
  try {
    const value: unknown = JSON.parse(first);
    if (!isRecord(value)) return false;
    return second.trimStart().startsWith("{") || !Object.values(value).some(isListOfObjects) || isOwnItem(value);
  } catch {
    return false;
  }
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && isRecord(value[0]);

function recordsOf(pieces: AsyncIterable<string>, form: FileForm): AsyncGenerator<ImportRecord> {
  switch (form.name) {
    case "csv":
      return csvRecords(pieces, form.delimiter);
    case "json_lines":
      return jsonLineRecords(pieces);
    case "json_list":
      return jsonListRecords(pieces);
    case "json_object":
      return jsonObjectRecords(pieces);
  }
}
