import { expect } from "vitest";
import { type OpenedCode, textOfFile } from "../../../server/index/OpenedIndex.ts";
import type { SegmentReader } from "../../../server/index/segment/segment.ts";

/** Every term that a document holds, with its documents and the fields that hold it; and the words of each field of each document. */
function contentOf(segment: SegmentReader): unknown {
  const terms: [string, number, [number, number][]][] = [];
  for (let number = 0; number < segment.terms; number++) {
    const list: [number, number][] = [];
    segment.eachDocument(number, (document, mask) => list.push([document, mask]));
    const term = segment.term(number);
    if (list.length === 0) {
      // Deleted documents alone hold it.
      expect(segment.find(term), term).toBe(~number);
      continue;
    }
    expect(segment.find(term), term).toBe(number);
    expect(segment.documentCount(number), term).toBe(list.length);
    const offset = segment.termOffsets[number] ?? 0;
    expect(segment.termBytes.toString("utf8", offset, segment.termOffsets[number + 1]), term).toBe(term);
    expect(segment.termAt(offset), term).toBe(number);
    terms.push([term, list.length, list]);
  }
  return { documents: segment.documents, fields: segment.fields, terms, lengths: [...segment.allLengths] };
}

/** The frequencies of a list, which masks do not show. */
function countsOf(segment: SegmentReader): string[] {
  return Array.from({ length: segment.terms }, (_, number) => {
    const { postings, start, end } = segment.list(number);
    return end > start ? `${segment.term(number)} ${postings.toString("hex", start, end)}` : "";
  }).filter((line) => line !== "");
}

/** Everything that engines read of the files of a repository, except where a text is stored. */
function readAll(code: OpenedCode): unknown {
  const { files, segment, filters, symbols } = code;
  const numbers = Array.from({ length: files.length }, (_, file) => file);
  return {
    files: numbers.map((file) => {
      const { pack: _pack, item: _item, ...row } = files.row(file);
      return { ...row, text: textOfFile(code, file), filter: filters.bytesOf(file).toString("hex") };
    }),
    found: numbers.map((file) => files.find(files.path(file))),
    segment: contentOf(segment),
    counts: countsOf(segment),
    symbols: symbols && {
      rows: Array.from({ length: symbols.table.length }, (_, symbol) => symbols.table.row(symbol)),
      ofFiles: numbers.map((file) => [symbols.table.ofFile(file), symbols.chunks.ofFile(file)]),
      names: Array.from({ length: symbols.table.names.length }, (_, name) => symbols.table.names.at(name)),
      named: Array.from({ length: symbols.table.length }, (_, symbol) =>
        symbols.table.named(symbols.table.name(symbol)),
      ),
      chunks: [symbols.chunks.files, symbols.chunks.starts, symbols.chunks.ends, symbols.chunks.symbols].map(
        (column) => [...column],
      ),
      segment: contentOf(symbols.segment),
      segmentCounts: countsOf(symbols.segment),
      nameSegment: contentOf(symbols.names),
      scopes: numbers.map((file) => symbols.scopes.bytes(file)?.toString("hex") ?? null),
    },
  };
}

/** Positions in the list of terms differ where a layer has terms of deleted documents alone; nothing else may. */
export function assertSameCode(found: OpenedCode, expected: OpenedCode): void {
  expect(readAll(found)).toEqual(readAll(expected));
}
