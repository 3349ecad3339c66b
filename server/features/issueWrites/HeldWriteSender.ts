import { PeriodicRunner, sleep, withTimeout } from "../../concurrency.ts";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import {
  discardRefusedWrites,
  holdAbandonedWrites,
  leaseHeldWrite,
  listDueWrites,
  releaseHeldWrite,
} from "../../db/tables/issues/heldWrites.ts";
import {
  type LeasedWriteRow,
  findWritableIssue,
  findWritingMember,
  updateIssueWriteEnded,
} from "../../db/tables/issues/issueWrites.ts";
import { message, serializeMessage } from "../../messages/messages.ts";
import { endWrite } from "./endWrite.ts";
import { LEASE_MS, namesOf, runLeased } from "./runWrite.ts";
import type { IssueWritesDeps } from "./service.ts";
import { openMemberAccess } from "./memberAccess.ts";

const POLL_INTERVAL_MS = 2 * SECOND_MS;
/** GitHub asks for a second between two changes of one account, and refuses more than 80 in a minute. */
const PACE_MS = SECOND_MS;
/** Users whose changes are sent at the same time. */
const MAX_USERS = 20;
/**
 * A change whose time came longer ago is not sent: this server was off, and its member may have done it by hand. A whole batch at a slow host
 * takes ten minutes.
 */
const LATE_MS = 30 * MINUTE_MS;

/** Sends changes of several issues once the time is over in which they can be taken back: one after the other for each user. */
export class HeldWriteSender extends PeriodicRunner {
  readonly #deps: IssueWritesDeps;
  readonly #paceMs: number;
  /** Changes that are being sent, by user. */
  readonly #sending = new Map<string, Promise<void>>();
  /** When it looked for changes of processes that ended. */
  #lookedAt = 0;

  /** @param paceMs milliseconds between two changes of one user */
  constructor(deps: IssueWritesDeps, onError: (error: unknown) => void, paceMs = PACE_MS) {
    super(POLL_INTERVAL_MS, onError);
    this.#deps = deps;
    this.#paceMs = paceMs;
  }

  /**
   * Sends all that is due. Several processes may do it at the same time: each change is leased. One that fails, or whose host is slow, keeps no other
   * user's from being sent.
   */
  async run(): Promise<void> {
    const { db } = this.#deps;
    if (Date.now() - this.#lookedAt >= MINUTE_MS) {
      this.#lookedAt = Date.now();
      await holdAbandonedWrites(db);
    }
    while (!this.isStopped) {
      const due = await listDueWrites(db, {
        limit: MAX_USERS - this.#sending.size,
        lateMs: LATE_MS,
        withoutUsers: [...this.#sending.keys()],
      });
      for (const row of due) this.#sending.set(row.user_id, this.#sendThenPause(row));
      if (this.#sending.size === 0) return;
      await withTimeout(Promise.race(this.#sending.values()), POLL_INTERVAL_MS);
    }
    await Promise.all(this.#sending.values());
  }

  async #sendThenPause(row: { readonly id: string; readonly user_id: string; readonly is_late: boolean }) {
    await this.#take(row).catch(this.onError);
    await sleep(this.#paceMs);
    this.#sending.delete(row.user_id);
  }

  async #take({ id, is_late: isLate }: { readonly id: string; readonly is_late: boolean }): Promise<void> {
    const { db } = this.#deps;
    // Taken back at this moment, or sent by another process.
    const row = await leaseHeldWrite(db, id, LEASE_MS);
    if (!row) return;
    try {
      await this.#send(row, isLate);
    } catch (error) {
      await releaseHeldWrite(db, row, MINUTE_MS);
      throw error;
    }
  }

  async #send(row: LeasedWriteRow, isLate: boolean): Promise<void> {
    const { db, sync } = this.#deps;
    const [issue, member] = await Promise.all([
      findWritableIssue(db, row.issue_id ?? ""),
      findWritingMember(db, row.user_id, row.project_id),
    ]);
    // Without the issue its changes are deleted with it; who has left the project no longer sees them, but the log of a rule does.
    if (!issue || !member) {
      const text = serializeMessage(message("write.role"));
      return void (await updateIssueWriteEnded(db, row, { state: "refused", reference: null, text }));
    }
    const by = actorOf({ ...member, companyId: member.company_id }, row.address);
    const access = await openMemberAccess(this.#deps, member, issue);
    const refusal = isLate ? message("write.too_late") : "blocked" in access ? access.blocked.text : null;
    if (refusal || "blocked" in access) {
      await endWrite({ db, issue, by }, row, { state: "refused", reference: null, text: refusal });
      return;
    }
    // A change without a batch is of a rule: it replaces nothing that the member has written.
    if (row.batch_id !== null)
      await discardRefusedWrites(db, { userId: row.user_id, issueId: issue.id, action: row.change.action });
    const run = { db, issue, access, by, account: row.account, mode: "batch" } as const;
    const { state } = await runLeased(run, row);
    if (state === "done") await sync.refreshIssue(issue.source_id, namesOf(issue));
  }
}
