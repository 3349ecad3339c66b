/** Copies and indexes one source. One job per source at a time: its id is the singleton key. Handled in server/sync. */
export const SYNC_SOURCE = "sync.source";

export interface SyncSourceJob {
  readonly sourceId: string;
}
