import type { ExpressionBuilder } from "kysely";
import type { Tables } from "../../schema/schema.ts";

/**
 * Whether a request waits for a review: open, no draft, not by a bot's account, and without a review by a human other than its author. One
 * whose reviews have not been read is left out: it is unknown whether it waits.
 */
export const isUnreviewed = (is: ExpressionBuilder<Tables, "change_requests">) =>
  is.and([
    is("change_requests.state", "=", "open"),
    is("change_requests.is_draft", "=", false),
    is("change_requests.details_at", "is not", null),
    is.not(
      is.exists(
        is
          .selectFrom("accounts as bot")
          .select("bot.id")
          .whereRef("bot.id", "=", "change_requests.author_id")
          .where("bot.is_bot", "=", true),
      ),
    ),
    is.not(
      is.exists(
        is
          .selectFrom("request_reviews as review")
          .innerJoin("accounts as reviewer", "reviewer.id", "review.account_id")
          .select("review.id")
          .whereRef("review.request_id", "=", "change_requests.id")
          .where("reviewer.is_bot", "=", false)
          .where((condition) =>
            condition.or([
              condition("change_requests.author_id", "is", null),
              condition("review.account_id", "<>", condition.ref("change_requests.author_id")),
            ]),
          ),
      ),
    ),
  ]);
