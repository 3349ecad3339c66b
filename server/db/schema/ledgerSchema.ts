/** Tables of the comparison of sources with their hosts. */
import type {
  ComparedField,
  ComparisonState,
  CountPrecision,
  CountedKind,
  DifferenceState,
} from "../../../contract/sources/ledgerKinds.ts";
import type { LeftOutKind } from "../../../contract/sources/leftOut.ts";
import type { ColumnType, Generated } from "kysely";
import type { Time } from "../columns.ts";

/** What a host had of a kind, and what was stored, at the time of a comparison. */
export interface StoredCount {
  readonly kind: CountedKind;
  readonly host: number | null;
  readonly precision: CountPrecision;
  readonly held: number;
  readonly left_out: readonly { readonly kind: LeftOutKind; readonly count: number }[];
  readonly unreadable: {
    readonly count: number;
    readonly examples: readonly { readonly item: string; readonly field: string }[];
  };
  readonly refused: number;
  readonly missing: number;
  readonly extra: number;
}

/** An item that differed from its host, by its id there: no text of it, which the host may restrict later. */
export interface StoredDifference {
  readonly kind: ItemToRereadTable["kind"];
  readonly external_id: string;
  readonly state: DifferenceState;
  readonly fields: readonly ComparedField[];
}

/** The comparison of a source with its host: the running one, and the result of the last complete one. */
export interface SourceLedgersTable {
  source_id: string;
  state: Exclude<ComparisonState, "none">;
  requested_at: Time;
  done: Generated<number>;
  total: number | null;
  /** Why it waits or has failed, a serialized message; and the code of the failure. */
  error: string | null;
  error_code: string | null;
  counted_at: Time | null;
  counts: ColumnType<StoredCount[], string | undefined, string>;
  /** A sync was queued or running while it was counted, or other folders of the repository were chosen since. */
  was_syncing: Generated<boolean>;
  /** Items that were read again. */
  sampled: Generated<number>;
  differences: ColumnType<StoredDifference[], string | undefined, string>;
  /** The next good sync is followed by another comparison, since something was missing or different, or other folders were chosen. */
  follows_up: Generated<boolean>;
}

/** An item that the next sync reads from its host, whatever its time of change. */
export interface ItemToRereadTable {
  source_id: string;
  kind: "issue" | "request" | "page";
  external_id: string;
  /** Key of an issue or a request; "" for a page. */
  key: string;
}

/** An item that a sync skipped, because a field of it was what no answer of the host should have. */
export interface UnreadableItemsTable {
  source_id: string;
  kind: Extract<CountedKind, "issues" | "comments" | "requests" | "pages">;
  /** As the host names it: `#12`, `ABC-12`, an id. */
  item: string;
  field: string;
}
