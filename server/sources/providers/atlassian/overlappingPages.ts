import { z } from "zod";
import { boundRows } from "../../rest/listBounds.ts";

/** Rows that two consecutive pages share: a page without any of them shows that the list has moved. */
const SHARED_ROWS = 5;
/** Pages that are read again before a place; what was skipped beyond them is found by comparing all ids. */
const MAX_STEPS_BACK = 10;
/** Rows of a step back where the size of a page is not known. */
const DEFAULT_STEP_ROWS = 50;

/** Where the next page begins, with the last rows before its new ones. It is stored in cursors. */
export const NumberedPlace = z.object({ start: z.number().int().min(0), tail: z.array(z.string()) });
export type NumberedPlace = z.infer<typeof NumberedPlace>;

export interface NumberedPage {
  readonly rows: readonly unknown[];
  /** The number of the first row of the host's next page; null at the end. */
  readonly next: number | null;
}

export interface NumberedList {
  /** The host's name, for messages. */
  readonly host: string;
  readonly read: (start: number) => Promise<NumberedPage>;
  /** The same as long as the row keeps its place relative to its neighbours. */
  readonly identify: (row: unknown) => string;
}

/**
 * A list that the host pages by number. A row that changes or is deleted while it is read moves all later ones towards the beginning, so
 * each page begins a few rows before the end of the last one, and has at least one new row. Where none of those is found, the list is read again from a page before.
 * @param from the place where an earlier read stopped
 * @throws SourceError for a list that does not end
 */
export async function* overlappingPages(
  { host, read, identify }: NumberedList,
  from: NumberedPlace | null,
): AsyncGenerator<{ readonly rows: readonly unknown[]; readonly next: NumberedPlace | null }> {
  const bound = boundRows(host);
  let { start, tail } = from ?? { start: 0, tail: [] };
  let step = DEFAULT_STEP_ROWS;
  let stepsBack = 0;
  for (;;) {
    const page = await read(start);
    const ids = page.rows.map(identify);
    const isJoined = start === 0 || tail.length === 0 || ids.some((id) => tail.includes(id));
    if (!isJoined && stepsBack < MAX_STEPS_BACK) {
      stepsBack += 1;
      start = Math.max(0, start - Math.max(step, ids.length));
      continue;
    }
    stepsBack = 0;
    if (ids.length > 0) step = ids.length;
    const shared = Math.max(0, Math.min(SHARED_ROWS, ids.length - 1));
    tail = ids.slice(ids.length - shared);
    const next = page.next === null ? null : { start: Math.max(0, page.next - shared), tail };
    if (next !== null) bound(page.rows);
    yield { rows: page.rows, next };
    if (next === null) return;
    ({ start } = next);
  }
}
