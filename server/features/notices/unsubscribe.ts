import type { FastifyInstance, FastifyReply } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { Seal } from "../../Seal.ts";
import type { NoticeKind } from "../../../contract/notices/noticeKinds.ts";
import { type Language, type Message, formatText, message } from "../../messages/messages.ts";

/** Bytes of the POST of a mail program. */
const BODY_LIMIT = 4096;

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
  model_order_off: message("notice.kind_model_order_off"),
  trial_ending: message("notice.kind_trial_ending"),
  weekly: message("notice.kind_weekly"),
};

/** The page of an address in a mail. It has no script and no style; its form sends to its own address. */
function unsubscribePage(reply: FastifyReply, language: Language, text: Message, hasButton = false): FastifyReply {
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

/** A kind of mail that the address in it ends. */
export interface MailEnd<Found> {
  readonly path: string;
  /** @returns undefined for a token that was not made here */
  readonly read: (token: string) => Found | undefined;
  /** What the page asks before the button is pressed. */
  readonly question: (token: Found) => Message;
  /** Ends the mails. @returns what the page reports; undefined where there are none to end */
  readonly end: (token: Found) => Promise<Message | undefined>;
}

/**
 * Ends mails without signing in: mail programs send the POST of RFC 8058. A GET, as link scanners send it, changes nothing and shows a page
 * with a button.
 */
export async function mountMailEnd<Found>(
  app: FastifyInstance,
  { path, read, question, end }: MailEnd<Found>,
): Promise<void> {
  const readToken = (token: unknown): Found | undefined => read(typeof token === "string" ? token.slice(0, 1000) : "");
  const invalid = (reply: FastifyReply, language: Language): FastifyReply =>
    unsubscribePage(reply.code(404), language, message("unsubscribe.invalid"));
  await app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.get<{ Querystring: { token?: unknown } }>(path, ({ query, language }, reply) => {
      const token = readToken(query.token);
      return token === undefined ? invalid(reply, language) : unsubscribePage(reply, language, question(token), true);
    });
    scope.post<{ Querystring: { token?: unknown } }>(
      path,
      { bodyLimit: BODY_LIMIT },
      async ({ query, language }, reply) => {
        const token = readToken(query.token);
        const text = token === undefined ? undefined : await end(token);
        return text === undefined ? invalid(reply, language) : unsubscribePage(reply, language, text);
      },
    );
    registered();
  });
}
