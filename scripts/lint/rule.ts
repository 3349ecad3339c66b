// What oxlint hands to a rule of this project.
export interface Node {
  readonly type: string;
  readonly range: readonly [start: number, end: number];
  readonly [key: string]: unknown;
}
export interface Context {
  readonly filename: string;
  readonly cwd: string;
  readonly sourceCode: { readonly lines: readonly string[]; readonly text: string };
  report(problem: { node?: unknown; loc?: typeof FIRST_LINE; message: string }): void;
}

export type Visitor = Record<string, (node: never) => void>;

/** The location of a problem of a whole file; without one the whole file would be printed. */
export const FIRST_LINE = { start: { line: 1, column: 0 }, end: { line: 1, column: 1 } };
