import { compoundStemsOf } from "../text/compoundWords.ts";
import { writeSectionFile } from "./SectionFile.ts";
import { GrowableBytes, GrowableU32 } from "./growableBuffers.ts";
import { SEGMENT_KIND } from "./segmentTables.ts";
import { scanTokens, termsOf } from "../text/tokenize.ts";

const MAX_FIELDS = 8;
const MAX_COUNT = 255;

/**
 * Collects documents and writes them as one segment buffer. Counting goes through numbers: a token is split and stemmed once in
 * the life of the writer, each further sight of it is one Map look-up and a few increments.
 */
export class SegmentWriter {
  readonly fields: number;
  documents = 0;
  readonly #termNumbers = new Map<string, number>();
  readonly #terms: string[] = [];
  /** Token as written → where it starts in `#tokenTerms`: number of its words, number of its terms, term numbers. */
  readonly #tokens = new Map<string, number>();
  readonly #tokenTerms = new GrowableU32();
  #counts: Uint8Array;
  #seenIn: Uint32Array;
  readonly #touched: number[] = [];
  readonly #lengths: GrowableU32[];
  readonly #current: Uint32Array;
  readonly #pairTerm = new GrowableU32(1 << 16);
  readonly #pairDocument = new GrowableU32(1 << 16);
  readonly #pairAt = new GrowableU32(1 << 16);
  readonly #pairBytes = new GrowableBytes(1 << 17);

  constructor(fields: number) {
    if (fields < 1 || fields > MAX_FIELDS)
      throw new RangeError(`A segment has 1 to ${MAX_FIELDS} fields, not ${fields}.`);
    this.fields = fields;
    this.#counts = new Uint8Array(4096 * fields);
    this.#seenIn = new Uint32Array(4096);
    this.#lengths = Array.from({ length: fields }, () => new GrowableU32());
    this.#current = new Uint32Array(fields);
  }

  /** How many pairs of a term and a document were counted: what the memory of a writer grows by. */
  get postings(): number {
    return this.#pairTerm.length;
  }

  /** Counts the tokens of `text` in `field` of the document being built: whole names and stems of their words. */
  addText(field: number, text: string): void {
    scanTokens(text, (token) => {
      this.addToken(field, token);
    });
  }

  /** Counts one token (an identifier as written). */
  addToken(field: number, token: string): void {
    let at = this.#tokens.get(token);
    if (at === undefined) at = this.#learn(token);
    const table = this.#tokenTerms.data;
    const words = table[at] ?? 0;
    const terms = table[at + 1] ?? 0;
    for (let index = 0; index < terms; index++) this.#count(field, table[at + 2 + index] ?? 0);
    this.#current[field] = (this.#current[field] ?? 0) + Math.max(words, 1);
  }

  /** Counts one finished term `times` times, without folding, splitting or stemming it. */
  addTerm(field: number, term: string, times = 1): void {
    this.#count(field, this.#termNumber(term), times);
    this.#current[field] = (this.#current[field] ?? 0) + times;
  }

