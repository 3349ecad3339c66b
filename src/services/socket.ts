import { SOCKET_CLOSE_UNAUTHORIZED, SOCKET_PATH, TIMINGS } from "../../contract/constants.ts";
import type { Notification } from "../../contract/notifications.ts";

/** The part of the browser's WebSocket that is used here. */
export type SocketLike = Pick<WebSocket, "onopen" | "onmessage" | "onclose" | "close">;

export type SocketState = "closed" | "connecting" | "open";

export interface SocketOptions {
  /** Scheme, host and port of the provider; an empty text for the page's own. */
  readonly origin: string;
  readonly token: () => string | null;
  readonly onMessage: (message: Notification) => void;
  readonly onState?: (state: SocketState) => void;
  /** A connection ended that nobody here has ended. */
  readonly onDrop?: () => void;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Opens the connection; the browser's WebSocket unless a test hands in another. */
  readonly open?: (url: string) => SocketLike;
}

export interface NotificationsSocket {
  /** Does nothing while a connection stands or is being made. */
  connect: () => void;
  disconnect: () => void;
}

/** What a connection that is made anew asks for: what came after a message, or, where none has come yet, since it first stood. */
type Resume = { readonly after: string } | { readonly away: string };

const socketUrl = (origin: string, token: string, from: Resume | null): string => {
  const base = new URL(SOCKET_PATH, origin || window.location.origin);
  base.protocol = base.protocol === "https:" ? "wss:" : "ws:";
  base.searchParams.set("token", token);
  for (const [name, value] of Object.entries(from ?? {})) base.searchParams.set(name, value);
  return base.href;
};

/** A message of the contract's shape, or null: what is not JSON, or not a notification, is nobody's business. */
function readMessage(data: unknown): Notification | null {
  if (typeof data !== "string") return null;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return null;
  }
  const isNotification =
    typeof message === "object" &&
    message !== null &&
    "id" in message &&
    typeof message.id === "string" &&
    "type" in message &&
    typeof message.type === "string";
  return isNotification ? (message as Notification) : null;
}

/** The host has as many connections as it takes, or this person has. */
const TRY_LATER = 1013;
/** Milliseconds over which those come back who were all cut off at once, when a server stops. */
const SPREAD_MS = 500;

/**
 * The notifications channel. The caller opens and closes it. A connection that drops is made anew once, after 5000 ms and a little, and
 * then asks for what it missed; if that attempt fails as well it stays closed until `connect` is called again.
 */
export function createSocket({
  origin,
  token,
  onMessage,
  onState,
  onDrop,
  random = Math.random,
  open,
}: SocketOptions): NotificationsSocket {
  const openSocket = open ?? ((url: string): SocketLike => new WebSocket(url));
  let socket: SocketLike | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId: string | null = null;
  let lastCredential: string | null = null;
  /** By the clock that never jumps: when the first connection stood. */
  let firstOpenAt: number | null = null;
  const resume = (): Resume | null => {
    if (lastId !== null) return { after: lastId };
    return firstOpenAt === null ? null : { away: String(Math.round(performance.now() - firstOpenAt)) };
  };

  const dial = (isSecondTry: boolean): void => {
    const credential = token();
    if (credential === null) return;
    // Whoever signs in next has missed nothing here.
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
      const message = readMessage(data);
      if (!message) return;
      lastId = message.id;
      onMessage(message);
    };
    current.onclose = ({ code }) => {
      if (socket !== current) return;
      socket = null;
      onState?.("closed");
      if (code === SOCKET_CLOSE_UNAUTHORIZED || code === TRY_LATER) return;
      onDrop?.();
      if (isSecondTry && !hasOpened) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          dial(true);
        },
        TIMINGS.socketReconnect + random() * SPREAD_MS,
      );
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
