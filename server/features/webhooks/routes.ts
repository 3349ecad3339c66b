import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { NewWebhook } from "../../../contract/sources.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteSecrets } from "../../db/tables/secrets.ts";
import { findSourceAccess, findWebhookSource, updateSourceAccess } from "../../db/tables/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { WEBHOOK_EVENTS, isSigned } from "./signatures.ts";
import { message } from "../../messages/messages.ts";

/** A host sends at most so much; what is larger is refused before it is read. */
const BODY_LIMIT = 25 << 20;

export interface WebhooksDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sync: Pick<SyncService, "request">;
}

/**
 * `POST webhooks/{source id}/`: a host says that something has changed. Nothing of what it says is used but that it is signed: the sync
 * then asks the host itself, so a call that is repeated, late or out of order does no harm.
 */
export async function mountWebhooks(app: FastifyInstance, { db, secrets, sync }: WebhooksDeps): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { sourceId: string } }>(
      `${API_PREFIX}webhooks/:sourceId/`,
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const source = await findWebhookSource(db, request.params.sourceId);
        // A caller that cannot sign must not learn which sources exist.
        const unknown = new NotFound(message("webhook.not_found"));
        if (!source || source.webhook_secret_id === null) throw unknown;
        const { token } = await secrets.open(db, source.webhook_secret_id);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (!isSigned(source.provider, request.headers, body, token)) throw unknown;
        if (source.paused_at === null) await sync.request([source.id], false);
        return reply.code(202).send({ accepted: source.paused_at === null });
      },
    );
  });
}

/**
 * Makes a webhook for a source, or a new secret for the one that it has.
 * @throws NotFound, and Conflict for a host that has no webhooks
 */
export async function createWebhook(
  { db, secrets }: Pick<WebhooksDeps, "db" | "secrets">,
  project: { readonly id: string; readonly companyId: string },
  sourceId: string,
  publicUrl: string,
  note: (transaction: Db) => Promise<void>,
): Promise<NewWebhook> {
  const source = await findSourceAccess(db, project.id, sourceId);
  if (!source) throw new NotFound(message("project.source_not_found"));
  const events = WEBHOOK_EVENTS[source.provider]?.[source.kind];
  if (!events) throw new Conflict(message("webhook.unsupported"));
  const secret = randomBytes(32).toString("base64url");
  await db.transaction().execute(async (tx) => {
    const id = await secrets.store(tx, project.companyId, { token: secret });
    await updateSourceAccess(tx, sourceId, { webhook_secret_id: id });
    if (source.webhook_secret_id !== null) {
      await deleteSecrets(tx, [source.webhook_secret_id]);
    }
    await note(tx);
  });
  return { url: `${publicUrl}${API_PREFIX}webhooks/${sourceId}/`, secret, events: [...events] };
}

/** @returns whether there was one. @throws NotFound */
export async function removeWebhook(db: Db, projectId: string, sourceId: string): Promise<boolean> {
  const source = await findSourceAccess(db, projectId, sourceId);
  if (!source) throw new NotFound(message("project.source_not_found"));
  if (source.webhook_secret_id === null) return false;
  await deleteSecrets(db, [source.webhook_secret_id]);
  return true;
}
