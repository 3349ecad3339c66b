import { createHash } from "node:crypto";
import type { z } from "zod";
import type { ImportBatch, ImportItem } from "../../../contract/sources/imports.ts";
import { IMPORTED_ROW_BYTES, type ImportKindName, keyOf } from "../../../contract/sources/importRules.ts";
import type { ImportedItemRow } from "../../db/tables/sources/importedItems.ts";
import { type FieldErrors, Invalid } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";

type Batch = z.output<typeof ImportBatch>;
export type StoredState = Pick<
  ImportedItemRow,
  "kind" | "external_id" | "key" | "revision" | "digest" | "bytes" | "version" | "run"
> & { readonly is_deleted: boolean };

/** What one entry of a batch does to the stored row. */
export interface PlannedChange {
  readonly kind: ImportKindName;
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly digest: string;
  /** Null: it is deleted. */
  readonly content: string | null;
  readonly bytes: number;
  readonly version: number;
  readonly parentId: string | null;
  readonly position: number;
  /** The run that had seen a deleted item last. */
  readonly run: string | null;
}

export interface BatchPlan {
  readonly changes: readonly PlannedChange[];
  /** Items without a change that count as seen. */
  readonly seen: readonly { readonly kind: ImportKindName; readonly id: string }[];
  readonly counts: {
    readonly new: number;
    readonly changed: number;
    readonly unchanged: number;
    readonly older: number;
    readonly deleted: number;
  };
  /** By how much the number of items and their bytes change. */
  readonly items: number;
  readonly bytes: number;
}

const nameOf = (kind: string, id: string): string => `${kind} ${id}`;

/** Refuses an entry. @throws Invalid with the path of the entry */
export function refuseEntry(list: "items" | "deleted", at: number, field: string, text: Message): never {
  const entry: FieldErrors = { [field]: [text] };
  throw new Invalid({ [list]: { [String(at)]: entry } });
}

/** Compares a batch with what is stored. @throws Invalid for an entry that the source does not hold, or that the batch has twice */
export function planBatch(batch: Batch, holds: readonly ImportKindName[], stored: readonly StoredState[]): BatchPlan {
  const states = new Map(stored.map((row) => [nameOf(row.kind, row.external_id), row]));
  requireEntries(batch, holds);
  const counts = { new: 0, changed: 0, unchanged: 0, older: 0, deleted: 0 };
  const changes: PlannedChange[] = [];
  const seen: { kind: ImportKindName; id: string }[] = [];
  let [items, bytes] = [0, 0];
  for (const item of batch.items) {
    const before = states.get(nameOf(item.kind, item.id));
    const change = changeOf(item, before);
    const isThere = before !== undefined && !before.is_deleted;
    if (before && change.revision < Number(before.revision)) {
      counts.older += 1;
      if (isThere) seen.push({ kind: item.kind, id: item.id });
    } else if (isThere && before.digest === change.digest && Number(before.revision) === change.revision) {
      counts.unchanged += 1;
      seen.push({ kind: item.kind, id: item.id });
    } else {
      counts[isThere ? "changed" : "new"] += 1;
      items += isThere ? 0 : 1;
      bytes += change.bytes - (before?.bytes ?? 0);
      changes.push(change);
    }
  }
  for (const { kind, id, revision } of batch.deleted) {
    const before = states.get(nameOf(kind, id));
    if (revision !== undefined && before && revision < Number(before.revision)) counts.older += 1;
    else if (before?.is_deleted === true || (!before && revision === undefined)) counts.unchanged += 1;
    else {
      if (before) {
        counts.deleted += 1;
        items -= 1;
        bytes -= before.bytes;
      } else counts.unchanged += 1;
      bytes += IMPORTED_ROW_BYTES;
      changes.push(deletionOf(kind, id, before, revision));
    }
  }
  return { changes, seen, counts, items, bytes };
}

function requireEntries(batch: Batch, holds: readonly ImportKindName[]): void {
  const names = new Set<string>();
  const entries = [
    ...batch.items.map((entry, at) => ["items", at, entry] as const),
    ...batch.deleted.map((entry, at) => ["deleted", at, entry] as const),
  ];
  for (const [list, at, { kind, id }] of entries) {
    if (!holds.includes(kind))
      refuseEntry(list, at, "kind", message("import.not_held", { kind, kinds: holds.join(", ") }));
    if (names.has(nameOf(kind, id))) refuseEntry(list, at, "id", message("import.twice"));
    names.add(nameOf(kind, id));
  }
}

function changeOf(item: ImportItem, before: StoredState | undefined): PlannedChange {
  const { revision = Date.parse(item.updated_at), ...content } = item;
  const text = JSON.stringify(content);
  return {
    kind: item.kind,
    id: item.id,
    key: item.kind === "request" ? `#${item.number}` : keyOf(item),
    revision,
    digest: createHash("sha256").update(text).digest("base64url"),
    content: text,
    bytes: Buffer.byteLength(text) + IMPORTED_ROW_BYTES,
    version: (before?.version ?? 0) + 1,
    parentId: item.kind === "page" ? (item.parent_id ?? null) : null,
    position: item.kind === "page" ? (item.position ?? 0) : 0,
    run: null,
  };
}

/** An item that was never stored leaves its revision, so that an older batch that comes later does not bring it. */
const deletionOf = (
  kind: ImportKindName,
  id: string,
  before: StoredState | undefined,
  revision: number | undefined,
): PlannedChange => ({
  kind,
  id,
  key: before?.key ?? id,
  revision: revision ?? Number(before?.revision ?? 0),
  digest: "",
  content: null,
  bytes: IMPORTED_ROW_BYTES,
  version: (before?.version ?? 0) + 1,
  parentId: null,
  position: 0,
  run: before?.run ?? null,
});
