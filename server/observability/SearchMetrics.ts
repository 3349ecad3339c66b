import { Counter, type Registry } from "prom-client";
import { MessageCounters } from "./MessageCounters.ts";

const SENT = ["answered", "unreachable", "silent", "draining", "failing"] as const;

/** Tasks between web processes and search processes. */
export class SearchMetrics extends MessageCounters<(typeof SENT)[number]> {
  readonly #fallbacks: Counter;

  constructor(registry: Registry) {
    super(registry, {
      sent: {
        name: "clew_search_sent_total",
        help: "Tasks sent to search processes; all outcomes but 'answered' were given to the next process.",
        outcomes: SENT,
      },
      received: {
        name: "clew_search_received_total",
        help: "Tasks that came to this search process; all outcomes but 'accepted' were refused.",
      },
    });
    this.#fallbacks = new Counter({
      name: "clew_search_fallbacks_total",
      help: "Tasks that no search process answered, so that this process did.",
      registers: [registry],
    });
  }

  /** No search process answered a task. */
  fellBack(): void {
    this.#fallbacks.inc();
  }
}
