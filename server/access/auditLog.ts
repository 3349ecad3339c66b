/**
 * The audit log of a company. A row is written in the transaction of the change that it records, so that neither exists without the other.
 * The database rejects updates, and deletes only rows that are past the company's retention.
 */
import { z } from "zod";
import type { AuditEntry, AuditFilters, AuditPage, AuditQuery } from "../../contract/access/audit.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../../contract/access/auditActions.ts";
import { COMPANY_EVENTS } from "../../contract/notices/outgoingEvents.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import type { DeliveryData } from "../db/schema/outgoingSchema.ts";
import {
  type AuditRow,
  countAuditEvents,
  insertAuditEvents,
  listAuditEvents,
} from "../db/tables/operations/auditLog.ts";
import { findCompanyById } from "../db/tables/companies/companies.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { writeOutgoing } from "../events/writeOutgoing.ts";

/** Plain values by their names. Passwords, tokens, links and keys have no place here. */
export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Who does something, and from where. */
export interface Actor {
  /** Null: the operator, who has no account. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
  readonly companyId: string | null;
  /** The client's network address; "" where there is none. */
  readonly address: string;
}

export interface NewAuditEvent {
  readonly action: AuditAction;
  readonly subject?: { readonly kind: string; readonly id?: string; readonly name: string };
  readonly before?: AuditValues;
  readonly after?: AuditValues;
  /** The company whose log receives the event; by default the actor's own. */
  readonly companyId?: string;
  /** What webhooks are sent besides: the invoice that was issued. */
  readonly invoice?: DeliveryData["invoice"];
}

const MAX_NAME_LENGTH = 300;
const cut = (text: string): string => text.slice(0, MAX_NAME_LENGTH).toWellFormed();

/** The signed-in user as the actor of an audit event. */
export const actorOf = (
  person: { readonly id: string; readonly name: string; readonly email: string; readonly companyId: string | null },
  address: string,
): Actor => ({ id: person.id, name: person.name, email: person.email, companyId: person.companyId, address });

/** The operator, by the command line. */
export const operatorOf = (companyId: string | null): Actor => ({
  id: null,
  name: "Operator",
  email: "",
  companyId,
  address: "",
});

/** Writes audit events. An actor without a company has no log that anyone could read, so nothing is written for them. */
export async function recordAuditEvent(
  transaction: Db,
  actor: Actor,
  ...events: readonly NewAuditEvent[]
): Promise<void> {
  const rows = events.flatMap(({ action, subject, before, after, companyId = actor.companyId }) =>
    companyId === null
      ? []
      : [
          {
            company_id: companyId,
            action,
            actor_id: actor.id,
            actor_name: cut(actor.name),
            actor_email: cut(actor.email),
            subject_kind: subject?.kind ?? null,
            subject_id: subject?.id ?? null,
            subject_name: subject ? cut(subject.name) : null,
            before: before ? JSON.stringify(before) : null,
            after: after ? JSON.stringify(after) : null,
            address: actor.address.slice(0, 100),
          },
        ],
  );
  await insertAuditEvents(transaction, rows);
  const byCompany = Map.groupBy(events, ({ companyId = actor.companyId }) => companyId);
  for (const [companyId, ofCompany] of byCompany) {
    if (companyId !== null) await notifyWebhooks(transaction, actor, companyId, ofCompany);
  }
}

/** Webhooks of the company that have chosen the actions are sent them. */
async function notifyWebhooks(
  transaction: Db,
  actor: Actor,
  companyId: string,
  events: readonly NewAuditEvent[],
): Promise<void> {
  const outgoing = events.flatMap(({ action, subject, after, invoice }) => {
    const type = COMPANY_EVENTS.find((name) => name === action);
    if (type === undefined) return [];
    const role = after?.["role"];
    const data = {
      actor: { name: cut(actor.name), email: cut(actor.email) },
      ...(subject && { subject: { kind: subject.kind, name: cut(subject.name) } }),
      ...(typeof role === "string" && { role }),
      ...(invoice && { invoice }),
    };
    return [{ event: type, key: `${type} ${newId()}`, data }];
  });
  await writeOutgoing(transaction, { projectId: null, companyId }, outgoing);
}

/** One page of the log. @throws Invalid for a cursor that no page gave */
export async function readAuditEvents(
  db: Db,
  companyId: string,
  query: z.output<typeof AuditQuery>,
): Promise<Omit<AuditPage, "kept_days">> {
  const { cursor, limit } = query;
  const before = decodeCursor(z.int().positive(), cursor) ?? undefined;
  const count = await countAuditEvents(db, companyId, query);
  const rows = await listAuditEvents(db, companyId, query, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { count, next: rows.length > limit && last ? encodeCursor(last.id) : null, results: shown.map(present) };
}

const EXPORT_BATCH_SIZE = 1000;

/** All rows that a filter leaves, newest first, a thousand at a time. At most `most` of them. */
export async function* streamAuditEvents(
  db: Db,
  companyId: string,
  filters: AuditFilters,
  maxEntries: number,
): AsyncGenerator<AuditEntry> {
  let before: number | undefined;
  for (let count = 0; count < maxEntries;) {
    const limit = Math.min(EXPORT_BATCH_SIZE, maxEntries - count);
    const rows: AuditRow[] = await listAuditEvents(db, companyId, filters, { before, limit });
    for (const row of rows) yield present(row);
    count += rows.length;
    before = rows.at(-1)?.id;
    if (before === undefined) return;
  }
}

const isAction = (text: string): text is AuditAction => (AUDIT_ACTIONS as readonly string[]).includes(text);

function present(row: AuditRow): AuditEntry {
  if (!isAction(row.action))
    throw new Error(`The audit log has ${row.action}, which contract/access/auditActions.ts lacks.`);
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: { id: row.actor_id, name: row.actor_name, email: row.actor_email },
    subject:
      row.subject_kind === null ? null : { kind: row.subject_kind, id: row.subject_id, name: row.subject_name ?? "" },
    before: row.before as AuditEntry["before"],
    after: row.after as AuditEntry["after"],
    address: row.address,
  };
}

export const readAuditDays = async (db: Db, companyId: string): Promise<number> =>
  (await findCompanyById(db, companyId)).audit_days;
