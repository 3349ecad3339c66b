import { MINUTE_MS } from "../../../contract/durations.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { changeReplySettings, previewReply, readReplySettings } from "./service.ts";
import type { ReplyDeps } from "./writeReply.ts";

const shared = { windowMs: 10 * MINUTE_MS, perAddress: null, refusal: message("limit.requests") } as const;
/** Each preview asks four engines. */
const PREVIEW_LIMITS: Limits = { ...shared, name: "reply previews", perAccount: 100 };
/** The host is asked whose account it is. */
const SETTINGS_LIMITS: Limits = { ...shared, name: "reply settings", perAccount: 100 };

/** The comment that is kept on the issues of a tracker, for those who may change its source. */
export function mountReplies(mount: RouteRegistrar, deps: ReplyDeps): void {
  const previews = new RateLimiter(deps.db, PREVIEW_LIMITS);
  const settings = new RateLimiter(deps.db, SETTINGS_LIMITS);
  mount("getReplies", async ({ user, params }) => {
    await settings.take("", user.id);
    return readReplySettings(deps, user, params.itemId);
  });
  mount("changeReplies", async ({ user, params, body, address }) => {
    await settings.take("", user.id);
    await changeReplySettings(deps, user, address, params.itemId, body);
    return readReplySettings(deps, user, params.itemId);
  });
  mount("previewReply", async ({ user, params, body, signal }) => {
    await previews.take("", user.id);
    return previewReply(deps, user, params.itemId, body, signal);
  });
}
