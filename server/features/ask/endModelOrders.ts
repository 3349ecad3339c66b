import { turnModelOrdersOff } from "../../db/tables/modelOrders.ts";
import { listSourceMaintainers } from "../../db/tables/noticeReceivers.ts";
import type { Db } from "../../db/openDb.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import { message, serializeMessage } from "../../messages/messages.ts";

/** Turns the order by the model off in all projects of a company whose model has another name or address now, and notifies those who may turn it on again. */
export async function endModelOrders(tx: Db, companyId: string, now: Date): Promise<void> {
  const reason = serializeMessage(message("model_order.changed"));
  for (const projectId of await turnModelOrdersOff(tx, companyId, reason, now)) {
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
