import {
  SOCKET_CLOSE_SUBSCRIPTION,
  SOCKET_CLOSE_UNAUTHORIZED,
  SOCKET_PATH,
  TIMINGS,
} from "../../contract/constants.ts";
import type { Notification } from "../../contract/notices/notifications.ts";
import { placeOf, readNotification } from "./readNotification.ts";

/** The part of the browser's WebSocket that is used here. */
export type SocketLike = Pick<WebSocket, "onopen" | "onmessage" | "onclose" | "close">;

export type SocketState = "closed" | "connecting" | "open";

export interface SocketOptions {
  /** Scheme, host and port of the API; empty for the page's own origin. */
  readonly origin: string;
  readonly token: () => string | null;
  readonly onMessage: (message: Notification) => void;
  readonly onState?: (state: SocketState) => void;
  /** Called when a connection ends without a call of `disconnect`. */
  readonly onDrop?: () => void;
  /** Opens the connection; the browser's WebSocket unless a test passes another. */
  readonly open?: (url: string) => SocketLike;
}

export interface NotificationsSocket {
  /** Does nothing while a connection is open or opening. */
  connect: () => void;
  disconnect: () => void;
}

/**
 * The starting point that a connection requests: after a message or, before the first one, for how many milliseconds the client has wanted
 * messages.
 */
type Resume = { readonly after: string } | { readonly away: string };

/** Milliseconds in which the data of a screen may be loaded before the channel opens: what changed meanwhile is requested. */
const LOAD_MS = 30_000;

const socketUrl = (origin: string, token: string, from: Resume): string => {
  const base = new URL(SOCKET_PATH, origin || window.location.origin);
  base.protocol = base.protocol === "https:" ? "wss:" : "ws:";
  base.searchParams.set("token", token);
  for (const [name, value] of Object.entries(from)) base.searchParams.set(name, value);
  return base.href;
};

/** The host has reached its limit of connections, or of those of this user. */
const TRY_LATER = 1013;
/** Close codes after which the client does not reconnect by itself. */
const FINAL_CODES: readonly number[] = [SOCKET_CLOSE_UNAUTHORIZED, SOCKET_CLOSE_SUBSCRIPTION, TRY_LATER];

/**
 * The notifications channel. The caller opens and closes it. A dropped connection is retried once, after exactly 5000 ms, and then requests
 * the missed messages; the server spreads concurrent reconnects. If that attempt fails it stays closed until `connect` is called again. A
 * restored connection that drops later gets its own attempt.
 */
export function createSocket({ origin, token, onMessage, onState, onDrop, open }: SocketOptions): NotificationsSocket {
  const openSocket = open ?? ((url: string): SocketLike => new WebSocket(url));
  let socket: SocketLike | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId: string | null = null;
  let lastCredential: string | null = null;
  /** Time of the first open, by the monotonic clock. */
  let firstOpenAt: number | null = null;
  const createdAt = performance.now();
  const resume = (): Resume => {
    if (lastId !== null) return { after: lastId };
    const now = performance.now();
    return { away: String(Math.round(now - (firstOpenAt ?? Math.max(createdAt, now - LOAD_MS)))) };
  };

  const dial = (isSecondTry: boolean): void => {
    const credential = token();
    if (credential === null) return;
    // The next user has missed nothing here.
    if (credential !== lastCredential) lastId = firstOpenAt = null;
    lastCredential = credential;
    const current = openSocket(socketUrl(origin, credential, resume()));
    let hasOpened = false;
    socket = current;
    onState?.("connecting");
    current.onopen = () => {
      hasOpened = true;
      firstOpenAt ??= performance.now();
      onState?.("open");
    };
    current.onmessage = ({ data }) => {
      const message = readNotification(data, Date.now());
      if (!message) return;
      lastId = placeOf(message) ?? lastId;
      onMessage(message);
    };
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      socket = null;
      onState?.("closed");
      if (FINAL_CODES.includes(code)) return;
      onDrop?.();
      if (isSecondTry && !hasOpened) return;
      timer = setTimeout(() => {
        timer = undefined;
        dial(true);
      }, TIMINGS.socketReconnect);
    };
  };

  return {
    connect: () => {
      if (socket === null && timer === undefined) dial(false);
    },
    disconnect: () => {
      clearTimeout(timer);
      timer = undefined;
      const current = socket;
      socket = null;
      if (!current) return;
      current.close(1000);
      onState?.("closed");
    },
  };
}
