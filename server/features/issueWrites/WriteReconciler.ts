import { PeriodicRunner } from "../../concurrency.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import {
  type IssueWriteRow,
  type LeasedWriteRow,
  findIssueWrite,
  findWritingMember,
  leaseIssueWrite,
  listUnansweredWrites,
  releaseIssueWrite,
} from "../../db/tables/issues/issueWrites.ts";
import { readMadeReference } from "../../sources/connector/writerTypes.ts";
import { writeTargetOf } from "./createIssue.ts";
import { LEASE_MS, namesOf, nextLook, runLeased } from "./runWrite.ts";
import type { IssueWritesDeps } from "./service.ts";
import { openMemberAccess } from "./memberAccess.ts";

const POLL_INTERVAL_MS = 20 * SECOND_MS;
/** Changes that one run looks for at the same time, and how many of them at one host. */
const BATCH_SIZE = 20;
const MAX_PER_HOST = 2;

/**
 * Finds out whether changes have arrived whose answers were lost, or whose process ended. It only looks: a change is sent while its member
 * waits for it, and never later.
 */
export class WriteReconciler extends PeriodicRunner {
  readonly #deps: IssueWritesDeps;

  constructor(deps: IssueWritesDeps, onError: (error: unknown) => void) {
    super(POLL_INTERVAL_MS, onError);
    this.#deps = deps;
  }

  /** Looks for what is due. Several processes may do it at the same time: each change is leased. One that fails keeps no other from being looked for. */
  async run(): Promise<void> {
    const due = await listUnansweredWrites(this.#deps.db, { limit: BATCH_SIZE, perHost: MAX_PER_HOST });
    await Promise.all(due.map((row) => this.#take(row).catch(this.onError)));
  }

  async #take({ id }: IssueWriteRow): Promise<void> {
    const { db } = this.#deps;
    const row = await leaseIssueWrite(db, id, LEASE_MS);
    // Its member repeats it at this moment, and may have ended it.
    if (!row) return;
    try {
      await this.#look(row);
    } catch (error) {
      await releaseIssueWrite(db, row, nextLook(row));
      throw error;
    }
  }

  async #look(row: LeasedWriteRow): Promise<void> {
    const { db, sync } = this.#deps;
    const [issue, member] = await Promise.all([
      writeTargetOf(db, row),
      findWritingMember(db, row.user_id, row.project_id),
    ]);
    const access = issue && member && (await openMemberAccess(this.#deps, member, issue, true));
    if (!access || "blocked" in access) {
      // Without the member's account it can be neither looked for nor sent.
      await releaseIssueWrite(db, row, { state: "lost" });
      return;
    }
    const by = actorOf({ ...member, companyId: member.company_id }, row.address);
    const { state } = await runLeased({ db, issue, access, by, account: null, mode: "look" }, row);
    if (state !== "done") return;
    const names =
      issue.id === undefined
        ? readMadeReference((await findIssueWrite(db, row.id))?.reference ?? null)
        : namesOf(issue);
    if (names) await sync.refreshIssue(issue.source_id, names);
  }
}
