import type { AppKind } from "../../../contract/notices/outgoingEvents.ts";
import type { SealedLinks } from "../chatActions/chatLinks.ts";
import type { Db } from "../../db/openDb.ts";
import type { OutgoingWebhookRow } from "../../db/tables/notices/outgoingWebhooks.ts";
import type { DeliveryRow } from "../../db/tables/sources/webhookDeliveries.ts";
import { type ActionLink, type ReportedEvent, slackMessage, teamsMessage } from "./chatMessages.ts";
import { readReported } from "./readReported.ts";

/** What one request reports, and what it may not report any more. */
export interface RenderedRequest {
  /** Null: nothing of it may be shown. */
  readonly body: string | null;
  readonly reported: readonly DeliveryRow[];
  readonly dropped: readonly DeliveryRow[];
}

export interface RenderDeps {
  readonly db: Db;
  /** The full address of a path of the web app. */
  readonly link: (path: string) => string;
  readonly links: SealedLinks;
  /** What an app in a chat posts about events. */
  readonly channelContents: Readonly<Record<AppKind, ChannelContents>>;
}

/** Makes the message of an app about events. */
export type ChannelContents = (
  reported: readonly ReportedEvent[],
  posted: PostedMessage,
  language: OutgoingWebhookRow["language"],
) => object;

/** A message of an app before it is posted. */
export interface PostedMessage {
  /** Empty where it is only shown in the log. */
  readonly id: string;
  /** It may have been posted before. */
  readonly isRepeat: boolean;
}

/**
 * The body of a request about these deliveries, as its receiver reads it.
 * @param rows one, or several for a chat
 * @param posted names a message of an app, so that its buttons can; left out for the log
 */
export async function renderRequest(
  { db, link, links, channelContents }: RenderDeps,
  webhook: Pick<OutgoingWebhookRow, "kind" | "language" | "company_id">,
  rows: readonly DeliveryRow[],
  posted: PostedMessage = { id: "", isRepeat: false },
): Promise<RenderedRequest> {
  const { reported: events, dropped } = await readReported(db, rows, link);
  const [first] = events;
  const ids = new Set(events.map(({ deliveryId }) => deliveryId));
  const reported = rows.filter(({ id }) => ids.has(id));
  if (!first) return { body: null, reported, dropped };
  const linkOf: ActionLink = ({ deliveryId, event }, action) =>
    link(links.make({ companyId: webhook.company_id, deliveryId, issueId: event.data.issue?.id ?? "", action }));
  const contents = {
    webhook: () => first.event,
    slack: () =>
      slackMessage(
        events.map(({ event }) => event),
        webhook.language,
      ),
    teams: () => teamsMessage(events, webhook.language, linkOf),
    slack_app: () => channelContents.slack_app(events, posted, webhook.language),
    teams_app: () => channelContents.teams_app(events, posted, webhook.language),
  }[webhook.kind];
  return { body: JSON.stringify(contents()), reported, dropped };
}
