/** What is stored of sources next to their rows. */
import type { RefState } from "../../../contract/sources/sourceRefs.ts";
import type { Message } from "../../messages/messages.ts";
import type { Time } from "../columns.ts";

/** A source whose row was deleted and whose mirror and parts of the index are not yet removed. Written by a trigger. */
export interface RemovedSourcesTable {
  source_id: string;
  project_id: string;
  kind: "repository" | "tracker" | "wiki";
  removed_at: Time;
}

/** A branch or a tag that matched a pattern, or a pattern that matched none. */
export interface SourceRefState {
  /** `refs/heads/…`, `refs/tags/…`, or the pattern. */
  readonly name: string;
  readonly state: RefState;
  readonly commit: string | null;
  /** Files that are searched. */
  readonly files: number;
  /** Why it failed. */
  readonly text: Message | null;
}

export interface SourceNote {
  readonly code: string;
  /** A string if an earlier version stored it: its English text. */
  readonly text: Message | string;
}

/** The quota that a sync waits for: of the company (`disk`, `syncs`), or of the host. */
export type WaitsFor = "disk" | "syncs" | "host";

/** What a host reported of the quota of a credential. Times are ISO strings of this server's clock. */
export interface StoredHostQuota {
  readonly remaining: number;
  readonly limit: number | null;
  readonly resets_at: string | null;
  readonly seen_at: string;
}
