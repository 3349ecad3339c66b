/** The settings of outgoing webhooks. Who may change them is checked by the routes. */
import type { z } from "zod";
import { HOUR_MS } from "../../../contract/durations.ts";
import {
  type AppKind,
  COMPANY_EVENTS,
  MAX_OUTGOING_WEBHOOKS,
  OLD_SECRET_HOURS,
  type OutgoingEventType,
  PROJECT_EVENTS,
  isAppKind,
} from "../../../contract/notices/outgoingEvents.ts";
import type {
  NewOutgoingWebhook,
  OutgoingWebhook,
  OutgoingWebhookBody,
  OutgoingWebhookChange,
} from "../../../contract/notices/outgoingWebhooks.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import {
  type OutgoingWebhookRow,
  type WebhookOwner,
  deleteOutgoingWebhook,
  findOutgoingWebhook,
  insertOutgoingWebhook,
  listOutgoingWebhooks,
  lockOutgoingWebhook,
  updateOutgoingWebhook,
} from "../../db/tables/notices/outgoingWebhooks.ts";
import { updateWaitingDue } from "../../db/tables/sources/webhookDeliveries.ts";
import { notify } from "../../db/notify.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { OUTGOING_CHANNEL } from "../../events/writeOutgoing.ts";
import { type Language, type Message, message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import type { DeliverDeps } from "./deliver.ts";
import { presentWebhook } from "./present.ts";
import { openReceiver, sealReceiver } from "./receiver.ts";
import { newSecret } from "./signature.ts";

export interface OutgoingDeps extends DeliverDeps {
  readonly egress: Pick<Egress, "check" | "fetch">;
  /** The apps in chats that post to channels. */
  readonly apps: Readonly<Record<AppKind, ChannelApp>>;
}

/** An app of a company, and where it posts. */
export interface ChannelApp {
  /** The name of a channel to which the app can post. @throws Invalid with why it cannot */
  readonly channelName: (companyId: string, channel: string) => Promise<string>;
  /** The address of the chat. */
  readonly url: string;
}

/** Who changes a webhook, and in which language they read the answer. */
export interface Editor {
  readonly by: Actor;
  readonly language: Language;
}

export const readWebhooks = async (db: Db, owner: WebhookOwner, language: Language): Promise<OutgoingWebhook[]> =>
  (await listOutgoingWebhooks(db, owner)).map((row) => presentWebhook(row, language));

async function readWebhook(db: Db, id: string, language: Language): Promise<OutgoingWebhook> {
  const row = await findOutgoingWebhook(db, id);
  if (!row) throw new NotFound(message("outgoing.not_found"));
  return presentWebhook(row, language);
}

/** @throws Invalid for an address of another kind of receiver, and for one that this server does not request */
function readAddress(egress: OutgoingDeps["egress"], kind: OutgoingWebhookRow["kind"], typed: string): URL {
  const refuse = (text: Message, cause?: unknown): never => {
    throw new Invalid({ url: [text] }, { cause });
  };
  if (typed === "") refuse(message("field.required"));
  const url = URL.canParse(typed) ? new URL(typed) : refuse(message("outgoing.address"));
  if (url.protocol !== "https:" && url.protocol !== "http:") refuse(message("outgoing.address"));
  const isOfSlack = /^hooks\.slack(?:-gov)?\.com$/.test(url.hostname);
  const isOfTeams = /\.(?:logic\.azure\.com|powerplatform\.com|webhook\.office\.com)$/.test(url.hostname);
  if (isOfSlack && kind !== "slack") refuse(message("outgoing.address_of_slack"));
  if (isOfTeams && kind !== "teams") refuse(message("outgoing.address_of_teams"));
  try {
    egress.check(url);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    refuse(error.text, error);
  }
  url.hash = "";
  return url;
}

function requireEvents({ projectId }: Pick<WebhookOwner, "projectId">, events: readonly OutgoingEventType[]): void {
  const possible: readonly OutgoingEventType[] = projectId === null ? COMPANY_EVENTS : PROJECT_EVENTS;
  if (events.some((event) => !possible.includes(event))) throw new Invalid({ events: [message("outgoing.events")] });
}

const subjectOf = ({ id, label }: Pick<OutgoingWebhookRow, "id" | "label">) => ({
  kind: "outgoing_webhook",
  id,
  name: label,
});

/** @throws Invalid; Conflict at the limit */
export async function addWebhook(
  deps: OutgoingDeps,
  owner: WebhookOwner,
  { url: typed, channel: channelId, ...fields }: z.output<typeof OutgoingWebhookBody>,
  { by, language }: Editor,
): Promise<NewOutgoingWebhook> {
  if (owner.projectId === null && fields.kind !== "webhook") {
    throw new Invalid({ kind: [message("outgoing.only_of_projects")] });
  }
  requireEvents(owner, fields.events);
  const { db, egress, seal } = deps;
  const app = isAppKind(fields.kind) ? deps.apps[fields.kind] : null;
  const channel = app ? await app.channelName(owner.companyId, channelId) : null;
  const url = app ? new URL(app.url) : readAddress(egress, fields.kind, typed);
  const id = newId();
  const secret = fields.kind === "webhook" ? newSecret() : null;
  return db.transaction().execute(async (tx) => {
    await lockCompany(tx, owner.companyId);
    if ((await listOutgoingWebhooks(tx, owner)).length >= MAX_OUTGOING_WEBHOOKS) {
      throw new Conflict(message("outgoing.limit", { max: MAX_OUTGOING_WEBHOOKS }));
    }
    await insertOutgoingWebhook(tx, {
      id,
      company_id: owner.companyId,
      project_id: owner.projectId,
      ...fields,
      origin: url.origin,
      channel_id: app ? channelId : null,
      channel,
      sealed: sealReceiver(seal, id, { url: url.href, secret, oldSecret: null }),
      events: JSON.stringify(fields.events),
      disabled_reason: null,
      failing_since: null,
      resume_at: null,
      leased_until: null,
      served_at: null,
      old_secret_until: null,
    });
    await recordAuditEvent(tx, by, {
      action: "outgoing_webhook.created",
      subject: subjectOf({ id, label: fields.label }),
      after: {
        kind: fields.kind,
        origin: url.origin,
        events: fields.events,
        ...(channel !== null && { channel, channel_id: channelId }),
      },
    });
    return { webhook: await readWebhook(tx, id, language), secret };
  });
}

async function locked(tx: Db, id: string): Promise<OutgoingWebhookRow> {
  const row = await lockOutgoingWebhook(tx, id);
  if (!row) throw new NotFound(message("outgoing.not_found"));
  return row;
}

/** Turning one on again ends its pause and those of its deliveries, so that what waits is sent. @throws NotFound, Invalid */
export async function changeWebhook(
  { db }: Pick<OutgoingDeps, "db">,
  id: string,
  { label, events, language: messageLanguage, is_enabled }: z.output<typeof OutgoingWebhookChange>,
  { by, language }: Editor,
): Promise<OutgoingWebhook> {
  return db.transaction().execute(async (tx) => {
    const before = await locked(tx, id);
    requireEvents({ projectId: before.project_id }, events);
    const isTurnedOn = is_enabled && !before.is_enabled;
    await updateOutgoingWebhook(tx, id, {
      label,
      events: JSON.stringify(events),
      language: messageLanguage,
      is_enabled,
      ...(isTurnedOn && { disabled_reason: null, failing_since: null, failures: 0, resume_at: null }),
    });
    await recordAuditEvent(tx, by, {
      action: "outgoing_webhook.changed",
      subject: subjectOf(before),
      before: {
        label: before.label,
        events: before.events,
        language: before.language,
        is_enabled: before.is_enabled,
      },
      after: { label, events, language: messageLanguage, is_enabled },
    });
    if (isTurnedOn) {
      await updateWaitingDue(tx, id, new Date());
      await notify(tx, OUTGOING_CHANNEL);
    }
    return readWebhook(tx, id, language);
  });
}

/** Deletes a webhook with its log and what waits for it. @throws NotFound */
export async function removeOutgoingWebhook({ db }: Pick<OutgoingDeps, "db">, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await locked(tx, id);
    await deleteOutgoingWebhook(tx, id);
    await recordAuditEvent(tx, by, {
      action: "outgoing_webhook.removed",
      subject: subjectOf(before),
      before: { kind: before.kind, origin: before.origin },
    });
  });
}

/** A new secret; the one before signs too for a day, so that the receiver can be changed meanwhile. @throws NotFound, Conflict */
export async function rotateSecret(
  { db, seal }: Pick<OutgoingDeps, "db" | "seal">,
  id: string,
  { by, language }: Editor,
): Promise<NewOutgoingWebhook> {
  return db.transaction().execute(async (tx) => {
    const before = await locked(tx, id);
    if (before.kind !== "webhook") throw new Conflict(message("outgoing.no_secret"));
    const { url, secret: oldSecret } = openReceiver(seal, before);
    const secret = newSecret();
    await updateOutgoingWebhook(tx, id, {
      sealed: sealReceiver(seal, id, { url, secret, oldSecret }),
      old_secret_until: new Date(Date.now() + OLD_SECRET_HOURS * HOUR_MS),
    });
    await recordAuditEvent(tx, by, { action: "outgoing_webhook.secret_replaced", subject: subjectOf(before) });
    return { webhook: await readWebhook(tx, id, language), secret };
  });
}
