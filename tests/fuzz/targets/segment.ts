import { crc32 } from "node:zlib";
import { ContentPack } from "../../../server/index/segment/contentPack.ts";
import { ChunkTable } from "../../../server/index/tables/chunkTable.ts";
import { CommitTable } from "../../../server/index/tables/commitTable.ts";
import { FileTable } from "../../../server/index/tables/fileTable.ts";
import { HunkTable } from "../../../server/index/tables/hunkTable.ts";
import { DamagedIndexError, IndexFormatError } from "../../../server/index/indexErrors.ts";
import { IssueTable } from "../../../server/index/tables/issueTable.ts";
import { PageTable } from "../../../server/index/tables/pageTable.ts";
import { Segment } from "../../../server/index/segment/segment.ts";
import { SymbolTable } from "../../../server/index/tables/symbolTable.ts";
import { type Target, declared, promise } from "../engine/Target.ts";

/** Rows that are read of each part. */
const MOST = 50;

export const target: Target = {
  promise:
    "A file of an index is read or rejected with a DamagedIndexError, also with a recomputed checksum; no allocation is much larger than the file.",
  shape: "bytes",
  longest: 8192,
  run: (input) => {
    const bytes = Buffer.from(input);
    // Else hardly anything would come past the checksum, behind which the tables are.
    if (bytes.length >= 32) bytes.writeUInt32LE(crc32(bytes.subarray(12)), 8);
    for (const read of READERS) declared([DamagedIndexError, IndexFormatError], () => read(bytes));
    return undefined;
  },
};

const rows = (length: number, read: (row: number) => unknown): void => {
  for (let row = 0; row < Math.min(MOST, length); row += 1) read(row);
};

const READERS: readonly ((bytes: Buffer) => void)[] = [
  (bytes) => {
    const segment = new Segment(bytes);
    promise(segment.documents <= bytes.length, "A segment claims more documents than it has bytes.");
    for (const term of ["", "loop", "redirect", "zz"]) segment.find(term);
    rows(segment.terms, (term) => {
      segment.find(segment.term(term));
      segment.eachDocument(term, (document) => segment.lengthOf(0, document));
    });
    segment.termAt(3);
  },
  (bytes) => {
    const pack = new ContentPack(bytes);
    rows(pack.items, (item) => pack.text(item));
  },
  (bytes) => {
    const files = new FileTable(bytes);
    rows(files.length, (file) => files.row(file));
    files.find("src/a.ts");
    files.endingWith("a.ts");
    files.spelled("a");
  },
  (bytes) => {
    const chunks = new ChunkTable(bytes);
    rows(chunks.length, (file) => chunks.ofFile(file));
  },
  (bytes) => {
    const commits = new CommitTable(bytes);
    rows(commits.length, (commit) => [
      commits.hash(commit),
      commits.subject(commit),
      commits.author(commit),
      commits.trailers(commit),
      commits.changes(commit),
      commits.parent(commit, 0),
    ]);
    commits.pathNumbers.get("src/a.ts");
  },
  (bytes) => {
    const issues = new IssueTable(bytes);
    rows(issues.length, (issue) => issues.row(issue));
    issues.withKey("12");
    issues.sources();
  },
  (bytes) => {
    const pages = new PageTable(bytes);
    rows(pages.length, (page) => pages.row(page));
  },
  (bytes) => {
    const symbols = new SymbolTable(bytes);
    rows(symbols.length, (symbol) => symbols.row(symbol));
    symbols.named("follow");
  },
  (bytes) => {
    const hunks = new HunkTable(bytes);
    const { length } = hunks.rows();
    promise(length <= bytes.length * bytes.length, "A table has more rows than its bytes can name.");
  },
];
