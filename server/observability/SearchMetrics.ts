import { Counter, type Registry } from "prom-client";

const SENT = ["answered", "unreachable", "silent", "draining", "failing"] as const;
const RECEIVED = ["accepted", "draining", "forged", "expired", "replayed"] as const;

/** Tasks between web processes and search processes. */
export class SearchMetrics {
  readonly #sent: Counter<"outcome">;
  readonly #received: Counter<"outcome">;
  readonly #fallbacks: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#sent = new Counter({
      name: "clew_search_sent_total",
      help: "Tasks sent to search processes; all outcomes but 'answered' were given to the next process.",
      labelNames: ["outcome"],
      registers,
    });
    this.#received = new Counter({
      name: "clew_search_received_total",
      help: "Tasks that came to this search process; all outcomes but 'accepted' were refused.",
      labelNames: ["outcome"],
      registers,
    });
    this.#fallbacks = new Counter({
      name: "clew_search_fallbacks_total",
      help: "Tasks that no search process answered, so that this process did.",
      registers,
    });
    for (const outcome of SENT) this.#sent.inc({ outcome }, 0);
    for (const outcome of RECEIVED) this.#received.inc({ outcome }, 0);
  }

  /** A task was sent to a search process. */
  sent(outcome: (typeof SENT)[number]): void {
    this.#sent.inc({ outcome });
  }

  /** A task came to this search process. */
  received(outcome: (typeof RECEIVED)[number]): void {
    this.#received.inc({ outcome });
  }

  /** No search process answered a task. */
  fellBack(): void {
    this.#fallbacks.inc();
  }
}
