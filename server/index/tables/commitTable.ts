import { partitionPoint } from "../binarySearch.ts";
import { SectionFile, type SectionData, writeSectionFile } from "../segment/SectionFile.ts";
import { TRAILER_KINDS, type Trailer } from "../text/commitTrailers.ts";
import { GrowableU32 } from "../segment/growableBuffers.ts";
import { StringColumn, stringSections } from "../segment/stringColumn.ts";

const COMMITS_KIND = "commits";

/** One commit as the index keeps it. Its whole message is in the content pack. */
export interface IndexedCommit {
  readonly hash: string;
  readonly author: string;
  readonly email: string;
  readonly committer: string;
  readonly committerEmail: string;
  /** Full ids of the parents, the line that was merged into first. */
  readonly parents: readonly string[];
  readonly trailers: readonly Trailer[];
  /** Seconds since 1970 at which it came into the history. */
  readonly committedAt: number;
  readonly subject: string;
  readonly isMerge: boolean;
  readonly paths: readonly string[];
  readonly pack: number;
  readonly item: number;
}

/** `rows` newest first; a row's place is the commit's document number in the commit segment. */
export function writeCommitTable(rows: readonly IndexedCommit[]): Buffer {
  const paths = new Numbering();
  const people = new Numbering();
  const changes = new GrowableU32();
  const starts = new GrowableU32(rows.length + 2);
  starts.push(0);
  const authors = new Uint32Array(rows.length);
  const committers = new Uint32Array(rows.length);
  const credited = new GrowableU32();
  const creditKinds = new GrowableU32();
  const creditStarts = new GrowableU32(rows.length + 2);
  creditStarts.push(0);
  const places = new Map(rows.map((row, index) => [row.hash, index]));
  // A table may begin in the middle of a history: a parent before its beginning is none.
  const parents = new Uint32Array(rows.length * 2).fill(NO_COMMIT);
  rows.forEach((row, index) => {
    authors[index] = people.number(`${row.author}\t${row.email}`);
    committers[index] = people.number(`${row.committer}\t${row.committerEmail}`);
    for (const { kind, name, email } of row.trailers) {
      credited.push(people.number(`${name}\t${email}`));
      creditKinds.push(TRAILER_KINDS.indexOf(kind));
    }
    creditStarts.push(credited.length);
    row.parents.slice(0, 2).forEach((hash, at) => (parents[index * 2 + at] = places.get(hash) ?? NO_COMMIT));
    for (const path of row.paths) changes.push(paths.number(path));
    starts.push(changes.length);
  });
  const sections: Record<string, SectionData> = {
    hashes: Buffer.from(rows.map((row) => row.hash).join(""), "hex"),
    times: Uint32Array.from(rows, (row) => row.committedAt),
    merges: Uint8Array.from(rows, (row) => (row.isMerge ? 1 : 0)),
    authors,
    committers,
    parents,
    "credit.starts": creditStarts.view(),
    "credit.people": credited.view(),
    "credit.kinds": creditKinds.view(),
    packs: Uint32Array.from(rows, (row) => row.pack),
    items: Uint32Array.from(rows, (row) => row.item),
    "change.starts": starts.view(),
    "change.paths": changes.view(),
    ...stringSections(
      "subjects",
      rows.map((row) => row.subject),
    ),
    ...stringSections("people", people.texts),
    ...stringSections("paths", paths.texts),
  };
  return writeSectionFile(COMMITS_KIND, sections);
}

/** In place of a commit's number where there is none. */
export const NO_COMMIT = 0xffff_ffff;

class Numbering {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.texts.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** The history of one repository, newest first. */
export class CommitTable {
  readonly length: number;
  readonly byteLength: number;
  /** Seconds since 1970, by commit. */
  readonly times: Uint32Array;
  readonly packs: Uint32Array;
  readonly items: Uint32Array;
  /** Paths that some commit changed, including deleted ones. */
  readonly paths: StringColumn;
  /** Numbers, into `people`, of who wrote and of who applied each commit. */
  readonly authors: Uint32Array;
  readonly committers: Uint32Array;
  readonly #hashes: Buffer;
  readonly #merges: Buffer;
  readonly #parents: Uint32Array;
  readonly #creditStarts: Uint32Array;
  readonly #creditPeople: Uint32Array;
  readonly #creditKinds: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #changes: Uint32Array;
  readonly #subjects: StringColumn;
  readonly #people: StringColumn;
  #byHash: Uint32Array | null = null;
  #pathNumbers: ReadonlyMap<string, number> | null = null;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, COMMITS_KIND);
    this.byteLength = container.byteLength;
    this.times = container.u32("times");
    this.length = this.times.length;
    this.packs = container.u32("packs");
    this.items = container.u32("items");
    this.paths = new StringColumn(container, "paths");
    this.#hashes = container.bytes("hashes");
    this.#merges = container.bytes("merges");
    this.authors = container.u32("authors");
    this.committers = container.u32("committers");
    this.#parents = container.u32("parents");
    this.#creditStarts = container.u32("credit.starts");
    this.#creditPeople = container.u32("credit.people");
    this.#creditKinds = container.u32("credit.kinds");
    this.#starts = container.u32("change.starts");
    this.#changes = container.u32("change.paths");
    this.#subjects = new StringColumn(container, "subjects");
    this.#people = new StringColumn(container, "people");
  }

