import { isCollision, isOutage } from "../../db/databaseErrors.ts";
import { DISK_FULL } from "../../errors.ts";
import type { Message } from "../../messages/messages.ts";
import { type SourceError, findSourceError } from "../../sources/SourceError.ts";
import { DiskNearlyFullError } from "../quotas/diskReserve.ts";
import { DiskQuotaExceededError } from "../quotas/SyncQuotas.ts";
import { QuotaWaitError } from "../source/QuotaWaitError.ts";
import { storageFailure } from "./storageFailure.ts";
import { SourceWithdrawnError, type StopReason } from "./SyncStop.ts";

/** Why a sync ended early. */
export type SyncFailure =
  /** The host, or the content of the source. */
  | { readonly kind: "source"; readonly error: SourceError }
  /** The host grants no request for some time. */
  | { readonly kind: "host_quota"; readonly wait: QuotaWaitError }
  /** The source was paused or removed. */
  | { readonly kind: "withdrawn" }
  /** The company's quota of disk space. */
  | { readonly kind: "disk_quota"; readonly text: Message }
  /** Less than the reserve of the disk is free. */
  | { readonly kind: "disk_reserve"; readonly text: Message }
  | { readonly kind: "disk_full"; readonly text: Message }
  /** The database or the blobs are damaged. */
  | { readonly kind: "storage"; readonly text: Message }
  /** The blob store is unreachable for the moment. */
  | { readonly kind: "storage_outage"; readonly text: Message }
  /** The database is unreachable for the moment, or another transaction came first. */
  | { readonly kind: "database_outage" }
  | { readonly kind: "server_stop" }
  | { readonly kind: "unknown" };

/**
 * The order matters: a sync that is stopped also fails with an error of whatever it was doing.
 * @param stop why the sync was stopped from outside
 * @param isServerStopping the queue has aborted the job
 */
export function classifyFailure(error: unknown, stop: StopReason | undefined, isServerStopping: boolean): SyncFailure {
  if (stop instanceof DiskNearlyFullError) return { kind: "disk_reserve", text: stop.text };
  const quota = [stop, error].find((candidate) => candidate instanceof DiskQuotaExceededError);
  if (quota) return { kind: "disk_quota", text: quota.text };
  if (stop instanceof SourceWithdrawnError) return { kind: "withdrawn" };
  if (error instanceof QuotaWaitError && stop === undefined) return { kind: "host_quota", wait: error };
  if (isServerStopping) return { kind: "server_stop" };
  const ofSource = findSourceError(stop) ?? findSourceError(error);
  if (ofSource) return { kind: "source", error: ofSource };
  if (isOutage(error) || isCollision(error)) return { kind: "database_outage" };
  return classifyStorageFailure(error) ?? { kind: "unknown" };
}

function classifyStorageFailure(error: unknown): SyncFailure | undefined {
  const failure = storageFailure(error);
  if (!failure) return undefined;
  const { text, isRetried } = failure;
  if (isRetried) return { kind: "storage_outage", text };
  return { kind: text.code === DISK_FULL.code ? "disk_full" : "storage", text };
}
