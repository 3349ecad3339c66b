import type { SourceNote } from "../../db/schema/sourceSchema.ts";
import type { UnreadableItem } from "../../db/tables/sources/unreadableItems.ts";
import { message } from "../../messages/messages.ts";
import type { SkippedRow } from "../../sources/rest/hostRows.ts";

/** The reader of a source that skipped an item. */
export type SkippedPart = "tracker" | "requests" | "wiki";

/** Items that a message counts; beyond them it says as many. */
const MAX_SKIPPED = 10_000;
/** Items that are stored under their names. */
const MAX_STORED = 1000;
const MAX_NAME_LENGTH = 100;

/** The items that one sync skips, by name, with the field that is malformed. */
export class SkippedItems {
  readonly #items = new Map<string, SkippedRow & { readonly part: SkippedPart }>();

  add(part: SkippedPart, row: SkippedRow): void {
    // An issue and a request of one number are two items.
    const name = `${part} ${row.item}`;
    if (this.#items.size < MAX_SKIPPED && !this.#items.has(name)) this.#items.set(name, { ...row, part });
  }

  /** What the source's card says; null without skipped items. */
  note(): SourceNote | null {
    const [example] = this.#items.values();
    if (!example) return null;
    const { item, field } = example;
    return { code: "skipped", text: message("note.skipped_rows", { count: this.#items.size, item, field }) };
  }

  /** Issues, requests and pages among them; and, by their ids alone, comments of a tracker. */
  items(): UnreadableItem[] {
    return [...this.#items.values()].slice(0, MAX_STORED).flatMap(({ part, item, field }): UnreadableItem[] => {
      const kind = kindOf(part, item);
      return kind === null
        ? []
        : [{ kind, item: item.slice(0, MAX_NAME_LENGTH), field: field.slice(0, MAX_NAME_LENGTH) }];
    });
  }
}

/** Hosts name issues and requests by a number or a key, everything else by an id. */
function kindOf(part: SkippedPart, item: string): UnreadableItem["kind"] | null {
  if (part === "wiki") return "pages";
  const isNamed = /^#\d|^[A-Za-z]\w*-\d/.test(item);
  if (part === "requests") return isNamed ? "requests" : null;
  return isNamed ? "issues" : "comments";
}
