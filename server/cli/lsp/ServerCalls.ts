import { type Message, message } from "../../messages/messages.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import { serverAddressOf, type ClewServer } from "../remote/ClewServer.ts";

/** Milliseconds without a call after a failure; they double with each further one. */
const FIRST_PAUSE_MS = 5000;
const MAX_PAUSE_MS = 5 * 60_000;

export interface ServerCallsDeps {
  /** Opens the server of the configuration as it is now, so that a sign-in in a terminal counts at once. Null: none is configured. */
  readonly open: () => ClewServer | null;
  readonly warn: (warning: Message) => void;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

/**
 * Calls of a server that no command asks for. A failure is reported once until a call succeeds; after it there are no calls for a while. A token that
 * was refused is not sent again.
 */
export class ServerCalls {
  readonly #deps: ServerCallsDeps;
  #pausedUntil = 0;
  /** Failures in a row, which decide about the pause. */
  #failures = 0;
  /** All failures. */
  #failed = 0;
  #refused: ClewServer | undefined;
  readonly #reported = new Set<Status>();

  constructor(deps: ServerCallsDeps) {
    this.#deps = deps;
  }

  /** The server of the configuration; null where none is configured. */
  get server(): ClewServer | null {
    return this.#deps.open();
  }

  /** Whether a server has refused the token. */
  isRefusedBy(server: ClewServer): boolean {
    return server.isSameAs(this.#refused);
  }

  /**
   * @param question makes calls: its success means that the server answers
   * @returns null where the server has no such thing or does not allow it, and without an answer
   * @throws what `question` throws that is no refusal of the server, such as the reason of a cancellation
   */
  async ask<T>(question: (server: ClewServer) => Promise<T>): Promise<T | null> {
    const server = this.#deps.open();
    if (server === null || this.isRefusedBy(server) || this.#deps.now() < this.#pausedUntil) return null;
    const before = this.#failed;
    try {
      const answer = await question(server);
      // A call that began before a failure proves nothing after it.
      if (this.#failed === before) this.#recover();
      return answer;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.#fail(server, error);
      return null;
    }
  }

  #recover(): void {
    this.#failures = 0;
    this.#refused = undefined;
    this.#reported.clear();
  }

  #fail(server: ClewServer, { status, message: reason }: CliError): void {
    const address = serverAddressOf(server.url);
    if (status !== STATUS.notFound && status !== STATUS.nothing && status !== STATUS.usage) this.#failed++;
    switch (status) {
      case STATUS.notFound:
      case STATUS.nothing:
      case STATUS.usage:
        return;
      case STATUS.unauthorized:
        this.#refused = server;
        this.#report(status, message("editor.signed_out", { server: address }));
        return;
      case STATUS.forbidden:
        this.#report(status, message("editor.refused", { server: address, reason }));
        return;
      default:
        this.#pausedUntil = this.#deps.now() + Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, MAX_PAUSE_MS);
        this.#report(STATUS.unreachable, message("editor.unreachable", { server: address }));
    }
  }

  #report(status: Status, warning: Message): void {
    if (this.#reported.has(status)) return;
    this.#reported.add(status);
    this.#deps.warn(warning);
  }
}
