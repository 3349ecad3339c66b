/** Keys by which the Bot Framework signs the tokens of its requests, from its OpenID metadata. */
import { z } from "zod";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import type { TeamsCloud } from "./teamsCloud.ts";
import { jsonOf } from "./teamsFailure.ts";

const TIMEOUT_MS = 10 * SECOND_MS;
/** Microsoft asks for keys that are at most a day old. */
const MAX_AGE_MS = DAY_MS;
/** An unknown key has the keys read again, and no more often: anyone can name one. */
const MIN_AGE_MS = 5 * MINUTE_MS;

/** Between two attempts while the keys cannot be read: at first, and at most. Each attempt doubles it. */
const RETRY_MS = { first: 5 * SECOND_MS, most: MIN_AGE_MS };

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url() });
const Key = z.object({
  kid: z.string().max(500),
  kty: z.literal("RSA"),
  n: z.string().max(4000),
  e: z.string().max(100),
  /** Channels for which the key may sign. */
  endorsements: z.array(z.string().max(100)).max(200).default([]),
});
export type BotFrameworkKey = z.output<typeof Key>;
const KeySet = z.object({ keys: z.array(z.unknown()).max(1000) });

interface StoredKeys {
  readonly at: number;
  readonly keys: ReadonlyMap<string, BotFrameworkKey>;
}

interface Failure {
  readonly error: Error;
  readonly waitMs: number;
  /** Until then it is the answer to all who need new keys. */
  readonly until: number;
}

/** The keys that this process has read. While they cannot be read, Microsoft is asked more and more rarely, however many requests come. */
export class BotFrameworkKeys {
  readonly #egress: Pick<Egress, "fetch">;
  readonly #now: () => number;
  #stored: StoredKeys | undefined;
  #failure: Failure | undefined;
  #reading: Promise<StoredKeys> | undefined;

  constructor(egress: Pick<Egress, "fetch">, now: () => number = Date.now) {
    this.#egress = egress;
    this.#now = now;
  }

  /** @returns undefined for a key that is not published. @throws SourceError where the keys cannot be read */
  async find(cloud: TeamsCloud, kid: string): Promise<BotFrameworkKey | undefined> {
    const age = this.#now() - (this.#stored?.at ?? -Infinity);
    const isKnown = this.#stored?.keys.has(kid) === true;
    if (!this.#stored || age > MAX_AGE_MS || (!isKnown && age > MIN_AGE_MS)) {
      if (this.#failure && this.#now() < this.#failure.until) throw this.#failure.error;
      this.#reading ??= this.#readOrWait(cloud).finally(() => (this.#reading = undefined));
      this.#stored = await this.#reading;
    }
    return this.#stored.keys.get(kid);
  }

  /** Reads the keys, and notes when they may be read again where that fails. */
  async #readOrWait(cloud: TeamsCloud): Promise<StoredKeys> {
    try {
      const read = await this.#read(cloud);
      this.#failure = undefined;
      return read;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new TypeError("keys", { cause: thrown });
      const waitMs = Math.min(RETRY_MS.most, this.#failure ? 2 * this.#failure.waitMs : RETRY_MS.first);
      this.#failure = { error, waitMs, until: this.#now() + waitMs };
      throw error;
    }
  }

  async #read({ metadataUrl }: TeamsCloud): Promise<StoredKeys> {
    const { jwks_uri: keysUrl } = Metadata.parse(await this.#json(metadataUrl));
    if (new URL(keysUrl).origin !== new URL(metadataUrl).origin) throw new TypeError("keys at another origin");
    const { keys } = KeySet.parse(await this.#json(keysUrl));
    const read = keys.flatMap((key) => Key.safeParse(key).data ?? []);
    return { at: this.#now(), keys: new Map(read.map((key) => [key.kid, key])) };
  }

  async #json(url: string): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await this.#egress.fetch(url, {
      headers: { accept: "application/json", "user-agent": "Clew" },
      signal,
      maxRedirects: 0,
    });
    return answer.status === 200 ? jsonOf(await answer.read("description", new URL(url).host, signal)) : null;
  }
}
