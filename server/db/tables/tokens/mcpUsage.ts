import type { Db } from "../../openDb.ts";

/** Adds one call to a token's day; nothing for a token that has been deleted. @param day `2026-11-21`, UTC */
export async function upsertMcpCall(
  db: Db,
  tokenId: string,
  day: string,
  { tokens, errors }: { readonly tokens: number; readonly errors: number },
): Promise<void> {
  await db
    .insertInto("mcp_usage")
    .columns(["token_id", "day", "calls", "tokens", "errors"])
    .expression((make) =>
      make
        .selectFrom("mcp_tokens")
        .where("mcp_tokens.id", "=", tokenId)
        .select((value) => [
          "mcp_tokens.id",
          value.cast<string>(value.val(day), "text").as("day"),
          value.cast<number>(value.val(1), "integer").as("calls"),
          value.cast<number>(value.val(tokens), "integer").as("tokens"),
          value.cast<number>(value.val(errors), "integer").as("errors"),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(["token_id", "day"]).doUpdateSet((set) => ({
        calls: set("mcp_usage.calls", "+", 1),
        tokens: set("mcp_usage.tokens", "+", tokens),
        errors: set("mcp_usage.errors", "+", errors),
      })),
    )
    .execute();
}

/** The days of a token since one, in their order; days without a call have no row. */
export const listMcpUsageSince = (db: Db, tokenId: string, day: string) =>
  db
    .selectFrom("mcp_usage")
    .select(["day", "calls", "tokens", "errors"])
    .where("token_id", "=", tokenId)
    .where("day", ">=", day)
    .orderBy("day")
    .execute();

/** @param day `2026-11-21`, UTC */
export async function deleteMcpUsageBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom("mcp_usage").where("day", "<", day).execute();
}
