/**
 * The messages with which a worker thread or a process uses git processes that another one owns. A thread can be ended at any moment (its heap
 * limit, a cancelled build), and a process whose parent thread is gone is never reaped. The owner starts git, passes its output on in small portions, and kills
 * what is still running when the other side ends.
 */
import type { GitStopReason } from "./gitErrors.ts";
import type { GitAccess, GitRun, RunningGit } from "./gitProcess.ts";
import type { Message } from "../messages/messages.ts";

export type RelayRequest =
  | {
      readonly type: "start";
      readonly args: readonly string[];
      readonly access?: GitAccess | undefined;
      readonly timeoutMs?: number | undefined;
      readonly tracesPackets?: boolean | undefined;
      readonly isBackground?: boolean | undefined;
      readonly reportsLines?: boolean | undefined;
    }
  | { readonly type: "write"; readonly chunk: Uint8Array }
  | { readonly type: "finish" }
  | { readonly type: "more"; readonly chunks: number }
  | { readonly type: "kill" };
export type RelayReply =
  | { readonly type: "data"; readonly chunk: Uint8Array }
  | { readonly type: "line"; readonly line: string }
  | { readonly type: "drained" }
  | { readonly type: "closed" }
  | { readonly type: "ended"; readonly code: number; readonly stderr: string }
  | { readonly type: "stopped"; readonly reason: GitStopReason | null; readonly text: Message };
interface Numbered<T> {
  readonly run: number;
  readonly message: T;
}
/** What the owner of git processes sends, and what it receives. */
export type RelayAnswer = Numbered<RelayReply>;
export type RelayCall = Numbered<RelayRequest>;

export type Spawn = (args: readonly string[], run: GitRun) => RunningGit;
