/** The open sockets of this process, and which events each receives. */
import type { WebSocket } from "@fastify/websocket";
import { SOCKET_CLOSE_SUBSCRIPTION, SOCKET_CLOSE_UNAUTHORIZED } from "../../../contract/constants.ts";
import { validSessions } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import type { StoredEvent } from "../../db/tables/operations/events.ts";
import type { Language } from "../../messages/messages.ts";
import { audienceOf, missedEvents, presentEvent, type Listener, type Resume } from "../../events/visibleEvents.ts";

/** Sessions and subscriptions are checked this often, so that a socket closes within a second of their end. */
const SESSION_CHECK_MS = 500;
const PING_MS = 30_000;
/** Maximum number of unsent bytes. A slower client is disconnected, and resumes from the last event that it saw. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
const GOING_AWAY = 1001;
/** The standard's "try again later": the client keeps what it has and comes back. */
const TRY_LATER = 1013;

export interface SocketLimits {
  /** Open sockets of one user: each tab has one. */
  readonly perUser: number;
  /** Maximum number of sockets in this process. */
  readonly total: number;
}
const LIMITS: SocketLimits = { perUser: 30, total: 10_000 };

interface Open extends Listener {
  readonly socket: WebSocket;
  readonly sessionHash: string;
  /** Address of the client, as `clientAddress` returns it. */
  readonly address: string;
  readonly language: Language;
  isAlive: boolean;
  /** Held back while what was missed is being sent; null after that. */
  held: StoredEvent[] | null;
  /** The last event that the client had seen when it came: the feed may come to it, and to older ones, only now. */
  after: number;
  /** What was sent as missed. The feed may come to the newest of it only now. */
  readonly replayed: Set<number>;
}

const isNew = ({ after, replayed }: Open, { place }: StoredEvent): boolean => place > after && !replayed.has(place);

export class SocketHub {
  readonly #db: Db;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Set<Open>();
  /** Events that arrive while sockets wait for their authentication, one list for each. */
  readonly #waiting = new Map<WebSocket, StoredEvent[]>();
  readonly #limits: SocketLimits;
  readonly #onRefused: () => void;
  #sessionTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;
  #isChecking = false;

  constructor(
    db: Db,
    onError: (error: unknown) => void,
    {
      limits = LIMITS,
      onRefused = () => {},
    }: { readonly limits?: SocketLimits | undefined; readonly onRefused?: () => void } = {},
  ) {
    this.#db = db;
    this.#onError = onError;
    this.#limits = limits;
    this.#onRefused = onRefused;
  }

  get size(): number {
    return this.#open.size;
  }

  start(): void {
    this.#sessionTimer = setInterval(() => void this.checkSessions().catch(this.#onError), SESSION_CHECK_MS);
    this.#pingTimer = setInterval(() => this.ping(), PING_MS);
  }

  /**
   * Buffers the events for a socket whose token is being checked, because its client already sees it as open. `add` delivers them, and the
   * end of the socket drops them.
   */
  expect(socket: WebSocket): void {
    this.#waiting.set(socket, []);
    socket.on("close", () => this.#waiting.delete(socket));
  }

  /**
   * Adds a socket whose token has been checked. One that has closed meanwhile is left out, as it emits no further event.
   * @param from the event after which the client resumes; missed events are sent
   */
  async add(
    socket: WebSocket,
    listener: Listener & Pick<Open, "sessionHash" | "address" | "language">,
    from?: Resume,
  ): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    const entry: Open = {
      ...listener,
      socket,
      isAlive: true,
      held: [],
      after: 0,
      replayed: new Set(),
    };
    if (this.#isFull(listener.userId)) {
      this.#onRefused();
      socket.close(TRY_LATER);
      return;
    }
    this.#open.add(entry);
    socket.on("pong", () => {
      entry.isAlive = true;
    });
    socket.on("close", () => this.#open.delete(entry));
    socket.on("error", () => {
      socket.terminate();
    });
    const early = this.#waiting.get(socket) ?? [];
    this.#waiting.delete(socket);
    const missed = from === undefined ? { after: 0, events: [] } : await missedEvents(this.#db, listener, from);
    entry.after = missed.after;
    for (const event of [...missed.events, ...(await this.#concerning(listener, early))]) {
      if (!isNew(entry, event)) continue;
      entry.replayed.add(event.place);
      this.#send(entry, event);
    }
    const pending = entry.held ?? [];
    entry.held = null;
    for (const event of pending) if (isNew(entry, event)) this.#send(entry, event);
  }

  /** Sends an event to the sockets that may receive it. */
  async deliver(event: StoredEvent): Promise<void> {
    for (const early of this.#waiting.values()) early.push(event);
    if (this.#open.size === 0) return;
    const concerns = await audienceOf(this.#db, event);
    for (const entry of this.#open) {
      if (!concerns(entry)) continue;
      if (entry.held) entry.held.push(event);
      else if (isNew(entry, event)) this.#send(entry, event);
    }
  }

  /** Closes sockets whose session has ended, whose network the company does not allow, or whose company's subscription has expired. At most one check runs at a time. */
  async checkSessions(): Promise<void> {
    if (this.#open.size === 0 || this.#isChecking) return;
    this.#isChecking = true;
    try {
      const checked = [...this.#open];
      const valid = await validSessions(
        this.#db,
        checked.map((entry) => entry.sessionHash),
      );
      for (const { socket, sessionHash, address } of checked) {
        const session = valid.get(sessionHash);
        if (!session?.admits(address)) socket.close(SOCKET_CLOSE_UNAUTHORIZED);
        else if (session.subscription === "expired") socket.close(SOCKET_CLOSE_SUBSCRIPTION);
      }
    } finally {
      this.#isChecking = false;
    }
  }

  /** Terminates sockets that did not answer the last ping, and pings the others. */
  ping(): void {
    for (const entry of this.#open) {
      if (entry.socket.readyState === entry.socket.CLOSED) this.#open.delete(entry);
      else if (!entry.isAlive) entry.socket.terminate();
      else {
        entry.isAlive = false;
        entry.socket.ping();
      }
    }
  }

  stop(): void {
    clearInterval(this.#sessionTimer);
    clearInterval(this.#pingTimer);
    for (const { socket } of this.#open) socket.close(GOING_AWAY);
  }

  async #concerning(listener: Listener, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
    const result: StoredEvent[] = [];
    for (const event of events) if ((await audienceOf(this.#db, event))(listener)) result.push(event);
    return result;
  }

  #isFull(userId: string): boolean {
    if (this.#open.size >= this.#limits.total) return true;
    let count = 0;
    for (const entry of this.#open) if (entry.userId === userId) count += 1;
    return count >= this.#limits.perUser;
  }

  #send({ socket, language }: Open, event: StoredEvent): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) {
      socket.terminate();
      return;
    }
    socket.send(JSON.stringify(presentEvent(event, language)));
  }
}
