/** What a company demands of the sessions and tokens of its users. */
import { z } from "zod";

/** The numbers that a company may choose. A shorter idle limit would end sessions between two uses of one page. */
export const ACCESS_LIMITS = {
  idleMinutes: { min: 10, max: 43_200 },
  maxHours: { min: 1, max: 4320 },
  tokenDays: { min: 1, max: 366 },
  networks: 100,
} as const;

const limit = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().int().min(min).max(max).nullable();

export const AccessPolicyBody = z.object({
  /** Minutes without a call after which a session ends; null: as the installation has it, 30 days. */
  session_idle_minutes: limit(ACCESS_LIMITS.idleMinutes),
  /** Hours after the sign-in at which a session ends; null: as the installation has it, 180 days. */
  session_max_hours: limit(ACCESS_LIMITS.maxHours),
  /** The greatest age of tokens of every kind, in days; null: as the installation has it. */
  token_max_days: limit(ACCESS_LIMITS.tokenDays),
  /** Networks in CIDR notation, IPv4 or IPv6, from which alone users sign in and call; none: any. */
  networks: z.array(z.string().trim().max(60)).max(ACCESS_LIMITS.networks),
  /** Whether users may connect remote MCP clients by OAuth; left out: as before. */
  oauth_clients: z.boolean().optional(),
});
export type AccessPolicyBody = z.infer<typeof AccessPolicyBody>;

export const AccessPolicy = AccessPolicyBody.extend({
  /** The address of the caller, as the server sees it. */
  your_address: z.string(),
  oauth_clients: z.boolean(),
});
export type AccessPolicy = z.infer<typeof AccessPolicy>;
