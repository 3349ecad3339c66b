/**
 * Links in messages of chats that cannot post back. A link names an action on an issue; it is sealed with the installation's key, so it can
 * neither be made nor changed elsewhere, and it gives no right: the signed-in user acts.
 */
import { z } from "zod";
import { CHAT_ISSUE_ACTIONS, CHAT_LINK_DAYS } from "../../../contract/notices/chatActionKinds.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import type { Seal } from "../../Seal.ts";

/** The purpose of the key that seals the links. */
export const CHAT_LINK_PURPOSE = "chat links";
const ABOUT = "chat link";
const PATH = "/act";

const Sealed = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.enum(CHAT_ISSUE_ACTIONS),
  z.coerce.number().int().positive(),
]);

/** What a link is bound to. */
export interface ChatLinkFacts {
  readonly companyId: string;
  /** The delivery that reported the issue: with the action, the link is used once. */
  readonly deliveryId: string;
  readonly issueId: string;
  readonly action: (typeof CHAT_ISSUE_ACTIONS)[number];
}

export interface SealedLinks {
  /** The path in the web app, with the sealed link. */
  readonly make: (facts: ChatLinkFacts) => string;
  /** @returns undefined for a link that was not made here */
  readonly read: (link: string) => (ChatLinkFacts & { readonly expiresAt: Date }) | undefined;
}

/** Makes and reads links. A link of the same action on the same delivery is the same link, whenever it was made. */
export const chatLinks = ({ seal, open }: Seal, now: () => Date = () => new Date()): SealedLinks => ({
  make: ({ companyId, deliveryId, issueId, action }) => {
    const expires = now().getTime() + CHAT_LINK_DAYS * DAY_MS;
    const text = [companyId, deliveryId, issueId, action, expires].join(" ");
    const query = new URLSearchParams({ link: Buffer.from(seal(text, ABOUT)).toString("base64url") });
    return `${PATH}?${query}`;
  },
  read: (link) => {
    try {
      const text = open(Buffer.from(link, "base64url"), ABOUT);
      const [companyId, deliveryId, issueId, action, expires] = Sealed.parse(text.split(" "));
      return { companyId, deliveryId, issueId, action, expiresAt: new Date(expires) };
    } catch {
      return undefined;
    }
  },
});
