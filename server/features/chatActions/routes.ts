import { MINUTE_MS } from "../../../contract/durations.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { type ChatLinkDeps, followChatLink, readChatLink } from "./service.ts";

/** Each asks the tracker. */
const LINK_LIMITS: Limits = {
  name: "chat-links",
  windowMs: 10 * MINUTE_MS,
  perAddress: null,
  perAccount: 60,
  refusal: message("limit.requests"),
};

/** Links in messages of chats, for the signed-in user. */
export function mountChatActions(mount: RouteRegistrar, deps: ChatLinkDeps): void {
  const limiter = new RateLimiter(deps.db, LINK_LIMITS);
  mount("getChatLink", async ({ user, query, signal }) => {
    await limiter.take("", user.id);
    return readChatLink(deps, user, query.link, signal);
  });
  mount("followChatLink", async ({ user, body, signal }) => {
    await limiter.take("", user.id);
    return followChatLink(deps, user, body, signal);
  });
}
