import type { DashboardEventData } from "../../contract/notices/notifications.ts";
import type { Db } from "../db/openDb.ts";
import { listDashboardReaders } from "../db/tables/insights/dashboards.ts";
import { verbatim } from "../messages/messages.ts";
import { publish, publishToUsers } from "./publish.ts";

/** Who sees a dashboard: all users of a company, or these. */
export type DashboardAudience = { readonly companyId: string } | { readonly userIds: readonly string[] };

/** The audience of a dashboard as it is stored in this transaction. One that is shared with a company has one event for all of its users. */
export async function dashboardAudience(
  tx: Db,
  { id, sharing }: { readonly id: string; readonly sharing: string },
  companyId: string | null,
): Promise<DashboardAudience> {
  const isShared = sharing === "read" || sharing === "edit";
  return isShared && companyId !== null ? { companyId } : { userIds: await listDashboardReaders(tx, id) };
}

/**
 * Notifies who sees a dashboard that it was changed, and who saw it before and does not now that it is gone.
 * @param readersBefore ids of the users who saw it before its sharing was changed; empty where that is the same
 */
export async function dashboardChanged(
  tx: Db,
  audience: DashboardAudience,
  { readersBefore, ...data }: DashboardEventData & { readonly readersBefore: readonly string[] },
): Promise<void> {
  const event = { type: "dashboard.changed", title: verbatim(""), data } as const;
  if ("companyId" in audience) {
    await publish(tx, { ...event, companyId: audience.companyId });
    return;
  }
  const { userIds } = audience;
  const now = new Set(userIds);
  await publishToUsers(tx, userIds, event);
  await dashboardRemoved(tx, { userIds: readersBefore.filter((id) => !now.has(id)) }, data.dashboard);
}

/** Notifies users that they do not see a dashboard any more. */
export async function dashboardRemoved(tx: Db, audience: DashboardAudience, dashboard: string): Promise<void> {
  const event = { type: "dashboard.removed", title: verbatim(""), data: { dashboard } } as const;
  if ("companyId" in audience) await publish(tx, { ...event, companyId: audience.companyId });
  else await publishToUsers(tx, audience.userIds, event);
}
