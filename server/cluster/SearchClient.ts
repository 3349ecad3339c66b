import type { SearchProcess } from "./LiveProcesses.ts";
import { SealedClient, type SealedClientOptions } from "./SealedClient.ts";
import { type RemoteAnswer, type RemoteTask, TASK_PATH } from "./searchMessages.ts";

/** Sends tasks to search processes. */
export class SearchClient {
  readonly #client: SealedClient;

  constructor(options: SealedClientOptions) {
    this.#client = new SealedClient(options);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** @throws Unanswered when there is no valid answer; the signal's reason */
  async send(process: SearchProcess, task: RemoteTask, signal: AbortSignal): Promise<RemoteAnswer> {
    return (await this.#client.send(process, TASK_PATH, task, signal)) as RemoteAnswer;
  }
}
