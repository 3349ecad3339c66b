import { OutgoingEvent } from "../../../contract/notices/outgoingWebhooks.ts";
import type { ComponentSchemas, JsonObject } from "./ComponentSchemas.ts";

const header = (name: string, description: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** The request of an outgoing webhook, as the Standard Webhooks specification signs it. */
export const describeWebhooks = (schemas: ComponentSchemas): Record<string, Record<string, JsonObject>> => ({
  event: {
    post: {
      operationId: "outgoingEvent",
      tags: ["Notifications"],
      summary: "An event of a project or a company",
      description: "Sent to the address of an outgoing webhook, and again until it is answered with 2xx.",
      security: [],
      parameters: [
        header("webhook-id", "Names the event for this webhook; the same at each attempt."),
        header("webhook-timestamp", "When the attempt was made, in seconds since 1970."),
        header(
          "webhook-signature",
          "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; several are separated by a space.",
        ),
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemas.convert(OutgoingEvent, "output") } },
      },
      responses: { "2XX": { description: "Received." }, 410: { description: "Turns the webhook off." } },
    },
  },
});
