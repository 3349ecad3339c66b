import { errorCodes, type FastifyInstance } from "fastify";
import { type JsonLimits, JsonScanner } from "../JsonScanner.ts";

/** Far above any body of the contract. They are checked before the parser, which takes 0.7 s for a megabyte of empty objects. */
const BODY_LIMITS: JsonLimits = { elements: 50_000, members: 20_000, depth: 32 };

/**
 * Reads bodies of these content types as JSON, within the limits and without tricks on prototypes. An empty body counts as no body.
 * Fastify's parser builds the value first, so the text is scanned before.
 */
export function addJsonParser(scope: FastifyInstance, types: readonly string[], limits: JsonLimits): void {
  const parse = scope.getDefaultJsonParser("error", "error");
  for (const type of types) {
    scope.addContentTypeParser<Buffer>(type, { parseAs: "buffer" }, (request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      const excess = new JsonScanner(limits).push(body);
      if (excess === null) return void parse(request, body.toString(), done);
      return done(
        excess === "elements"
          ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
          : new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(),
      );
    });
  }
}

/** What the calls of the app accept: JSON, and bytes for uploads. */
export function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser("text/plain");
  addJsonParser(app, ["application/json"], BODY_LIMITS);
  // The content type of uploads; any other call finds no JSON in it.
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
}
