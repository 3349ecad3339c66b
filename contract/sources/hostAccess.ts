/** Mirrored access: a source may follow who may see it at its host, and closes the memberships of those who may not. */
import { z } from "zod";
import { INTEGRATIONS } from "../constants.ts";
import { Timestamp } from "../fieldSchemas.ts";

export const HostAccessChoice = z.object({ mirrored: z.boolean() });

/**
 * Why a membership is closed: no account of the host is connected; it was not asked yet; the host refuses a source to the account; or it has
 * not answered for a day, or the account has to be connected again.
 */
export const CLOSED_REASONS = ["account", "waiting", "refused", "unanswered"] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** Who may see a source: its project's members, or those of them who may see it at its host. */
export const HostAccess = z.object({
  mirrored: z.boolean(),
  /** Members connect an account of this provider for it; null: there is none for this host, and the source cannot be mirrored. */
  provider: z.enum(INTEGRATIONS).nullable(),
  /** What the provider's accounts are called. */
  account: z.string().nullable(),
  /** Members of the project with an account at this installation, those of them who have connected one of the provider, and the closed ones. */
  members: z.number().int().nonnegative(),
  connected: z.number().int().nonnegative(),
  closed: z.number().int().nonnegative(),
  /** Who has turned it on, and when; null where it is off, or they have left. */
  mirrored_by: z.string().nullable(),
  mirrored_at: Timestamp.nullable(),
  /** When the oldest answer of the host about a member was given. */
  checked_at: Timestamp.nullable(),
});
export type HostAccess = z.infer<typeof HostAccess>;

/** A membership of the caller that is closed. Of its sources nothing is given but their hosts. */
export const ClosedProject = z.object({
  slug: z.string(),
  name: z.string(),
  hosts: z.array(
    z.object({
      host: z.string(),
      /** The provider at which connecting an account helps. */
      provider: z.enum(INTEGRATIONS),
      account: z.string(),
      reason: z.enum(CLOSED_REASONS),
    }),
  ),
});
export type ClosedProject = z.infer<typeof ClosedProject>;