  /** Closes the document being built and gives its number. */
  endDocument(): number {
    const document = this.documents++;
    for (let field = 0; field < this.fields; field++) {
      this.#lengths[field]?.push(this.#current[field] ?? 0);
      this.#current[field] = 0;
    }
    for (const term of this.#touched) {
      this.#pairTerm.push(term);
      this.#pairDocument.push(document);
      this.#pairAt.push(this.#pairBytes.length);
      const base = term * this.fields;
      let mask = 0;
      for (let field = 0; field < this.fields; field++) if (this.#counts[base + field] !== 0) mask |= 1 << field;
      this.#pairBytes.byte(mask);
      for (let field = 0; field < this.fields; field++) {
        const count = this.#counts[base + field] ?? 0;
        if (count !== 0) this.#pairBytes.byte(count);
        this.#counts[base + field] = 0;
      }
    }
    this.#touched.length = 0;
    return document;
  }

  /** Writes the segment. The writer is spent afterwards. */
  finish(): Buffer {
    const order = sortedOrder(this.#terms);
    const pairs = this.#pairTerm.length;
    // Counting sort of the pairs by term; documents are already ascending, so each list comes out in order.
    const first = new Uint32Array(this.#terms.length + 1);
    for (let pair = 0; pair < pairs; pair++) {
      const slot = (this.#pairTerm.data[pair] ?? 0) + 1;
      first[slot] = (first[slot] ?? 0) + 1;
    }
    for (let term = 0; term < this.#terms.length; term++) first[term + 1] = (first[term + 1] ?? 0) + (first[term] ?? 0);
    const next = first.slice();
    const byTerm = new Uint32Array(pairs);
    for (let pair = 0; pair < pairs; pair++) {
      const term = this.#pairTerm.data[pair] ?? 0;
      const slot = next[term] ?? 0;
      byTerm[slot] = pair;
      next[term] = slot + 1;
    }
    const out = new SegmentSections(this.#terms.length);
    for (const term of order) {
      out.startTerm(this.#terms[term] ?? "");
      const end = first[term + 1] ?? 0;
      for (let slot = first[term] ?? 0; slot < end; slot++) {
        const pair = byTerm[slot] ?? 0;
        out.posting(this.#pairDocument.data[pair] ?? 0, this.#pairBytes.data, this.#pairAt.data[pair] ?? 0);
      }
      out.endTerm();
    }
    return out.write(
      this.documents,
      this.#lengths.map((lengths) => lengths.view()),
    );
  }

  #learn(token: string): number {
    const at = this.#tokenTerms.length;
    const { fullTerm, stems } = termsOf(token);
    this.#tokens.set(token, at);
    // What two of its words are called together may be the whole; a plain word that is its own stem is one term, not two.
    const names = new Set(compoundStemsOf(token));
    if (fullTerm !== "" && !(stems.length === 1 && stems[0] === fullTerm)) names.add(fullTerm);
    const terms = [...names, ...stems];
    this.#tokenTerms.push(stems.length);
    this.#tokenTerms.push(terms.length);
    for (const text of terms) this.#tokenTerms.push(this.#termNumber(text));
    return at;
  }

  #termNumber(term: string): number {
    const existing = this.#termNumbers.get(term);
    if (existing !== undefined) return existing;
    const number = this.#terms.length;
    this.#terms.push(term);
    this.#termNumbers.set(term, number);
    if (number === this.#seenIn.length) {
      const seen = new Uint32Array(number * 2);
      seen.set(this.#seenIn);
      this.#seenIn = seen;
      const counts = new Uint8Array(number * 2 * this.fields);
      counts.set(this.#counts);
      this.#counts = counts;
    }
    return number;
  }

  #count(field: number, term: number, times = 1): void {
    if (this.#seenIn[term] !== this.documents + 1) {
      this.#seenIn[term] = this.documents + 1;
      this.#touched.push(term);
    }
    const slot = term * this.fields + field;
    this.#counts[slot] = Math.min(MAX_COUNT, (this.#counts[slot] ?? 0) + times);
  }
}

/** Writes terms and postings in order; shared by the writer and the merge. */
export class SegmentSections {
  readonly #termBytes = new GrowableBytes(1 << 16);
  readonly #termOffsets: GrowableU32;
  readonly #starts: GrowableU32;
  readonly #counts: GrowableU32;
  readonly #postings = new GrowableBytes(1 << 16);
  #last = -1;
  #documents = 0;

  constructor(expectedTerms: number) {
    this.#termOffsets = new GrowableU32(expectedTerms + 2);
    this.#starts = new GrowableU32(expectedTerms + 2);
    this.#counts = new GrowableU32(expectedTerms + 1);
    this.#termOffsets.push(0);
    this.#starts.push(0);
  }

  startTerm(term: string | Uint8Array): void {
    this.#termBytes.append(typeof term === "string" ? Buffer.from(term) : term);
    this.#last = -1;
    this.#documents = 0;
  }

  /** One posting; `bytes[at]` is the field mask, the counts follow. Documents come in ascending order. */
  posting(document: number, bytes: Uint8Array, at: number): void {
    const mask = bytes[at] ?? 0;
    const out = this.#postings;
    out.varint(((document - this.#last) << 1) | (mask === 1 ? 0 : 1));
    if (mask !== 1) out.byte(mask);
    let from = at;
    for (let bits = mask; bits !== 0; bits &= bits - 1) out.byte(bytes[++from] ?? 0);
    this.#last = document;
    this.#documents++;
  }

  endTerm(): void {
    this.#termOffsets.push(this.#termBytes.length);
    this.#starts.push(this.#postings.length);
    this.#counts.push(this.#documents);
  }

  /** `lengths`: per field the words of each document. */
  write(documents: number, lengths: readonly Uint32Array[]): Buffer {
    const all = new Uint32Array(documents * lengths.length);
    lengths.forEach((column, field) => {
      all.set(column, field * documents);
    });
    return writeSectionFile(SEGMENT_KIND, {
      meta: Uint32Array.of(documents, lengths.length, this.#counts.length),
      "terms.bytes": this.#termBytes.view(),
      "terms.offsets": this.#termOffsets.view(),
      starts: this.#starts.view(),
      counts: this.#counts.view(),
      lengths: all,
      postings: this.#postings.view(),
    });
  }
}

/** Numbers of the terms in the order of their UTF-8 bytes. */
function sortedOrder(terms: readonly string[]): Uint32Array {
  const order = Uint32Array.from(terms.keys());
  // UTF-16 order equals UTF-8 order as long as no surrogates are in play; the tokenizer makes none.
  const hasSurrogates = terms.some((term) => /[\ud800-\udfff]/.test(term));
  if (hasSurrogates) {
    return order.sort((a, b) => Buffer.compare(Buffer.from(terms[a] ?? ""), Buffer.from(terms[b] ?? "")));
  }
  return order.sort((a, b) => ((terms[a] ?? "") < (terms[b] ?? "") ? -1 : 1));
}
