/** How much a token for agents is used: calls, tokens returned and errors, by the day (UTC). */
import { MINUTE_MS, DAY_MS } from "../../../contract/durations.ts";
import type { z } from "zod";
import type { McpTokenTest, McpUsage } from "../../../contract/access/users.ts";
import type { Db } from "../../db/openDb.ts";
import { findMcpTokenOfUser, listProjectsOfMcpTokens } from "../../db/tables/tokens/mcpTokens.ts";
import { listMcpUsageSince, upsertMcpCall } from "../../db/tables/tokens/mcpUsage.ts";
import { NotFound } from "../../errors.ts";
import type { Limits } from "../limits/RateLimiter.ts";
import { message } from "../../messages/messages.ts";

/** Days that the screen shows. */
const REPORT_DAYS = 30;

/** Calls that a token may make within a minute, over MCP or the API. */
export const agentLimits = (callsPerMinute: number): Limits => ({
  name: "mcp",
  windowMs: MINUTE_MS,
  perAddress: null,
  perAccount: callsPerMinute,
  refusal: message("token.rate", { max: callsPerMinute }),
});

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export const BYTES_A_TOKEN = 4;
/** Estimated tokens of an answer: four bytes of UTF-8 each, rounded up. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / BYTES_A_TOKEN);

/** The result of one call, as it is counted. */
export interface McpCall {
  /** Estimated tokens of the answer. */
  readonly tokens: number;
  readonly failed: boolean;
}

/** Adds one call. A token that has been deleted meanwhile is not counted any more. */
export async function countMcpCall(
  db: Db,
  tokenId: string,
  { tokens, failed }: McpCall,
  now: Date = new Date(),
): Promise<void> {
  await upsertMcpCall(db, tokenId, dayOf(now), { tokens, errors: failed ? 1 : 0 });
}

/** The last 30 days of one of the caller's tokens; days without a call are left out. @throws NotFound */
export async function readMcpUsage(
  db: Db,
  userId: string,
  tokenId: string,
  now: Date = new Date(),
): Promise<z.output<typeof McpUsage>> {
  await ownToken(db, userId, tokenId);
  const since = dayOf(new Date(now.getTime() - (REPORT_DAYS - 1) * DAY_MS));
  const days = await listMcpUsageSince(db, tokenId, since);
  const sum = (of: (day: (typeof days)[number]) => number): number => days.reduce((total, day) => total + of(day), 0);
  return {
    since,
    calls: sum(({ calls }) => calls),
    tokens: sum(({ tokens }) => tokens),
    errors: sum(({ errors }) => errors),
    days,
  };
}

/** Whether a call with this token would be answered now, and what it opens. Counts as no use. @throws NotFound */
export async function testMcpToken(
  db: Db,
  userId: string,
  tokenId: string,
  now: Date = new Date(),
): Promise<z.output<typeof McpTokenTest>> {
  const { expires_at: expires } = await ownToken(db, userId, tokenId);
  const rows = await listProjectsOfMcpTokens(db, [tokenId]);
  const isExpired = expires !== null && expires <= now;
  const reason = isExpired ? "expired" : rows.length === 0 ? "no_projects" : null;
  return { works: reason === null, reason, projects: isExpired ? [] : rows.map(({ slug }) => slug) };
}

async function ownToken(db: Db, userId: string, tokenId: string): Promise<{ expires_at: Date | null }> {
  const row = await findMcpTokenOfUser(db, userId, tokenId);
  if (!row) throw new NotFound(message("token.not_found"));
  return row;
}
