/** Answers of calls that do not succeed, as components of the description of the API. */
import { type Message, englishText, message } from "../../messages/messages.ts";

type Json = Readonly<Record<string, unknown>>;

const failure = (description: string, shown: Message, headers?: Json): Json => ({
  description,
  ...(headers && { headers }),
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Failure" },
      example: { detail: englishText(shown), code: shown.code },
    },
  },
});

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
} as const;

export const REFUSALS = {
  Invalid: {
    description: "The body or a parameter does not fit: each field with its messages.",
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/FieldErrors" },
        example: { title: ["This field is required."] },
      },
    },
  },
  Unauthorized: failure("No token, or one that is not valid any more.", message("session.required")),
  PlanRequired: failure("The plan of the company does not include this.", message("plan.feature")),
  Forbidden: failure("The role of the caller does not allow this.", message("forbidden")),
  NotFound: failure("It does not exist, or the caller may not know of it.", message("not_found")),
  Conflict: failure("It contradicts what is stored.", message("company.user_exists")),
  ConfirmationNeeded: failure(
    "The call is sensitive and the password was typed too long ago. `POST users/me/confirm/`, then repeat the call.",
    message("session.confirmation_needed"),
  ),
  TooMany: failure("Too many calls.", message("limit.attempts"), RETRY_AFTER),
  Failed: failure("The server failed; `request_id` finds its log entry.", message("server.failure")),
} satisfies Record<string, Json>;

export type RefusalName = keyof typeof REFUSALS;
