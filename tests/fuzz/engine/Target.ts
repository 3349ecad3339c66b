/** A parser of foreign bytes with what it promises for every input. */
export interface Target {
  /** What holds for every input, in one sentence. */
  readonly promise: string;
  /** How inputs are altered: `json` also by their values, `text` and `bytes` by their bytes alone. */
  readonly shape: "bytes" | "text" | "json";
  /** Longest input, in bytes. */
  readonly longest?: number;
  /** Blocks of our code that may be executed for one input: this many, and this many for each of its bytes. */
  readonly steps?: { readonly base: number; readonly perByte: number };
  /**
   * Parses one input and checks the promise.
   * @returns what was parsed, whose size is bounded by {@link mostOutput}
   * @throws for a broken promise; errors that the parser declares are caught here
   */
  readonly run: (input: Uint8Array) => unknown;
}

/** A million executed blocks take a few milliseconds. */
const STEPS = { base: 200_000, perByte: 5_000 };
const LONGEST = 4096;

export const longestOf = ({ longest = LONGEST }: Target): number => longest;
export const mostSteps = ({ steps = STEPS }: Target, bytes: number): number => steps.base + steps.perByte * bytes;
/** Characters that a parser may make of an input. The steepest is a line of Markdown that is inside of sixty lists. */
export const mostOutput = (bytes: number): number => 100_000 + 400 * bytes;

/** A broken promise that a target reports by itself. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

export function promise(isKept: boolean, text: string): asserts isKept {
  if (!isKept) throw new BrokenPromise(text);
}

/** The result of a parser; undefined for an error of one of the given kinds. Any other error is thrown. */
export function declared<T>(
  kinds: readonly (abstract new (...args: never[]) => Error)[],
  parse: () => T,
): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (kinds.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

export const textOf = (input: Uint8Array): string =>
  Buffer.from(input.buffer, input.byteOffset, input.length).toString();

/** The value of an input of JSON; undefined where it is none. */
export function jsonOf(input: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(input)) as unknown;
  } catch {
    return undefined;
  }
}

/** A text in an input of JSON; any other value as its JSON. */
export const wordOf = (value: unknown): string => (typeof value === "string" ? value : String(JSON.stringify(value)));
