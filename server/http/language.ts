/** The language of an answer: the caller's setting, or the browser's Accept-Language for a request without a session. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LANGUAGES } from "../../contract/constants.ts";
import type { Language } from "../messages/messages.ts";

declare module "fastify" {
  interface FastifyRequest {
    language: Language;
  }
}

export function readLanguage(app: FastifyInstance): void {
  app.decorateRequest("language", "EN");
  app.addHook("onRequest", async (request) => {
    request.language = languageOf(request.headers["accept-language"]);
  });
}

/** The language of an answer, also to an address that could not be read: such a request never passed the hook above. */
export function answerLanguage(request: FastifyRequest): Language {
  const languageOfUser: Language | undefined = request.language;
  return languageOfUser ?? languageOf(request.headers["accept-language"]);
}

/** The first of our languages in an Accept-Language header, by its weights; English when it names none. */
export function languageOf(header: string | undefined): Language {
  const accepted = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().toLowerCase().split(";");
      const weight = Number(/^\s*q=([\d.]+)/.exec(rest.join(";"))?.[1] ?? 1);
      return { tag, weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => LANGUAGES.find((language) => language.toLowerCase() === tag.split("-", 1)[0]))
    .find((language) => language !== undefined);
  return accepted ?? "EN";
}