  hash(commit: number): string {
    const width = this.#width();
    return this.#hashes.toString("hex", commit * width, (commit + 1) * width);
  }

  get subjects(): StringColumn {
    return this.#subjects;
  }

  subject(commit: number): string {
    return this.#subjects.at(commit);
  }

  author(commit: number): { name: string; email: string } {
    return this.person(this.authors[commit] ?? 0);
  }

  /** Names and addresses as in the history; one human may have several. */
  get peopleCount(): number {
    return this.#people.length;
  }

  person(number: number): { name: string; email: string } {
    const [name = "", email = ""] = this.#people.at(number).split("\t");
    return { name, email };
  }

  /** Place of the first (0) or second (1) parent, or -1. */
  parent(commit: number, which: 0 | 1): number {
    const parent = this.#parents[commit * 2 + which] ?? NO_COMMIT;
    return parent === NO_COMMIT ? -1 : parent;
  }

  /** Who the message thanks: numbers into `people`, with what for. */
  trailers(commit: number): { kind: Trailer["kind"]; person: number }[] {
    const result: { kind: Trailer["kind"]; person: number }[] = [];
    const end = Math.min(this.#creditStarts[commit + 1] ?? 0, this.#creditKinds.length);
    for (let at = this.#creditStarts[commit] ?? 0; at < end; at++) {
      const kind = TRAILER_KINDS[this.#creditKinds[at] ?? 0];
      if (kind) result.push({ kind, person: this.#creditPeople[at] ?? 0 });
    }
    return result;
  }

  isMerge(commit: number): boolean {
    return this.#merges[commit] === 1;
  }

  /** The number of each of `paths`, by its text. */
  get pathNumbers(): ReadonlyMap<string, number> {
    return (this.#pathNumbers ??= new Map(
      Array.from({ length: this.paths.length }, (_, path) => [this.paths.at(path), path]),
    ));
  }

  /** Numbers, into `paths`, of what the commit changed. */
  changes(commit: number): Uint32Array {
    return this.#changes.subarray(this.#starts[commit], this.#starts[commit + 1]);
  }

  /** Commits whose hash begins with `prefix` (at least 4 hex digits), at most `limit`. */
  withHash(prefix: string, limit = 20): number[] {
    const target = prefix.toLowerCase();
    if (!/^[0-9a-f]{4,64}$/.test(target)) return [];
    const order = (this.#byHash ??= this.#orderByHash());
    const first = partitionPoint(0, order.length, (at) => this.hash(order[at] ?? 0) < target);
    const result: number[] = [];
    for (let at = first; at < order.length && result.length < limit; at++) {
      const commit = order[at] ?? 0;
      if (!this.hash(commit).startsWith(target)) break;
      result.push(commit);
    }
    return result;
  }

  row(commit: number): IndexedCommit {
    const { name, email } = this.author(commit);
    const committer = this.person(this.committers[commit] ?? 0);
    return {
      hash: this.hash(commit),
      author: name,
      email,
      committer: committer.name,
      committerEmail: committer.email,
      parents: ([0, 1] as const).map((at) => this.parent(commit, at)).flatMap((at) => (at < 0 ? [] : [this.hash(at)])),
      trailers: this.trailers(commit).map(({ kind, person }) => ({ kind, ...this.person(person) })),
      committedAt: this.times[commit] ?? 0,
      subject: this.subject(commit),
      isMerge: this.isMerge(commit),
      paths: Array.from(this.changes(commit), (path) => this.paths.at(path)),
      pack: this.packs[commit] ?? 0,
      item: this.items[commit] ?? 0,
    };
  }

  #width(): number {
    return this.length === 0 ? 0 : this.#hashes.length / this.length;
  }

  #orderByHash(): Uint32Array {
    const width = this.#width();
    const bytes = this.#hashes;
    return Uint32Array.from({ length: this.length }, (_, index) => index).sort((a, b) =>
      bytes.compare(bytes, b * width, (b + 1) * width, a * width, (a + 1) * width),
    );
  }
}
