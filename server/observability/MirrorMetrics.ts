import type { Registry } from "prom-client";
import { MessageCounters } from "./MessageCounters.ts";

const SENT = ["answered", "unreachable", "silent", "draining", "absent"] as const;

/** Reads of mirrors that are on the disk of another process. */
export class MirrorMetrics extends MessageCounters<(typeof SENT)[number]> {
  constructor(registry: Registry) {
    super(registry, {
      sent: {
        name: "clew_mirror_reads_sent_total",
        help: "Reads of mirrors sent to workers; all outcomes but 'answered' were given to the next worker.",
        outcomes: SENT,
      },
      received: {
        name: "clew_mirror_reads_received_total",
        help: "Reads of mirrors that came to this worker; all outcomes but 'accepted' were refused.",
      },
    });
  }
}
