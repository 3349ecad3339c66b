import type * as vscode from "vscode";
import { signalOf } from "./cancellation.ts";
import { ClientError } from "./ClewClient.ts";
import { FreshCache } from "./FreshCache.ts";
import type { Opened, Session } from "./Session.ts";

/** Milliseconds before a request: what the pointer or the cursor only passes through is not requested. */
const DELAY_MS = 150;
/** Milliseconds without a request after a failure. */
const PAUSE_MS = 30_000;

/** As `BackgroundRequests.ask`, with what distinguishes the question from the others. */
export type CachedAsk<T> = (
  key: string,
  question: (opened: Opened) => Promise<T | null>,
  signal: AbortSignal,
) => Promise<T | null | undefined>;

/**
 * Requests that no command asks for: of a hover, a link, the current line. There are none before the first use of the extension, after a refused
 * token, and for a short time after a failure. A failure is shown in the status bar alone.
 */
export class BackgroundRequests {
  readonly #session: Session;
  #pausedUntil = 0;
  readonly #caches: FreshCache<unknown>[] = [];
  #current = new AbortController();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether the extension is in use: signed in, with a project. It stays true after an error, so that what is shown remains. */
  get isInUse(): boolean {
    const { kind } = this.#session.state;
    return kind === "ready" || kind === "error";
  }

  /** After a sign-in, a change of the settings, or a command to read again. */
  reset(): void {
    this.#pausedUntil = 0;
    for (const cache of this.#caches) cache.clear();
    this.#current.abort();
    this.#current = new AbortController();
  }

  /** The signal of the requests of one hover or the like. It aborts with the editor's token, and when the server or project changes. */
  signalOf(token: vscode.CancellationToken): AbortSignal {
    return AbortSignal.any([signalOf(token), this.#current.signal]);
  }

  /**
   * @returns null where the project has no such thing or does not allow to read it; undefined without an answer: after a cancellation, or a
   *   failure, as of a project that does not exist (any more)
   */
  async ask<T>(question: (opened: Opened) => Promise<T>, signal: AbortSignal): Promise<T | null | undefined> {
    if (!this.#isOpen() || !(await delay(DELAY_MS, signal)) || !this.#isOpen()) return undefined;
    try {
      return await this.#session.request(async (opened) => {
        try {
          return await question(opened);
        } catch (error) {
          if (!(error instanceof ClientError && (error.kind === "notFound" || error.kind === "refused"))) throw error;
          // The project itself may be what is missing or refused: this throws then.
          await opened.client.project(opened.slug, signal);
          return null;
        }
      }, signal);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      this.#pausedUntil = Date.now() + PAUSE_MS;
      return undefined;
    }
  }

  /** A cache that is cleared with all others when the requests are reset. */
  cache<T>(maxEntries: number): FreshCache<T> {
    const cache = new FreshCache<T>(maxEntries);
    this.#caches.push(cache);
    return cache;
  }

  /** Requests of one kind, whose answers are cached. */
  cached<T>(maxEntries: number): CachedAsk<T> {
    const cache = this.cache<T | null>(maxEntries);
    return async (key, question, signal) => {
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const answer = await this.ask(question, signal);
      if (answer !== undefined) cache.set(key, answer);
      return answer;
    };
  }

  #isOpen(): boolean {
    const { state } = this.#session;
    const isRefused = state.kind === "error" && state.error.kind === "signedOut";
    return this.isInUse && !isRefused && Date.now() >= this.#pausedUntil;
  }
}

/** @returns false after a cancellation */
const delay = (ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(!signal.aborted), ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
