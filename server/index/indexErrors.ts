/** The bytes of an index part do not match their header. The part can be built again; nothing is lost. */
export class DamagedIndexError extends Error {
  constructor(what: string, why: string) {
    super(`The ${what} of the index is damaged (${why}). It will be built again at the next sync.`);
    this.name = "DamagedIndexError";
  }
}

/** The part was written by another version of the program. It is not damaged, only not ours to read. */
export class IndexFormatError extends Error {
  constructor(what: string, actual: number, expected: number) {
    super(`The ${what} of the index has format ${actual}, this program reads format ${expected}.`);
    this.name = "IndexFormatError";
  }
}

/** A build was cancelled by its caller. */
export class BuildAbortedError extends Error {
  constructor() {
    super("The build was stopped.");
    this.name = "BuildAbortedError";
  }
}

export function noFile(): never {
  throw new RangeError("There is no file.");
}
