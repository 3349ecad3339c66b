import { SECOND_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import {
  type IssueWriteRow,
  findWritableIssue,
  findWritingMember,
  listUnansweredWrites,
  updateIssueWriteReleased,
} from "../../db/tables/issueWrites.ts";
import { IN_FLIGHT_MS, namesOf, runWrite } from "./runWrite.ts";
import type { IssueWritesDeps } from "./service.ts";
import { openWriteAccess } from "./writeAccess.ts";

const POLL_INTERVAL_MS = 20 * SECOND_MS;
const BATCH_SIZE = 20;

/**
 * Finds out whether changes have arrived whose answers were lost, or whose process ended. It only looks: a change is sent while its member
 * waits for it, and never later.
 */
export class WriteReconciler {
  readonly #deps: IssueWritesDeps;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(deps: IssueWritesDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.run()
        .catch(this.#onError)
        .finally(() => {
          this.#running = undefined;
        });
    }, POLL_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Looks for what is old enough to have arrived. Several processes may do it at once: each change is leased. */
  async run(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - IN_FLIGHT_MS);
    for (const row of await listUnansweredWrites(this.#deps.db, before, now, BATCH_SIZE)) await this.#look(row);
  }

  async #look(row: IssueWriteRow): Promise<void> {
    const { db, sync } = this.#deps;
    const [issue, member] = await Promise.all([
      findWritableIssue(db, row.issue_id),
      findWritingMember(db, row.user_id, row.project_id),
    ]);
    const access = issue && member && (await openWriteAccess(this.#deps, member, issue));
    if (!access || "blocked" in access) {
      // Without the member's account it can be neither looked for nor sent.
      await updateIssueWriteReleased(db, row.id, { state: "lost", until: null });
      return;
    }
    const by = actorOf({ ...member, companyId: member.company_id }, row.address);
    const { state } = await runWrite({ db, issue, access, by, mode: "look" }, row);
    if (state === "done") await sync.refreshIssue(issue.source_id, namesOf(issue));
  }
}
