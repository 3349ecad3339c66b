import type { Queue, SendOptions } from "./Queue.ts";

/**
 * Adds a job that begins after this call. A job with the same key may be about to end and miss what this call is about, so one more is
 * queued behind it under a second key; further calls have no effect until one of the two ends.
 */
export async function sendOnceMore(
  queue: Pick<Queue, "send">,
  name: string,
  data: object,
  { singletonKey, ...options }: SendOptions & Required<Pick<SendOptions, "singletonKey">>,
): Promise<void> {
  for (const key of [singletonKey, `${singletonKey} next`])
    if ((await queue.send(name, data, { ...options, singletonKey: key })) !== null) return;
}
