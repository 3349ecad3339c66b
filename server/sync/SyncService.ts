import type { CustomField } from "../../contract/issues/customFields.ts";

/** The interface of the sync for the rest of the server. */
export interface SyncService {
  /** Registers the handler of the jobs. Before the queue starts. */
  register(): void;
  /** Calls back after each complete sync of a source of a project. Before the queue starts. */
  onSynced(listener: (projectId: string) => Promise<void>): void;
  /** Resumes interrupted syncs and begins the regular ones. After the queue has started. */
  start(): Promise<void>;
  stop(): void;
  /**
   * Queues a sync of these sources. One that is queued is not queued twice; one that is running is synced again after it.
   * @param isManual a user requests it: what failed permanently is tried again (the default)
   */
  request(sourceIds: readonly string[], isManual?: boolean): Promise<void>;
  /** Sends the jobs of sources that were queued in a transaction (`queueSyncs`), after its commit. Jobs that are not sent follow within a minute. */
  sendQueued(sourceIds: readonly string[]): Promise<void>;
  /**
   * Reads one issue again from its tracker, as a sync would, and requests a sync for what follows from it.
   * @returns false where the tracker did not answer, or no longer has it
   */
  refreshIssue(sourceId: string, issue: { readonly externalId: string; readonly key: string }): Promise<boolean>;
  /**
   * The custom fields that a tracker has now and the access of its source can read.
   * @throws SourceError
   */
  listFields(sourceId: string): Promise<readonly CustomField[]>;
  /** Interrupts a running sync. The source is not synced until it is resumed and requested. */
  pause(sourceId: string): Promise<void>;
  /**
   * The folder of a repository's mirror, which is copied to this machine first where another worker has it.
   * @throws SourceError when it has to be copied and cannot be
   */
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
  /**
   * Requests a comparison of a source with its host.
   * @returns false while another one of the source is in progress
   */
  compare(sourceId: string): Promise<boolean>;
  /**
   * Requests a comparison of a linked group with its host.
   * @returns false while another one of the group is in progress
   */
  compareGroup(groupId: string): Promise<boolean>;
  /** The host of a linked group reports a change: it is compared soon, at most once in some minutes. */
  reportGroup(groupId: string): Promise<void>;
  /** Requests comparisons of a project's sources that were not compared for a day. */
  compareDue(projectId: string): Promise<void>;
  /** Starts a sync of all sources of a project. */
  requestProject(projectId: string): Promise<void>;
  /**
   * Stops the syncs of sources whose rows have been deleted, and queues the removal of what is left of them: their mirrors and their parts
   * of the index. The maintenance of each minute queues what was missed.
   */
  forget(sourceIds: readonly string[]): Promise<void>;
}
