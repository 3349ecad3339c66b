import { types, type Instance } from "mobx-state-tree";
import { SOURCE_KINDS, SYNC_STATES } from "../../contract/constants.ts";
import type { Notification, SyncEventData } from "../../contract/notices/notifications.ts";
import { isRecord } from "../domain/isRecord.ts";

const isCount = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const isOneOf = (names: readonly string[], value: unknown): boolean =>
  typeof value === "string" && names.includes(value);

const isText = (value: unknown): boolean => typeof value === "string";
const isQuotaWait = (value: unknown): boolean =>
  value === undefined || (isRecord(value) && isText(value["host"]) && isText(value["until"]));
const isHostQuota = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) &&
    isCount(value["remaining"]) &&
    (value["limit"] === null || isCount(value["limit"])) &&
    isTextOrNull(value["resets_at"]) &&
    isText(value["seen_at"]));

/** A host may send anything: progress is shown only where it has the full shape of the contract. */
const isSyncData = ({ project, source, sync }: Notification["data"]): boolean =>
  typeof project === "string" &&
  isRecord(source) &&
  typeof source["id"] === "string" &&
  isOneOf(SOURCE_KINDS, source["kind"]) &&
  isRecord(sync) &&
  isOneOf(SYNC_STATES, sync["state"]) &&
  isTextOrNull(sync["step"]) &&
  isTextOrNull(sync["error"]) &&
  isTextOrNull(sync["finished_at"]) &&
  isCount(sync["done"]) &&
  (sync["total"] === null || isCount(sync["total"])) &&
  isCount(sync["items"]) &&
  isQuotaWait(sync["quota_wait"]) &&
  isHostQuota(sync["host_quota"]);

/** The progress of a sync that a message reports, or null for another message. */
const syncOf = ({ type, data }: Notification): SyncEventData | null =>
  type.startsWith("sync.") && isSyncData(data) ? (data as SyncEventData) : null;

/** Progress of a backtest by its messages. */
export interface BacktestNews {
  readonly state: "running" | "done" | "failed";
  readonly done: number;
  readonly total: number | null;
  /** When it ended; empty while it runs. */
  readonly at: string;
}

const backtestOf = ({ type, data, created_at }: Notification): BacktestNews | null => {
  if (type !== "backtest.progress" && type !== "backtest.finished") return null;
  const { state, done, total } = data;
  const isEnd = type === "backtest.finished";
  return {
    state: isEnd ? (state === "failed" ? "failed" : "done") : "running",
    done: typeof done === "number" ? done : 0,
    total: typeof total === "number" ? total : null,
    at: isEnd ? created_at : "",
  };
};

/** Progress of syncs and backtests as the socket reports it: of each the latest. */
export const ProgressStoreModel = types
  .model("ProgressStore", {})
  .volatile(() => ({
    /** By source id. */
    syncs: {} as Readonly<Record<string, SyncEventData & { readonly at: string }>>,
    /** By the project's slug; `at` is when it ended. */
    backtests: {} as Readonly<Record<string, BacktestNews>>,
  }))
  .views((self) => ({
    /** Sources with a running sync. */
    get running() {
      return Object.values(self.syncs).filter(({ sync }) => sync.state === "running" || sync.state === "queued");
    },
  }))
  .actions((self) => ({
    /**
     * Takes the progress out of a message.
     * @returns true where the message reports progress only and is not shown as a notification
     */
    receive(message: Notification): boolean {
      const sync = syncOf(message);
      if (sync) self.syncs = { ...self.syncs, [sync.source.id]: { ...sync, at: message.created_at } };
      const backtest = backtestOf(message);
      if (backtest) self.backtests = { ...self.backtests, [message.project ?? ""]: backtest };
      return (sync !== null && message.type === "sync.progress") || message.type === "backtest.progress";
    },
    /** Without a connection the progress of a sync is unknown, so running ones are no longer shown. */
    disconnect() {
      self.syncs = {};
    },
    clear() {
      self.syncs = {};
      self.backtests = {};
    },
  }));

export interface ProgressStore extends Instance<typeof ProgressStoreModel> {}
