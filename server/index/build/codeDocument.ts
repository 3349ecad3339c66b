import type { FileKind } from "../text/fileKind.ts";
import type { FileLanguage } from "../text/languages.ts";
import { regexDefinitions } from "../text/regexDefinitions.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import type { SegmentWriter } from "../segment/segmentWriter.ts";

/** The fields of a file as a document, by number. */
export const CODE_FIELDS = ["body", "definitions", "path", "name"] as const;
const CODE_BODY = 0;
export const CODE_DEFINITIONS = 1;
const CODE_PATH = 2;
const CODE_NAME = 3;

/** Body 1, definition names 2, path 4, file name 8: see docs/engines-measured.md. */
export const CODE_SCHEME: FieldScheme = {
  weights: [1, 2, 4, 8],
  lengthPenalty: [0.75, 0.5, 0.3, 0.3],
  saturation: 1.2,
};

/** Machine-written and machine-read files. Only their head is counted: it names the subject, the rest is noise. */
const NOISY_KINDS: ReadonlySet<FileKind> = new Set(["generated", "vendored", "data", "config"]);
const MAX_NOISE_LENGTH = 20_000;

/** True for a file of which only the head is counted. @param bytes of its text */
export const isCut = (kind: FileKind, bytes: number): boolean => bytes > MAX_NOISE_LENGTH && NOISY_KINDS.has(kind);

/** Counts one file into the segment and closes its document. */
export function addCodeDocument(
  writer: SegmentWriter,
  file: { path: string; text: string; language: FileLanguage | null; kind: FileKind },
): void {
  const text = NOISY_KINDS.has(file.kind) ? file.text.slice(0, MAX_NOISE_LENGTH) : file.text;
  writer.addText(CODE_BODY, text);
  if (file.language) {
    for (const { name } of regexDefinitions(text, file.language)) writer.addText(CODE_DEFINITIONS, name);
  }
  const slash = file.path.lastIndexOf("/");
  writer.addText(CODE_PATH, file.path.slice(0, slash + 1));
  writer.addText(CODE_NAME, file.path.slice(slash + 1));
  writer.endDocument();
}
