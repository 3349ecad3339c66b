import type { Db } from "../../db/openDb.ts";
import { type NoticeWatermark, lockNoticeWatermark } from "../../db/tables/notices/noticeWatermarks.ts";
import { type NewOutgoingEvent, writeOutgoing } from "../../events/writeOutgoing.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";
import type { HostRequest } from "../../sources/connector/requestTypes.ts";
import { type NoticedSource, isNew } from "./issueNotices.ts";

/** A request as it is now, with its row before. */
export interface WrittenRequest {
  readonly id: string;
  readonly request: Pick<HostRequest, "state" | "createdAt" | "mergedAt" | "closedAt">;
  readonly before: { readonly state: string } | undefined;
}

/** Webhooks of the project are sent the requests that were opened, merged or closed. The first import sends nothing. */
export async function noteRequests(tx: Db, source: NoticedSource, written: readonly WrittenRequest[]): Promise<void> {
  if (written.length === 0) return;
  const mark = await lockNoticeWatermark(tx, source.sourceId);
  if (!mark) return;
  const events = written.flatMap((request) => eventsOf(request, mark));
  await writeOutgoing(tx, { projectId: source.projectId, companyId: null }, events);
  await writeRuleEvents(tx, source.projectId, events);
}

/** Those of these requests of which something would be sent. */
export async function listNewsworthy<T extends WrittenRequest>(
  tx: Db,
  sourceId: string,
  written: readonly T[],
): Promise<readonly T[]> {
  const mark = written.length > 0 ? await lockNoticeWatermark(tx, sourceId) : undefined;
  return mark ? written.filter((request) => eventsOf(request, mark).length > 0) : [];
}

function eventsOf({ id, request, before }: WrittenRequest, mark: NoticeWatermark): NewOutgoingEvent[] {
  const { state, createdAt, mergedAt, closedAt } = request;
  const eventAt = (event: NewOutgoingEvent["event"], at: Date | null): NewOutgoingEvent[] =>
    at !== null && isNew(at, mark)
      ? [{ event, key: `${event} ${id} ${at.toISOString()}`, subject: { kind: "request", id }, at }]
      : [];
  return [
    ...(before ? [] : eventAt("request.opened", createdAt)),
    ...(state === "merged" && before?.state !== "merged" ? eventAt("request.merged", mergedAt) : []),
    ...(state === "closed" && before?.state !== "closed" ? eventAt("request.closed", closedAt) : []),
  ];
}
