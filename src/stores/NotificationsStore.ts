import { types, type Instance } from "mobx-state-tree";
import { SOURCE_KINDS, SYNC_STATES, TIMINGS } from "../../contract/constants.ts";
import type { Notification, SyncEventData } from "../../contract/notifications.ts";
import { isRecord } from "../domain/isRecord.ts";
import { storeEnv } from "./StoreEnv.ts";

/** Limit of the queue; older messages are dropped. */
const QUEUE_LIMIT = 100;

export type SnackbarColor = "success" | "error" | "info" | "warning";

const isCount = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const isOneOf = (known: readonly string[], value: unknown): boolean =>
  typeof value === "string" && known.includes(value);

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
  isCount(sync["items"]);

/** The progress of a sync that a message reports, or null for another message. */
export const syncOf = ({ type, data }: Notification): SyncEventData | null =>
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

/**
 * Incoming messages and what is shown of them: the queue of the socket's messages, newest first, and the two snackbars. Progress is not a
 * message: `syncs` has the latest of each source, and the queue is unchanged.
 */
export const NotificationsStoreModel = types
  .model("NotificationsStore", {
    snackbar: types.maybeNull(
      types.model({
        message: types.string,
        color: types.enumeration<SnackbarColor>(["success", "error", "info", "warning"]),
      }),
    ),
    unread: 0,
  })
  .volatile(() => ({
    queue: [] as readonly Notification[],
    syncs: {} as Readonly<Record<string, SyncEventData & { readonly at: string }>>,
    /** The state of each project's backtest, by its slug; `at` is when it ended. */
    backtests: {} as Readonly<Record<string, BacktestNews>>,
    socket: "closed" as "closed" | "connecting" | "open",
    /** Request id of the last failed call in the server's log, for support. */
    lastRequestId: null as string | null,
    callOffSnackbar: undefined as (() => void) | undefined,
  }))
  .views((self) => ({
    /** Sources with a running sync. */
    get running() {
      return Object.values(self.syncs).filter(({ sync }) => sync.state === "running" || sync.state === "queued");
    },
  }))
  .actions((self) => ({
    /** Adds a message. One with a known id (sent again after a reconnect) is ignored. */
    push(message: Notification) {
      const progress = syncOf(message);
      if (progress) self.syncs = { ...self.syncs, [progress.source.id]: { ...progress, at: message.created_at } };
      const backtest = backtestOf(message);
      if (backtest) self.backtests = { ...self.backtests, [message.project ?? ""]: backtest };
      if (
        (progress && message.type === "sync.progress") ||
        message.type === "backtest.progress" ||
        self.queue.some(({ id }) => id === message.id)
      )
        return;
      self.queue = [message, ...self.queue].slice(0, QUEUE_LIMIT);
      self.unread += 1;
    },
    markRead() {
      self.unread = 0;
    },
    /** Without a connection the progress of a sync is unknown, so running ones are no longer shown. */
    setSocket(state: "closed" | "connecting" | "open") {
      self.socket = state;
      if (state === "closed") self.syncs = {};
    },
    noteFailure(requestId: string | null) {
      if (requestId !== null) self.lastRequestId = requestId;
    },
    hide() {
      self.callOffSnackbar?.();
      self.callOffSnackbar = undefined;
      self.snackbar = null;
    },
    /** For the next user of this browser. */
    clear() {
      self.queue = [];
      self.syncs = {};
      self.backtests = {};
      self.unread = 0;
    },
    beforeDestroy() {
      self.callOffSnackbar?.();
    },
  }))
  .actions((self) => ({
    /** Shows a message for 2000 ms; it replaces the current one. */
    show(message: string, color: SnackbarColor = "success") {
      self.callOffSnackbar?.();
      self.snackbar = { message, color };
      self.callOffSnackbar = storeEnv(self).after(TIMINGS.snackbar, self.hide);
    },
  }));

export interface NotificationsStore extends Instance<typeof NotificationsStoreModel> {}
