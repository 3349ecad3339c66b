import { type Readable, Transform } from "node:stream";
import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { IncomingWebhook } from "../../db/tables/sources/incomingWebhooks.ts";
import { ServerBusyError } from "../../errors.ts";
import { BodyBudget, type HeldBytes } from "../../http/limits/BodyBudget.ts";
import { createDeliveries, type WebhooksDeps } from "./service.ts";

/** A host sends at most this much; what is larger is refused before it is read. */
const BODY_LIMIT = 25 << 20;
/** Bodies of all deliveries that are in memory at one time. One source has one of the largest at a time, so that it cannot hold the others up. */
const BODIES_IN_FLIGHT = { total: 4 * BODY_LIMIT, perSender: BODY_LIMIT };
const RETRY_SECONDS = 5;

/**
 * `POST webhooks/{id}/`: a host reports a change of a source, a linked group, or what an app can read. Of the report only the signature, and for
 * an app what it is about, is used: the sync reads the host itself, so a delivery that is repeated, late or out of order does no harm.
 */
export async function mountWebhooks(app: FastifyInstance, deps: WebhooksDeps): Promise<void> {
  const deliveries = createDeliveries(deps);
  const budget = new BodyBudget(BODIES_IN_FLIGHT);
  const unsized = new WeakMap<object, HeldBytes>();
  const hooks = new WeakMap<object, IncomingWebhook>();
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
        // Before the body is read, so that only the address of a webhook may send a large one, and only within the budget.
        onRequest: async ({ params, headers, raw }, reply) => {
          const closed = new Promise<void>((resolve) => reply.raw.once("close", resolve));
          const hook = await deliveries.webhook(params.sourceId);
          hooks.set(raw, hook);
          const reserved = budget.open(hook.id);
          void closed.then(() => reserved.release());
          const { "content-length": length } = headers;
          if (!reserved.grow(Math.min(Number(length ?? 0), BODY_LIMIT))) throw new ServerBusyError(RETRY_SECONDS);
          if (length === undefined) unsized.set(raw, reserved);
        },
        // A body without a length counts as it arrives.
        preParsing: ({ raw }, _reply, payload, done) => {
          const reserved = unsized.get(raw);
          done(null, reserved ? counted(payload, reserved) : payload);
        },
      },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const hook = hooks.get(request.raw) ?? (await deliveries.webhook(request.params.sourceId));
        const accepted = await deliveries.accept(hook, request.headers, body);
        return reply.code(202).send({ accepted });
      },
    );
  });
}

/** The body, which ends with ServerBusyError when it grows beyond the budget. Its socket stays open for the answer. */
function counted(body: Readable, reserved: HeldBytes): Readable {
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (reserved.grow(chunk.length)) done(null, chunk);
      else done(new ServerBusyError(RETRY_SECONDS));
    },
  });
  body.on("error", (error) => counter.destroy(error));
  return body.pipe(counter);
}
