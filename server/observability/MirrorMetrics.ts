import { Counter, type Registry } from "prom-client";

const SENT = ["answered", "unreachable", "silent", "draining", "absent"] as const;
const RECEIVED = ["accepted", "draining", "forged", "expired", "replayed"] as const;

/** Reads of mirrors that are on the disk of another process. */
export class MirrorMetrics {
  readonly #sent: Counter<"outcome">;
  readonly #received: Counter<"outcome">;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#sent = new Counter({
      name: "clew_mirror_reads_sent_total",
      help: "Reads of mirrors sent to workers; all outcomes but 'answered' were given to the next worker.",
      labelNames: ["outcome"],
      registers,
    });
    this.#received = new Counter({
      name: "clew_mirror_reads_received_total",
      help: "Reads of mirrors that came to this worker; all outcomes but 'accepted' were refused.",
      labelNames: ["outcome"],
      registers,
    });
    for (const outcome of SENT) this.#sent.inc({ outcome }, 0);
    for (const outcome of RECEIVED) this.#received.inc({ outcome }, 0);
  }

  /** A read was sent to a worker. */
  sent(outcome: (typeof SENT)[number]): void {
    this.#sent.inc({ outcome });
  }

  /** A read came to this worker. */
  received(outcome: (typeof RECEIVED)[number]): void {
    this.#received.inc({ outcome });
  }
}
