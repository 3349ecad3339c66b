/**
 * Hears the events table. NOTIFY only wakes it up; what is told always comes from the table, and a slow poll finds what no
 * NOTIFY announced (a pooler in between, a connection that broke).
 */
import type { Selectable } from "kysely";
import type { Db, OpenDb } from "../db/openDb.ts";
import type { EventsTable } from "../db/tables.ts";
import { EVENTS_CHANNEL } from "./publish.ts";

export type StoredEvent = Selectable<EventsTable>;

const POLL_MS = 2000;
/** Ids are given out before the commit, so a lower one may appear after a higher one. That far back is looked again. */
const OVERLAP = 200;
const READ_AT_ONCE = 500;

export interface EventFeedOptions {
  readonly database: Pick<OpenDb, "db" | "listen">;
  /** Called once for each event of any process, in the order of their ids as far as that is known. */
  readonly onEvent: (event: StoredEvent) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export class EventFeed {
  readonly #db: Db;
  readonly #options: EventFeedOptions;
  readonly #delivered = new Set<number>();
  #last = 0;
  #reading: Promise<void> | undefined;
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(options: EventFeedOptions) {
    this.#options = options;
    this.#db = options.database.db;
  }

  /** Begins after the newest event that is there now. */
  async start(): Promise<void> {
    const recent = await this.#db.selectFrom("events").select("id").orderBy("id", "desc").limit(OVERLAP).execute();
    this.#last = recent[0]?.id ?? 0;
    for (const { id } of recent) this.#delivered.add(id);
    const wake = (): void => {
      this.#wake();
    };
    this.#stopListening = await this.#options.database.listen(EVENTS_CHANNEL, wake, wake);
    this.#timer = setInterval(wake, POLL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#stopListening?.();
    await this.#reading;
  }

  /** One reading at a time; a wake-up in the middle of one makes another. */
  #wake(): void {
    this.#isWanted = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readAll(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.#read();
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }

  async #read(): Promise<void> {
    const events = await this.#db
      .selectFrom("events")
      .selectAll()
      .where("id", ">", this.#last - OVERLAP)
      .$if(this.#delivered.size > 0, (query) => query.where("id", "not in", [...this.#delivered]))
      .orderBy("id")
      .limit(READ_AT_ONCE)
      .execute();
    for (const event of events) {
      this.#delivered.add(event.id);
      this.#last = Math.max(this.#last, event.id);
      await this.#options.onEvent(event);
    }
    for (const id of this.#delivered) if (id <= this.#last - OVERLAP) this.#delivered.delete(id);
    if (events.length === READ_AT_ONCE) this.#isWanted = true;
  }
}
