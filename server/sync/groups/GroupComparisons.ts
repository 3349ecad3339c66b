import { HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { KeyedMutex } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import {
  findGroupWithProject,
  listDueGroups,
  listSourcesForGroups,
  updateGroupQueued,
  updateGroupReported,
  updateGroupRun,
} from "../../db/tables/sources/linkedGroups.ts";
import { COMPARE_GROUP, type CompareGroupJob } from "../../jobs/jobNames.ts";
import type { JobContext, Queue } from "../../jobs/Queue.ts";
import { sendOnceMore } from "../../jobs/sendOnceMore.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import type { Quotas } from "../../settings.ts";
import { SourceError, findSourceError } from "../../sources/SourceError.ts";
import type { Sources, StoredCredential } from "../../sources/sourceTypes.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import { type AppliedGroup, applyGroupPlan } from "./applyGroupPlan.ts";
import { type GroupRepository, type GroupListing, planGroup } from "./planGroup.ts";

/** Milliseconds between two comparisons of a group: a new repository is linked within an hour. */
const INTERVAL_MS = HOUR_MS;
/** A comparison that takes longer is ended: its host is too slow, or answers without an end. */
const MAX_RUN_MS = 20 * MINUTE_MS;
/** After this time beyond it a comparison counts as lost: its worker has died. */
const LOST_AFTER_MS = MINUTE_MS;
/** Between the end of a comparison and one that a host asks for: a caller that has the secret of a webhook must not start listings without end. */
const REPORT_SPACING_MS = 5 * MINUTE_MS;
/** Groups that one round of the maintenance sends. */
const MAX_SENT = 100;

export interface GroupComparisonsDeps {
  readonly db: Db;
  readonly queue: Queue;
  readonly sources: Pick<Sources, "openGroup">;
  readonly credentials: SourceCredentials;
  readonly quotas?: Quotas | undefined;
  /** Queues syncs. */
  readonly requestSync: (sourceIds: readonly string[]) => Promise<void>;
  readonly forget: (sourceIds: readonly string[]) => Promise<void>;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
  readonly now?: () => Date;
  /** Milliseconds that a comparison may take. */
  readonly maxRunMs?: number;
}

/** Compares linked groups with their hosts: what is new is linked, what moved is followed, and what left is removed after a grace period. */
export class GroupComparisons {
  readonly #deps: GroupComparisonsDeps;
  readonly #mutex = new KeyedMutex();

  constructor(deps: GroupComparisonsDeps) {
    this.#deps = deps;
  }

  register(): void {
    this.#deps.queue.register<CompareGroupJob>(
      COMPARE_GROUP,
      ({ groupId }, job) => this.#mutex.runExclusive(groupId, () => this.#handle(groupId, job)),
      { concurrency: 4, concurrencyPerGroup: 2, retryLimit: 3, retryDelaySeconds: 5 },
    );
  }

  /** Sends the jobs of groups that are due. A second job for a group has no effect. */
  async sendDue(): Promise<void> {
    const { db, queue } = this.#deps;
    for (const { id, company_id: group } of await listDueGroups(db, this.#now(), MAX_SENT))
      await queue.send(COMPARE_GROUP, { groupId: id } satisfies CompareGroupJob, { singletonKey: id, group });
  }

  /** @returns false while another comparison of the group is in progress */
  async request(groupId: string): Promise<boolean> {
    const { db, queue } = this.#deps;
    const group = await findGroupWithProject(db, groupId);
    if (!group) return false;
    const isNew = await updateGroupQueued(db, groupId, this.#now());
    const options = { singletonKey: groupId, group: group.company_id };
    // The job of the comparison before may be about to end, and refuse another one.
    await sendOnceMore(queue, COMPARE_GROUP, { groupId } satisfies CompareGroupJob, options);
    return isNew;
  }

  /** A host reports a change: the group is compared soon, and again where a comparison has begun before. */
  async report(groupId: string): Promise<void> {
    const now = this.#now();
    const due = await updateGroupReported(this.#deps.db, groupId, {
      now,
      interval: INTERVAL_MS,
      spacing: REPORT_SPACING_MS,
    });
    if (due && due <= now) await this.sendDue();
  }

  #now(): Date {
    return this.#deps.now?.() ?? new Date();
  }

  async #handle(groupId: string, job: JobContext): Promise<void> {
    const { db, onError } = this.#deps;
    const group = await findGroupWithProject(db, groupId);
    // A job of an earlier round, whose work was done meanwhile.
    if (!group || group.due_at > this.#now()) return;
    const { maxRunMs = MAX_RUN_MS } = this.#deps;
    const run = new Date(this.#now().getTime() + maxRunMs + LOST_AFTER_MS);
    // A change since the group was read has requested another comparison, which reads it again.
    if (!(await updateGroupRun(db, groupId, group.due_at, { state: "running", due_at: run }))) return;
    const end = async (values: GroupResult): Promise<void> => {
      const again = values.state === "waiting" ? null : new Date(this.#now().getTime() + REPORT_SPACING_MS);
      await updateGroupRun(db, groupId, run, values, again);
    };
    const deadline = AbortSignal.timeout(maxRunMs);
    try {
      await end(await this.#compare(group, AbortSignal.any([job.signal, deadline])));
    } catch (error) {
      if (job.signal.aborted) return this.#retry(groupId, run, error);
      if (deadline.aborted)
        return end(
          this.#failed(message("group.too_slow", { minutes: Math.ceil(maxRunMs / MINUTE_MS) }), "timeout", null),
        );
      const sourceError = findSourceError(error);
      if (sourceError) return end(this.#failed(sourceError.text, sourceError.code, sourceError.retryAfterMs));
      if (!job.isLastAttempt) return this.#retry(groupId, run, error);
      onError(error, {});
      await end(this.#failed(message("group.failed"), null, null));
    }
  }

  /** Leaves a comparison to the next attempt of its job. @throws what has failed */
  async #retry(groupId: string, run: Date, error: unknown): Promise<never> {
    await updateGroupRun(this.#deps.db, groupId, run, { state: "queued", due_at: this.#now() });
    throw error;
  }

  /** @returns what is stored of the result */
  async #compare(group: AppliedGroup, signal: AbortSignal): Promise<GroupResult> {
    const { db, requestSync, forget } = this.#deps;
    const listing = await this.#list(group, signal);
    const sources = await listSourcesForGroups(db, group.project_id);
    // A host that shows nothing to a token does not mean that everything is gone.
    if (listing.repositories.length === 0 && sources.some(({ group_id: id }) => id === group.id))
      throw new SourceError("bad_answer", message("group.empty_list", { name: group.name }));
    const plan = planGroup(group, listing, sources, this.#now());
    const { counts, room, added, moved, removed } = await applyGroupPlan(this.#deps, group, plan, signal);
    await forget(removed);
    await requestSync([...added, ...moved]);
    return {
      state: "ready",
      error: plan.doubted > 0 ? serializeMessage(doubted(group, plan.doubted)) : null,
      error_code: null,
      counts: JSON.stringify(counts),
      room: room && serializeMessage(room),
      compared_at: this.#now(),
      due_at: new Date(this.#now().getTime() + INTERVAL_MS),
    };
  }

  /** The whole list, or an error: a part of it would look as if the rest was gone. */
  async #list(group: AppliedGroup, signal: AbortSignal): Promise<GroupListing> {
    const refs = {
      secretId: group.secret_id,
      connectionId: group.connection_id,
      installationId: group.app_installation_id,
      companyId: group.company_id,
      projectId: group.project_id,
    };
    const isLost = refs.secretId === null && refs.connectionId === null && refs.installationId === null;
    if (group.access !== "none" && isLost) throw new SourceError("unauthorized", message("group.access_lost"));
    const credential = await this.#deps.credentials.open(refs);
    try {
      return await this.#listWith(group, credential, signal);
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "unauthorized") throw error;
      const renewed = await this.#deps.credentials.renew(refs);
      if (!renewed) throw error;
      return this.#listWith(group, renewed, signal);
    }
  }

  async #listWith(
    { provider, url }: AppliedGroup,
    credential: StoredCredential | null,
    signal: AbortSignal,
  ): Promise<GroupListing> {
    const group = await this.#deps.sources.openGroup({ provider, url, credential });
    const repositories: GroupRepository[] = [];
    let unreadable = 0;
    for await (const page of group.list(signal)) {
      repositories.push(...page.repositories);
      unreadable += page.unreadable;
    }
    return { repositories, unreadable };
  }

  /** @param retryAfterMs the wait that the host asks for */
  #failed(text: Message, code: string | null, retryAfterMs: number | null): GroupResult {
    const isWaiting = code === "rate_limited";
    return {
      state: isWaiting ? "waiting" : "failed",
      error: serializeMessage(text),
      error_code: code,
      due_at: new Date(this.#now().getTime() + (isWaiting ? (retryAfterMs ?? MINUTE_MS) : INTERVAL_MS)),
    };
  }
}

/** What is stored at the end of a comparison. */
type GroupResult = Parameters<typeof updateGroupRun>[3];

const doubted = ({ name }: AppliedGroup, count: number): Message => message("group.many_gone", { name, count });
