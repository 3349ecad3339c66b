import { types, type Instance } from "mobx-state-tree";
import { TIMINGS } from "../../contract/constants.ts";
import type { Notification } from "../../contract/notices/notifications.ts";
import { storeEnv } from "./StoreEnv.ts";

/** Limit of the queue; older messages are dropped. */
const QUEUE_LIMIT = 100;

type SnackbarColor = "success" | "error" | "info" | "warning";

/** Messages about stored notices: they are listed by the notices themselves. */
const NOTICE_MESSAGES = new Set([
  "notice.added",
  "notice.read",
  "search.matched",
  "member.added",
  "invitation.accepted",
]);

/** Messages for the pages of dashboards alone. */
const DASHBOARD_MESSAGES = new Set(["dashboard.changed", "dashboard.removed"]);

/** Whether a message says that the user's notices have changed. */
export const isNoticeMessage = ({ type }: Notification): boolean => NOTICE_MESSAGES.has(type);

/** Whether a message is listed for its reader. */
const isListed = (message: Notification): boolean => !isNoticeMessage(message) && !DASHBOARD_MESSAGES.has(message.type);

/** Incoming messages, newest first, and the snackbar. Progress is no message: ProgressStore has it. */
export const NotificationsStoreModel = types
  .model("NotificationsStore", {
    // Frozen: a model would keep its node when a message replaces another, and who observes the node alone would keep the first message.
    snackbar: types.maybeNull(types.frozen<{ readonly message: string; readonly color: SnackbarColor }>()),
    unread: 0,
    unreadNotices: 0,
  })
  .volatile(() => ({
    queue: [] as readonly Notification[],
    /** Request id of the last failed call in the server's log, for support. */
    lastRequestId: null as string | null,
    cancelSnackbar: undefined as (() => void) | undefined,
  }))
  .views((self) => ({
    /** Messages of the queue that are listed: those about notices only change a count, those about dashboards an open page. */
    get messages(): readonly Notification[] {
      return self.queue.filter(isListed);
    },
    /** Number of unread notices and messages. */
    get unreadCount(): number {
      return self.unread + self.unreadNotices;
    },
  }))
  .actions((self) => ({
    setUnreadNotices(count: number) {
      self.unreadNotices = count;
    },
    /** Adds a message. One with a known id (sent again after a reconnect) is ignored. */
    push(message: Notification) {
      if (self.queue.some(({ id }) => id === message.id)) return;
      self.queue = [message, ...self.queue].slice(0, QUEUE_LIMIT);
      if (isListed(message)) self.unread += 1;
    },
    markRead() {
      self.unread = 0;
    },
    noteFailure(requestId: string | null) {
      if (requestId !== null) self.lastRequestId = requestId;
    },
    hide() {
      self.cancelSnackbar?.();
      self.cancelSnackbar = undefined;
      self.snackbar = null;
    },
    /** For the next user of this browser. */
    clear() {
      self.queue = [];
      self.unread = 0;
      self.unreadNotices = 0;
    },
    beforeDestroy() {
      self.cancelSnackbar?.();
    },
  }))
  .actions((self) => ({
    /** Shows a message for 2000 ms; it replaces the current one. */
    show(message: string, color: SnackbarColor = "success") {
      self.cancelSnackbar?.();
      self.snackbar = { message, color };
      self.cancelSnackbar = storeEnv(self).after(TIMINGS.snackbar, self.hide);
    },
  }));

export interface NotificationsStore extends Instance<typeof NotificationsStoreModel> {}
