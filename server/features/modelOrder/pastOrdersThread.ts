import { startGit } from "../../git/gitProcess.ts";
import { openGitRelay } from "../../git/gitRelayOwner.ts";
import { runInThread } from "../../threads/runInThread.ts";
import type { PastOrder } from "../../engines/modelOrder/pastOrders.ts";
import type { PastOrdersReply, PastOrdersTask } from "./pastOrdersWorker.ts";

export interface PastOrdersHooks {
  readonly bodiesOf: (ids: readonly string[]) => Promise<Record<string, string>>;
  readonly onTotal: (total: number) => void;
  /** The next case is found when it has resolved. */
  readonly onCase: (order: PastOrder | null) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Finds past cases in a thread of their own. Aborting ends the thread and rejects with the signal's reason. */
export function pastOrdersInThread(
  task: Omit<PastOrdersTask, "git">,
  { bodiesOf, onTotal, onCase, signal }: PastOrdersHooks,
): Promise<void> {
  const git = openGitRelay(startGit);
  return runInThread<PastOrdersReply, void>(new URL("./pastOrdersWorker.ts", import.meta.url), {
    data: { ...task, git } satisfies PastOrdersTask,
    transfer: [git],
    signal,
    onMessage: (reply, { post, resolve, reject }) => {
      if (reply.type === "total") onTotal(reply.total);
      else if (reply.type === "done") resolve();
      else if (reply.type === "failed") reject(new Error(reply.message));
      else if (reply.type === "bodies") bodiesOf(reply.ids).then(post, reject);
      else onCase(reply.order).then(() => post("stored"), reject);
    },
  });
}
