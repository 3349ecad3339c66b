import type { Db } from "../../db/openDb.ts";
import { type DeliveryRow, listDeliveredSubjects } from "../../db/tables/sources/webhookDeliveries.ts";
import type { ReportedEvent } from "./chatMessages.ts";
import { takesIssueChanges } from "../chatActions/issueAction.ts";
import { outgoingEvent } from "./outgoingEvent.ts";

/** The events of deliveries as they may be shown now, and the deliveries of which nothing may be shown. */
export async function readReported(
  db: Db,
  rows: readonly DeliveryRow[],
  link: (path: string) => string,
): Promise<{ readonly reported: readonly ReportedEvent[]; readonly dropped: readonly DeliveryRow[] }> {
  const ids = rows.map(({ id }) => id);
  const subjects = new Map((await listDeliveredSubjects(db, ids)).map((subject) => [subject.id, subject]));
  const reported: ReportedEvent[] = [];
  const dropped: DeliveryRow[] = [];
  for (const row of rows) {
    const subject = subjects.get(row.id);
    const event = subject ? outgoingEvent(row, subject, link) : null;
    if (event) reported.push({ deliveryId: row.id, event, takesChanges: takesIssueChanges(subject?.tracker ?? null) });
    else dropped.push(row);
  }
  return { reported, dropped };
}
