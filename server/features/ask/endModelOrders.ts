import { turnModelOrdersOff } from "../../db/tables/insights/modelOrders.ts";
import { listSourceMaintainers } from "../../db/tables/notices/noticeReceivers.ts";
import type { Db } from "../../db/openDb.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import { type Message, serializeMessage } from "../../messages/messages.ts";

/** Turns the order by the model off in a project, or in all of a company, and notifies those who may turn it on again. */
export async function endModelOrders(
  tx: Db,
  where: { readonly companyId: string } | { readonly projectId: string },
  reason: Message,
  now: Date,
): Promise<void> {
  for (const projectId of await turnModelOrdersOff(tx, where, serializeMessage(reason), now)) {
    const users = await listSourceMaintainers(tx, projectId);
    await writeNotices(
      tx,
      users.map((userId) => ({
        userId,
        kind: "model_order_off",
        projectId,
        key: `model_order_off ${projectId} ${now.toISOString()}`,
        data: {},
      })),
    );
  }
}
