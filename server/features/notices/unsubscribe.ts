import type { FastifyReply } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { Seal } from "../../Seal.ts";
import { type Language, formatText, message } from "../../messages/messages.ts";

export const UNSUBSCRIBE_PATH = `${API_PREFIX}notices/unsubscribe/`;

/** The purpose of the key that seals the tokens. */
export const UNSUBSCRIBE_PURPOSE = "unsubscribe";
const ABOUT = "unsubscribe";

/** Tokens in addresses of mails: sealed with the installation's key, so they can neither be made nor changed elsewhere. */
export const unsubscribeTokens = ({ seal, open }: Seal) => ({
  make: (userId: string): string => Buffer.from(seal(userId, ABOUT)).toString("base64url"),
  /** @returns the user; undefined for a token that was not made here */
  read: (token: string): string | undefined => {
    try {
      return open(Buffer.from(token, "base64url"), ABOUT);
    } catch {
      return undefined;
    }
  },
});
export type UnsubscribeTokens = ReturnType<typeof unsubscribeTokens>;

/** The page of an address in a mail. It has no script and no style; its form sends to its own address. */
export function unsubscribePage(
  reply: FastifyReply,
  language: Language,
  text: "unsubscribe.question" | "unsubscribe.done" | "unsubscribe.invalid",
  hasButton = false,
): FastifyReply {
  const button = formatText(message("unsubscribe.button"), language);
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(`<!doctype html>
<html lang="${language.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Clew</title></head>
<body><p>${formatText(message(text), language)}</p>
${hasButton ? `<form method="post"><button name="List-Unsubscribe" value="One-Click">${button}</button></form>` : ""}
<p><a href="/settings/notifications">${formatText(message("unsubscribe.settings"), language)}</a></p></body>
</html>
`);
}
