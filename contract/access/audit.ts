/** The audit log of a company: who did what, to what, from where and when. */
import { z } from "zod";
import { AUDIT_ACTIONS, AUDIT_DAYS } from "./auditActions.ts";
import { Id, PageQuery, pageOf, repeated, Timestamp } from "../fieldSchemas.ts";

/** Facts before or after: names to plain values. Never a secret. */
const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]));

export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  action: z.enum(AUDIT_ACTIONS),
  /** Names at the time of the event; the id is null for the operator. */
  actor: z.object({ id: Id.nullable(), name: z.string(), email: z.string() }),
  subject: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }).nullable(),
  before: Facts.nullable(),
  after: Facts.nullable(),
  /** The client's network address; empty where unknown. */
  address: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Newest first. `kept_days`: older rows are deleted. */
export const AuditPage = pageOf(AuditEntry).extend({ kept_days: z.number().int() });
export type AuditPage = z.infer<typeof AuditPage>;

const filters = {
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Part of a name or an address, of the actor or the subject. */
  person: z.string().trim().max(200).optional(),
  action: repeated(z.enum(AUDIT_ACTIONS)),
};
export const AuditFilters = z.object(filters);
export type AuditFilters = z.infer<typeof AuditFilters>;
export const AuditQuery = z.object({ ...filters, ...PageQuery });

/** The current retention. */
export const AuditKept = z.object({ kept_days: z.number().int() });
export const AuditRetention = z.object({ kept_days: z.number().int().min(AUDIT_DAYS.min).max(AUDIT_DAYS.max) });
