import { MINUTE_MS } from "../../../contract/durations.ts";
import type { Message } from "../../messages/messages.ts";

/** Milliseconds until a sync that filled the disk is tried again. */
const DISK_FULL_RETRY_MS = 10 * MINUTE_MS;

/** Sources whose sync filled the disk of this machine: started at once, it would fill it again. */
export class DiskDelays {
  readonly #delays = new Map<string, { readonly end: number; readonly reason: Message }>();

  delay(sourceId: string, reason: Message): void {
    this.#delays.set(sourceId, { end: performance.now() + DISK_FULL_RETRY_MS, reason });
  }

  /** Undefined for a source whose sync may begin. */
  reasonOf(sourceId: string): Message | undefined {
    const delay = this.#delays.get(sourceId);
    return delay && delay.end > performance.now() ? delay.reason : undefined;
  }

  clear(sourceId: string): void {
    this.#delays.delete(sourceId);
  }
}
