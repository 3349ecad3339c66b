import type { FastifyInstance, FastifyReply } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { Seal } from "../../Seal.ts";
import type { Db } from "../../db/openDb.ts";
import { updateMailsOff } from "../../db/tables/noticeSettings.ts";
import { type Language, formatText, message } from "../../messages/messages.ts";
import { NO_CHOICES } from "./noticeSettings.ts";

export const UNSUBSCRIBE_PATH = `${API_PREFIX}notices/unsubscribe/`;

/** The purpose of the key that seals the tokens. */
export const UNSUBSCRIBE_PURPOSE = "unsubscribe";
const ABOUT = "unsubscribe";
const BODY_LIMIT = 4096;

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

/**
 * Ends the mails about notices without signing in: mail programs send the POST of RFC 8058. A GET, as link scanners send it, changes nothing and
 * shows a page with a button.
 */
export async function mountUnsubscribe(
  app: FastifyInstance,
  { db, tokens }: { readonly db: Db; readonly tokens: UnsubscribeTokens },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.get<{ Querystring: { token?: unknown } }>(UNSUBSCRIBE_PATH, async (request, reply) => {
      const language = request.language;
      return tokens.read(textOf(request.query.token)) === undefined
        ? page(reply.code(404), language, "unsubscribe.invalid")
        : page(reply, language, "unsubscribe.question", true);
    });
    scope.post<{ Querystring: { token?: unknown } }>(
      UNSUBSCRIBE_PATH,
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const language = request.language;
        const userId = tokens.read(textOf(request.query.token));
        const { mails: _, ...defaults } = NO_CHOICES;
        const isDone = userId !== undefined && (await updateMailsOff(db, userId, { ...defaults, single_at: null }));
        return isDone
          ? page(reply, language, "unsubscribe.done")
          : page(reply.code(404), language, "unsubscribe.invalid");
      },
    );
  });
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 1000) : "");

/** The page has no script and no style; its form sends to its own address. */
function page(
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
