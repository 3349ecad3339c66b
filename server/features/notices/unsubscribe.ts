import type { FastifyReply } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { Seal } from "../../Seal.ts";
import type { NoticeKind } from "../../../contract/noticeKinds.ts";
import { type Language, type Message, formatText, message } from "../../messages/messages.ts";

export const UNSUBSCRIBE_PATH = `${API_PREFIX}notices/unsubscribe/`;

/** The purpose of the key that seals the tokens. */
export const UNSUBSCRIBE_PURPOSE = "unsubscribe";
const ABOUT = "unsubscribe";

/** Mails that end by themselves: those of a kind of notices, and the weekly one. */
export type MailedKind = NoticeKind | "weekly";

/** The mails that a token ends: those of one kind, or all of them. */
export interface Unsubscription {
  readonly userId: string;
  readonly kind: MailedKind | null;
}

/** Tokens in addresses of mails: sealed with the installation's key, so they can neither be made nor changed elsewhere. */
export const unsubscribeTokens = ({ seal, open }: Seal) => ({
  /** @param kind null: for all of them */
  make: (userId: string, kind: MailedKind | null): string =>
    Buffer.from(seal(kind === null ? userId : `${userId} ${kind}`, ABOUT)).toString("base64url"),
  /** @returns undefined for a token that was not made here */
  read: (token: string): Unsubscription | undefined => {
    try {
      const [userId = "", kind] = open(Buffer.from(token, "base64url"), ABOUT).split(" ");
      return { userId, kind: Object.keys(KIND_NAMES).find((name): name is MailedKind => name === kind) ?? null };
    } catch {
      return undefined;
    }
  },
});
export type UnsubscribeTokens = ReturnType<typeof unsubscribeTokens>;

/** What the mails of a kind are about. */
export const KIND_NAMES: Readonly<Record<MailedKind, Message>> = {
  assigned: message("notice.kind_assigned"),
  mentioned: message("notice.kind_mentioned"),
  commented: message("notice.kind_commented"),
  closed: message("notice.kind_closed"),
  reopened: message("notice.kind_reopened"),
  files_changed: message("notice.kind_files_changed"),
  sync_failed: message("notice.kind_sync_failed"),
  search_matched: message("notice.kind_search_matched"),
  membership: message("notice.kind_membership"),
  webhook_disabled: message("notice.kind_webhook_disabled"),
  rule_matched: message("notice.kind_rule_matched"),
  rule_paused: message("notice.kind_rule_paused"),
  weekly: message("notice.kind_weekly"),
};

/** The page of an address in a mail. It has no script and no style; its form sends to its own address. */
export function unsubscribePage(
  reply: FastifyReply,
  language: Language,
  text: Message,
  hasButton = false,
): FastifyReply {
  const button = formatText(message("unsubscribe.button"), language);
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(`<!doctype html>
<html lang="${language.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Clew</title></head>
<body><p>${formatText(text, language)}</p>
${hasButton ? `<form method="post"><button name="List-Unsubscribe" value="One-Click">${button}</button></form>` : ""}
<p><a href="/settings/notifications">${formatText(message("unsubscribe.settings"), language)}</a></p></body>
</html>
`);
}
