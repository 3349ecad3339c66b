import type { Egress } from "../egress/egress.ts";
import { MAX_WAIT_MS, hostTime, resetWait } from "./retryAfterHeader.ts";

/** What an answer of a host reports of the quota of its credential. */
export interface HostQuota {
  /** A host may count several kinds of requests apart; "" where it names none. */
  readonly resource: string;
  /** Requests that are left, or points of GraphQL. */
  readonly remaining: number;
  readonly limit: number | null;
  /** Milliseconds until the host grants the whole quota again; null where it does not report it. */
  readonly resetMs: number | null;
}

/** GitHub, GitLab and Atlassian name the same figures differently. */
const PREFIXES = ["x-ratelimit-", "ratelimit-"] as const;

/** Null for an answer without these figures. */
export function readHostQuota(headers: { get(name: string): string | null }, ours: number): HostQuota | null {
  const value = (name: string): string | null =>
    PREFIXES.map((prefix) => headers.get(prefix + name)).find((header) => header !== null) ?? null;
  const remaining = count(value("remaining"));
  if (remaining === null) return null;
  const resetMs = resetWait(value("reset"), hostTime(headers.get("date"), ours));
  return {
    resource: (value("resource") ?? "").slice(0, 50),
    remaining,
    limit: count(value("limit")),
    resetMs: resetMs !== null && resetMs >= 0 && resetMs <= MAX_WAIT_MS ? resetMs : null,
  };
}

const count = (value: string | null): number | null =>
  value !== null && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : null;

/** The same way out, which reports the quota of each answer. */
export const reportingQuota = <T extends Pick<Egress, "fetch">>(egress: T, onQuota: (quota: HostQuota) => void): T => ({
  ...egress,
  async fetch(...call: Parameters<Egress["fetch"]>) {
    const response = await egress.fetch(...call);
    const quota = readHostQuota(response.headers, Date.now());
    if (quota) onQuota(quota);
    return response;
  },
});
