/** The open sockets of this process, and who of them hears what. */
import type { WebSocket } from "@fastify/websocket";
import { SOCKET_CLOSE_UNAUTHORIZED } from "../../../contract/constants.ts";
import { Sync } from "../../../contract/projects.ts";
import { validSessions } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import type { StoredEvent } from "../../events/EventFeed.ts";
import type { Language } from "../../mail/letters.ts";
import { syncInLanguage, translate } from "../words/translate.ts";
import { audienceOf, missedEvents, presentEvent, type Listener, type Resume } from "../../events/visibleEvents.ts";

const CHECK_MS = 30_000;
/** A client that does not read: beyond so many unsent bytes it is let go, and comes back with what it saw last. */
const UNSENT_MAX = 4 * 1024 * 1024;
const GOING_AWAY = 1001;
/** The standard's "try again later": the client keeps what it has and comes back. */
const TRY_LATER = 1013;

export interface SocketLimits {
  /** Open sockets of one person: each tab has one. */
  readonly ofOne: number;
  /** Of everybody, in this process. */
  readonly all: number;
}
const LIMITS: SocketLimits = { ofOne: 30, all: 10_000 };

interface Open extends Listener {
  readonly socket: WebSocket;
  readonly sessionHash: string;
  readonly language: Language;
  isAlive: boolean;
  /** Held back while what was missed is being sent; null afterwards. */
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
  readonly #limits: SocketLimits;
  readonly #onRefused: () => void;
  #timer: NodeJS.Timeout | undefined;

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
    this.#timer = setInterval(() => void this.check().catch(this.#onError), CHECK_MS);
  }

  /**
   * Takes a socket in whose token has been checked.
   * @param from where the client goes on; it is sent what it missed
   */
  async add(
    socket: WebSocket,
    listener: Listener & { readonly sessionHash: string; readonly language: Language },
    from?: Resume,
  ): Promise<void> {
    const entry: Open = {
      ...listener,
      socket,
      isAlive: true,
      held: from === undefined ? null : [],
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
    if (from === undefined) return;
    const missed = await missedEvents(this.#db, listener, from);
    entry.after = missed.after;
    for (const event of missed.events) {
      entry.replayed.add(event.place);
      this.#send(entry, event);
    }
    const held = entry.held ?? [];
    entry.held = null;
    for (const event of held) if (isNew(entry, event)) this.#send(entry, event);
  }

  /** Tells an event to those whom it concerns. */
  async deliver(event: StoredEvent): Promise<void> {
    if (this.#open.size === 0) return;
    const concerns = await audienceOf(this.#db, event);
    for (const entry of this.#open) {
      if (!concerns(entry)) continue;
      if (entry.held) entry.held.push(event);
      else if (isNew(entry, event)) this.#send(entry, event);
    }
  }

  /** Lets go of sockets that do not answer a ping, or whose session has ended. */
  async check(): Promise<void> {
    const valid = await validSessions(
      this.#db,
      [...this.#open].map((entry) => entry.sessionHash),
    );
    for (const entry of this.#open) {
      if (!valid.has(entry.sessionHash)) entry.socket.close(SOCKET_CLOSE_UNAUTHORIZED);
      else if (!entry.isAlive) entry.socket.terminate();
      else {
        entry.isAlive = false;
        entry.socket.ping();
      }
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const { socket } of this.#open) socket.close(GOING_AWAY);
  }

  #isFull(userId: string): boolean {
    if (this.#open.size >= this.#limits.all) return true;
    let ofOne = 0;
    for (const entry of this.#open) if (entry.userId === userId) ofOne += 1;
    return ofOne >= this.#limits.ofOne;
  }

  #send({ socket, language }: Open, event: StoredEvent): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > UNSENT_MAX) {
      socket.terminate();
      return;
    }
    const { title, body, data, ...rest } = presentEvent(event);
    const sync = Sync.safeParse(data?.["sync"]);
    socket.send(
      JSON.stringify({
        ...rest,
        data: sync.success ? { ...data, sync: syncInLanguage(sync.data, language) } : data,
        title: translate(title, language),
        body: body === null ? null : translate(body, language),
      }),
    );
  }
}
