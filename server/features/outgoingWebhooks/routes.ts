import { HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { MAX_REPLAYS, MAX_REPLAYS_OF_DELIVERY, isAppKind } from "../../../contract/notices/outgoingEvents.ts";
import { actorOf } from "../../access/auditLog.ts";
import { projectFor, projectWithId, requireCompany } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { type ListedWebhook, findOutgoingWebhook } from "../../db/tables/notices/outgoingWebhooks.ts";
import { findWebhookOfDelivery } from "../../db/tables/sources/webhookDeliveries.ts";
import type { Db } from "../../db/openDb.ts";
import { NotFound } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { type Message, message } from "../../messages/messages.ts";
import { readDeliveries, readDelivery, replayDelivery, testWebhook } from "./deliveries.ts";
import {
  type OutgoingDeps,
  addWebhook,
  changeWebhook,
  readWebhooks,
  removeOutgoingWebhook,
  rotateSecret,
} from "./service.ts";

/** Each test is a request to an address that a user typed. */
const TEST_LIMITS: Limits = {
  name: "outgoing-test",
  windowMs: 15 * MINUTE_MS,
  perAddress: null,
  perAccount: 30,
  refusal: message("limit.requests"),
};

/** Sending again, for each delivery and for each webhook: a receiver gets no flood of what it has had. */
const REPLAY_LIMITS: Omit<Limits, "name" | "perAccount" | "refusal"> = { windowMs: HOUR_MS, perAddress: null };
const DELIVERY_REPLAY_LIMITS: Limits = {
  ...REPLAY_LIMITS,
  name: "delivery-replays",
  perAccount: MAX_REPLAYS_OF_DELIVERY,
  refusal: message("outgoing.delivery_replays", { max: String(MAX_REPLAYS_OF_DELIVERY) }),
};
const WEBHOOK_REPLAY_LIMITS: Limits = {
  ...REPLAY_LIMITS,
  name: "webhook-replays",
  perAccount: MAX_REPLAYS,
  refusal: message("outgoing.replays", { max: String(MAX_REPLAYS) }),
};

/** The right that is needed to choose a channel of an app. */
const APP_ACTIONS = { slack_app: "slack.change", teams_app: "teams.change" } as const;

/** Outgoing webhooks of projects, for those who may change sources there, and of the company, for its Admins. */
export function mountOutgoingWebhooks(mount: RouteRegistrar, deps: OutgoingDeps): void {
  const { db } = deps;
  const limiter = new RateLimiter(db, TEST_LIMITS);
  const replays = [new RateLimiter(db, DELIVERY_REPLAY_LIMITS), new RateLimiter(db, WEBHOOK_REPLAY_LIMITS)] as const;
  const editorOf = (user: Principal, address: string) => ({ by: actorOf(user, address), language: user.language });
  mount("listOutgoingWebhooks", async ({ user, query }) => {
    const { id, companyId } = await projectFor(db, user, query.project, "webhooks.change");
    return readWebhooks(db, { companyId, projectId: id }, user.language);
  });
  mount("createOutgoingWebhook", async ({ user, params, body, address }) => {
    const { id, companyId } = await projectFor(db, user, params.id, "webhooks.change");
    if (isAppKind(body.kind)) {
      // Which channels the app is in, also private ones, is for Admins.
      requireCompany(user, companyId, APP_ACTIONS[body.kind]);
      await limiter.take("", user.id);
    }
    return addWebhook(deps, { companyId, projectId: id }, body, editorOf(user, address));
  });
  mount("listCompanyWebhooks", ({ user, params }) =>
    readWebhooks(db, { companyId: requireCompany(user, params.id, "webhooks.change"), projectId: null }, user.language),
  );
  mount("createCompanyWebhook", ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "webhooks.change");
    return addWebhook(deps, { companyId, projectId: null }, body, editorOf(user, address));
  });
  mount("changeOutgoingWebhook", async ({ user, params, body, address }) => {
    const { id } = await requireWebhook(db, user, params.webhookId);
    return changeWebhook(deps, id, body, editorOf(user, address));
  });
  mount("removeOutgoingWebhook", async ({ user, params, address }) => {
    const { id } = await requireWebhook(db, user, params.webhookId);
    await removeOutgoingWebhook(deps, id, actorOf(user, address));
  });
  mount("rotateWebhookSecret", async ({ user, params, address }) => {
    const { id } = await requireWebhook(db, user, params.webhookId);
    return rotateSecret(deps, id, editorOf(user, address));
  });
  mount("testOutgoingWebhook", async ({ user, params }) => {
    const webhook = await requireWebhook(db, user, params.webhookId);
    await limiter.take("", user.id);
    return testWebhook(deps, webhook, user.language);
  });
  mount("listDeliveries", async ({ user, params, query }) => {
    const { id } = await requireWebhook(db, user, params.webhookId);
    return readDeliveries(db, id, query, user.language);
  });
  mount("getDelivery", async ({ user, params }) => {
    const webhook = await requireWebhookOf(db, user, params.deliveryId);
    return readDelivery(deps, webhook, params.deliveryId, user.language);
  });
  mount("replayDelivery", async ({ user, params }) => {
    const { id } = await requireWebhookOf(db, user, params.deliveryId);
    return replayDelivery(db, id, params.deliveryId, user.language, async (tx) => {
      await replays[0].take("", params.deliveryId, tx);
      await replays[1].take("", id, tx);
    });
  });
}

/**
 * A webhook that the caller may change.
 * @throws NotFound for none, and for one of a project or company that the caller is not in; Forbidden when the role does not suffice
 */
async function requireWebhook(
  db: Db,
  user: Principal,
  id: string,
  missing: Message = message("outgoing.not_found"),
): Promise<ListedWebhook> {
  const row = await findOutgoingWebhook(db, id);
  if (!row || row.company_id !== user.companyId) throw new NotFound(missing);
  if (row.project_id === null) requireCompany(user, row.company_id, "webhooks.change");
  else await projectWithId(db, user, row.project_id, "webhooks.change", missing);
  return row;
}

/** The webhook of a delivery. @throws as `requireWebhook`, with one answer for no delivery and for one of others */
async function requireWebhookOf(db: Db, user: Principal, deliveryId: string): Promise<ListedWebhook> {
  const missing = message("outgoing.delivery_not_found");
  const webhookId = await findWebhookOfDelivery(db, deliveryId);
  if (webhookId === undefined) throw new NotFound(missing);
  return requireWebhook(db, user, webhookId, missing);
}
