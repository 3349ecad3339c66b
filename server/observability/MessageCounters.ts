import { Counter, type Registry } from "prom-client";

const RECEIVED = ["accepted", "draining", "forged", "expired", "replayed"] as const;

export interface MessageCountersOptions<Sent extends string> {
  /** `outcomes`: what may become of a message that was sent. */
  readonly sent: { readonly name: string; readonly help: string; readonly outcomes: readonly Sent[] };
  readonly received: { readonly name: string; readonly help: string };
}

/** Sealed messages between processes, by their outcome. */
export class MessageCounters<Sent extends string> {
  readonly #sent: Counter<"outcome">;
  readonly #received: Counter<"outcome">;

  constructor(registry: Registry, { sent, received }: MessageCountersOptions<Sent>) {
    const registers = [registry];
    const labelNames = ["outcome"] as const;
    this.#sent = new Counter({ name: sent.name, help: sent.help, labelNames, registers });
    this.#received = new Counter({ ...received, labelNames, registers });
    for (const outcome of sent.outcomes) this.#sent.inc({ outcome }, 0);
    for (const outcome of RECEIVED) this.#received.inc({ outcome }, 0);
  }

  /** A message was sent to another process. */
  sent(outcome: Sent): void {
    this.#sent.inc({ outcome });
  }

  /** A message came to this process. */
  received(outcome: (typeof RECEIVED)[number]): void {
    this.#received.inc({ outcome });
  }
}
