/**
 * Reads new rows of the events table. NOTIFY is only a wake-up signal, and a slow poll finds rows whose NOTIFY was lost (a pooler between,
 * a broken connection).
 */
import { WakeLoop } from "../concurrency.ts";
import { isOutage } from "../db/databaseErrors.ts";
import type { Db } from "../db/openDb.ts";
import type { OpenDb } from "../db/openedDb.ts";
import {
  assignPositions,
  findLastPosition,
  listEventsAfter,
  type StoredEvent,
} from "../db/tables/operations/events.ts";
import { EVENTS_CHANNEL } from "./publish.ts";

const POLL_MS = 2000;
const BATCH_SIZE = 500;
/** After this number of failed deliveries an event is skipped, so that it does not block later ones. */
const MAX_ATTEMPTS = 5;

export interface EventFeedOptions {
  readonly database: Pick<OpenDb, "db" | "listen">;
  /** Called once for each event of any process, in the order of their places; again with the same one after it has thrown. */
  readonly onEvent: (event: StoredEvent) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export class EventFeed {
  readonly #db: Db;
  readonly #options: EventFeedOptions;
  readonly #loop: WakeLoop;
  #last = 0;
  #failed = 0;

  constructor(options: EventFeedOptions) {
    this.#options = options;
    this.#db = options.database.db;
    this.#loop = new WakeLoop({
      run: () => this.#read(),
      listen: (wake) => options.database.listen(EVENTS_CHANNEL, wake, wake),
      intervalMs: POLL_MS,
      onError: options.onError,
    });
  }

  /** Begins after the newest event that is there now. */
  async start(): Promise<void> {
    this.#last = await latestPosition(this.#db);
    await this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #read(): Promise<void> {
    await assignPositions(this.#db);
    const events = await listEventsAfter(this.#db, this.#last, BATCH_SIZE);
    for (const event of events) {
      await this.#deliver(event);
      this.#last = event.place;
    }
    if (events.length === BATCH_SIZE) this.#loop.wake();
  }

  /** Delivers an event. The next read retries a failure up to `MAX_ATTEMPTS` times, and without a limit while the database cannot be reached. */
  async #deliver(event: StoredEvent): Promise<void> {
    try {
      await this.#options.onEvent(event);
      this.#failed = 0;
    } catch (error) {
      if (isOutage(error)) throw error;
      this.#failed += 1;
      if (this.#failed < MAX_ATTEMPTS) throw error;
      this.#failed = 0;
      this.#options.onError(error);
    }
  }
}

/** The position of the newest event, also if that event has been deleted; 0 if there was none. */
export async function latestPosition(db: Db): Promise<number> {
  await assignPositions(db);
  return findLastPosition(db);
}
