import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { requireCompany } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { LineStream } from "../../http/LineStream.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { ask, askModel, streamModelAnswer } from "./askModel.ts";
import type { AskDeps } from "./askDeps.ts";
import { changeModelSettings, readModelSettings, testModel } from "./modelSettings.ts";

/** A question is a few searches and some files. */
const QUESTION_LIMITS: Limits = {
  name: "ask",
  windowMs: 5 * MINUTE_MS,
  perAddress: null,
  perAccount: 60,
  refusal: message("limit.requests"),
};
/** Requests to other servers. */
const MODEL_LIMITS: Limits = { ...QUESTION_LIMITS, name: "ask-model", perAccount: 30 };

/** Questions about a project, and the model of a company. */
export function mountAsk(mount: RouteRegistrar, deps: AskDeps): void {
  const { db } = deps;
  const questions = new RateLimiter(db, QUESTION_LIMITS);
  const models = new RateLimiter(db, MODEL_LIMITS);
  mount("askProject", async ({ user, body, signal }) => {
    await questions.take("", user.id);
    return ask(deps, user, body, signal);
  });
  mount("askModel", async ({ user, body, signal }) => {
    await models.take("", user.id);
    return askModel(deps, user, body, signal);
  });
  mount("streamModelAnswer", async ({ user, body, signal }) => {
    await models.take("", user.id);
    return LineStream.open((emit) => streamModelAnswer(deps, user, body, signal, emit));
  });
  mount("getModelSettings", ({ user, params }) =>
    readModelSettings(deps, requireCompany(user, params.id, "model.change")),
  );
  mount("setModelSettings", ({ user, params, body, address }) =>
    changeModelSettings(deps, requireCompany(user, params.id, "model.change"), body, actorOf(user, address)),
  );
  mount("testModel", async ({ user, params, signal }) => {
    const companyId = requireCompany(user, params.id, "model.change");
    await models.take("", user.id);
    return testModel(deps, companyId, user.language, signal);
  });
}
