import type { OutgoingEvent } from "../../../contract/outgoingWebhooks.ts";
import type { Db } from "../../db/openDb.ts";
import type { OutgoingWebhookRow } from "../../db/tables/outgoingWebhooks.ts";
import { type DeliveryRow, listDeliveredSubjects } from "../../db/tables/webhookDeliveries.ts";
import { slackMessage, teamsMessage } from "./chatMessages.ts";
import { outgoingEvent } from "./outgoingEvent.ts";

/** What one request reports, and what it may not report any more. */
export interface RenderedRequest {
  /** Null: nothing of it may be shown. */
  readonly body: string | null;
  readonly reported: readonly DeliveryRow[];
  readonly dropped: readonly DeliveryRow[];
}

/** The body of a request about these deliveries, as its receiver reads it. @param rows one, or several for a chat */
export async function renderRequest(
  db: Db,
  { kind, language }: Pick<OutgoingWebhookRow, "kind" | "language">,
  rows: readonly DeliveryRow[],
  link: (path: string) => string,
): Promise<RenderedRequest> {
  const ids = rows.map(({ id }) => id);
  const subjects = new Map((await listDeliveredSubjects(db, ids)).map((subject) => [subject.id, subject]));
  const reported: DeliveryRow[] = [];
  const dropped: DeliveryRow[] = [];
  const events: OutgoingEvent[] = [];
  for (const row of rows) {
    const subject = subjects.get(row.id);
    const event = subject ? outgoingEvent(row, subject, link) : null;
    if (event) events.push(event);
    (event ? reported : dropped).push(row);
  }
  const [first] = events;
  if (!first) return { body: null, reported, dropped };
  const contents =
    kind === "slack" ? slackMessage(events, language) : kind === "teams" ? teamsMessage(events, language) : first;
  return { body: JSON.stringify(contents), reported, dropped };
}
