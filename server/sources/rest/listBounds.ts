import { SourceError } from "../SourceError.ts";
import { isRecord } from "./restFailure.ts";
import { message } from "../../messages/messages.ts";

/** Pages of one list in one reading. GitLab and GitHub give 100 items a page, so that this is a million. */
const MAX_PAGES = 10_000;
/** Maximum number of consecutive pages without new items: such a host repeats pages. */
const MAX_IDLE_PAGES = 20;

export const endless = (host: string): SourceError =>
  new SourceError("too_large", message("host.endless_list", { host }));

/**
 * Bounds a list that has to be read to its end, because items missing from it count as deleted.
 * @returns to be called for each page with the number of its new items
 */
export function boundList(host: string, maxPages = MAX_PAGES): (fresh: number) => void {
  let pages = 0;
  let idle = 0;
  return (fresh) => {
    pages += 1;
    idle = fresh > 0 ? 0 : idle + 1;
    if (pages > maxPages || idle > MAX_IDLE_PAGES) throw endless(host);
  };
}

/** Items of one list, and characters of their ids, which are held in memory until its end. */
const MAX_ITEMS = 1_000_000;
const MAX_IDS_LENGTH = 32 << 20;

/** The `id` of a row as text; "" for one without an id. */
export function rowId(row: unknown): string {
  const id = isRecord(row) ? row["id"] : null;
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

/** The same for rows with an `id`, which is their identity. */
export function boundRows(host: string): (rows: readonly unknown[]) => void {
  const seen = new Set<string>();
  const page = boundList(host);
  let characters = 0;
  return (rows) => {
    const before = seen.size;
    for (const row of rows) {
      const id = rowId(row);
      if (seen.has(id)) continue;
      seen.add(id);
      characters += id.length;
    }
    if (seen.size > MAX_ITEMS || characters > MAX_IDS_LENGTH) throw endless(host);
    page(seen.size - before);
  };
}

/** GitLab keeps at most 5,000 comments of an issue, Jira 5,000, GitHub 2,500. */
const THREAD_PAGES = 100;
const MAX_THREAD_ITEMS = 10_000;
/** Characters of all threads that are held in memory together: those of one page of issues. */
const MAX_THREAD_CHARACTERS = 16 << 20;

/** Bounds threads that are read together. What exceeds it is cut, and the key of the issue is reported. */
export class ThreadRoom {
  #characters = 0;
  /** Keys of the issues whose threads were cut. */
  readonly cut: string[] = [];

  /**
   * @param key null for a restricted issue, whose key must not be disclosed
   * @returns to be called for each page that is followed by another one; false: stop reading
   */
  begin(key: string | null): (items: number, characters: number) => boolean {
    let pages = 0;
    let count = 0;
    return (items, characters) => {
      pages += 1;
      count += items;
      this.#characters += characters;
      if (pages < THREAD_PAGES && count < MAX_THREAD_ITEMS && this.#characters < MAX_THREAD_CHARACTERS) return true;
      if (key !== null) this.cut.push(key);
      return false;
    };
  }
}
