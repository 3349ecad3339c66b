import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import { acceptDelivery, requireWebhook, type WebhooksDeps } from "./service.ts";

/** A host sends at most so much; what is larger is refused before it is read. */
const BODY_LIMIT = 25 << 20;

/**
 * `POST webhooks/{source id}/`: a host reports a change. Of the report only the signature is used: the sync reads the host itself, so a
 * delivery that is repeated, late or out of order does no harm.
 */
export async function mountWebhooks(app: FastifyInstance, deps: WebhooksDeps): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { sourceId: string } }>(
      `${API_PREFIX}webhooks/:sourceId/`,
      {
        bodyLimit: BODY_LIMIT,
        // Before the body is read, so that only the address of a webhook may send a large one.
        onRequest: async (request) => void (await requireWebhook(deps.db, request.params.sourceId)),
      },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const accepted = await acceptDelivery(deps, request.params.sourceId, request.headers, body);
        return reply.code(202).send({ accepted });
      },
    );
  });
}
