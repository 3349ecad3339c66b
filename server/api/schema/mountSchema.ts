import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import { docsPage } from "./docsPage.ts";
import { DOCS_STYLE } from "./docsStyle.ts";
import { describeApi, type OpenApi } from "./openApi.ts";

/** GET schema/: the description of the API, for programs that make clients, and docs/: the same for people. They hold nothing of anybody. */
export function mountSchema(app: FastifyInstance, publicUrl: () => string): void {
  // Built on the first request, because the public URL is known only once the server listens.
  let made: OpenApi | undefined;
  let page: string | undefined;
  const description = (): OpenApi => (made ??= describeApi(publicUrl()));
  // As text, made once: half a megabyte that anybody may ask for.
  let text: string | undefined;
  app.get(`${API_PREFIX}schema/`, (_request, reply) =>
    reply.type("application/json; charset=utf-8").send((text ??= JSON.stringify(description()))),
  );
  app.get(`${API_PREFIX}docs/`, (_request, reply) =>
    reply.type("text/html; charset=utf-8").send((page ??= docsPage(description(), publicUrl()))),
  );
  app.get(`${API_PREFIX}docs/style.css`, (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "public, max-age=3600").send(DOCS_STYLE),
  );
}
