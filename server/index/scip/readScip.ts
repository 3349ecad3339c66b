import { ScipError, WireReader } from "./WireReader.ts";
import { ScipTableWriter } from "./ScipTableWriter.ts";

/** More than the largest repositories have. `bases` are of one symbol, texts and paths in bytes. */
export const SCIP_LIMITS = {
  documents: 400_000,
  occurrences: 30_000_000,
  symbols: 5_000_000,
  bases: 10_000,
  text: 4000,
  path: 4000,
  toolText: 200,
} as const;

export interface CompiledScip {
  readonly table: Buffer;
  readonly tool: string;
  readonly documents: number;
  readonly occurrences: number;
  readonly symbols: number;
}

/** Makes the table that lookups use of a SCIP index (an `Index` message of sourcegraph/scip). @throws ScipError */
export function compileScip(bytes: Buffer): CompiledScip {
  if (bytes.length === 0) throw new ScipError("empty");
  const writer = new ScipTableWriter();
  let tool = "";
  let hasMetadata = false;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) {
      hasMetadata = true;
      tool = toolOf(reader.message()) || tool;
    } else if (reader.field === 2) readDocument(reader.message(), writer);
    else reader.skip();
  }
  if (!hasMetadata) throw new ScipError("not_scip");
  if (writer.documents === 0) throw new ScipError("not_scip");
  const { documents, occurrences, symbols } = writer;
  return { table: writer.finish(), tool, documents, occurrences, symbols };
}

/** The name and the version of the program that made the index. As in every message, the last value of a field counts. */
function toolOf(metadata: WireReader): string {
  let name = "";
  let version = "";
  while (metadata.next()) {
    if (metadata.field !== 2) {
      metadata.skip();
      continue;
    }
    const info = metadata.message();
    while (info.next()) {
      if (info.field === 1) name = info.text(SCIP_LIMITS.toolText);
      else if (info.field === 2) version = info.text(SCIP_LIMITS.toolText);
      else info.skip();
    }
  }
  return `${name} ${version}`.trim();
}

/** A path beyond the limit has its beginning in the message: the bytes of a long one are not decoded. */
function readPath(document: WireReader): string {
  const limit = SCIP_LIMITS.path;
  const { from, to } = document.range();
  if (to - from > limit) throw new ScipError("path_length", { path: document.decode(from, from + limit), limit });
  return document.decode(from, to);
}

/** @throws ScipError for a path that leaves the repository */
function checkPath(path: string): string {
  if (path === "") throw new ScipError("path");
  if (path.startsWith("/") || path.includes("\\") || /^[a-z]:/i.test(path)) throw new ScipError("path", { path });
  if (path.includes("\0") || path.split("/").some((part) => part === ".." || part === "." || part === ""))
    throw new ScipError("path", { path });
  return path;
}

/** Reads the fields three times, because a list of them could take more memory than there is. */
function readDocument(document: WireReader, writer: ScipTableWriter): void {
  let path = "";
  let encoding = 0;
  while (document.next()) {
    if (document.field === 1) path = readPath(document);
    else if (document.field === 6) encoding = document.varint();
    else document.skip();
  }
  checkLimit("documents", writer.documents + 1);
  writer.startDocument(checkPath(path), encoding);
  document.restart();
  while (document.next()) {
    if (document.field === 2) readOccurrence(document.message(), writer);
    else document.skip();
    checkLimit("occurrences", writer.occurrences);
  }
  document.restart();
  while (document.next()) {
    if (document.field === 3) readSymbol(document.message(), writer);
    else document.skip();
    checkLimit("symbols", writer.symbols);
  }
}

/** @throws ScipError when there are more than the limit */
function checkLimit(name: "documents" | "occurrences" | "symbols" | "bases", count: number): void {
  if (count > SCIP_LIMITS[name]) throw new ScipError("limit", { limit: SCIP_LIMITS[name], unit: name });
}

function readOccurrence(occurrence: WireReader, writer: ScipTableWriter): void {
  const range: number[] = [];
  let symbol = "";
  let roles = 0;
  while (occurrence.next()) {
    if (occurrence.field === 1) occurrence.numbers(range, 4);
    else if (occurrence.field === 2) symbol = occurrence.text(SCIP_LIMITS.text);
    else if (occurrence.field === 3) roles = occurrence.varint();
    else occurrence.skip();
  }
  if (range.length !== 3 && range.length !== 4) throw new ScipError("not_scip");
  // An occurrence without a symbol only colours the text.
  if (symbol === "") return;
  const [line = 0, start = 0] = range;
  const [endLine, end] = range.length === 3 ? [line, range[2] ?? 0] : [range[2] ?? 0, range[3] ?? 0];
  if (Math.max(line, start, endLine, end) > 0x7fffffff) throw new ScipError("not_scip");
  if (endLine < line || (endLine === line && end < start)) throw new ScipError("not_scip");
  // Names are on one line.
  if (endLine === line) writer.addOccurrence({ line, start, end, symbol, roles });
}

function readSymbol(information: WireReader, writer: ScipTableWriter): void {
  let symbol = "";
  const bases: string[] = [];
  while (information.next()) {
    if (information.field === 1) symbol = information.text(SCIP_LIMITS.text);
    else if (information.field === 4) {
      const relationship = information.message();
      let to = "";
      let isImplementation = false;
      while (relationship.next()) {
        if (relationship.field === 1) to = relationship.text(SCIP_LIMITS.text);
        else if (relationship.field === 3) isImplementation = relationship.varint() !== 0;
        else relationship.skip();
      }
      if (isImplementation && to !== "") bases.push(to);
      checkLimit("bases", bases.length);
    } else information.skip();
  }
  for (const base of bases) writer.addImplementation(symbol, base);
}
