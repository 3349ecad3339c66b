import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import { docsPage } from "./docsPage.ts";
import { DOCS_STYLE } from "./docsStyle.ts";
import { describeApi, type OpenApi } from "./openApi.ts";

/** GET schema/: the OpenAPI description for client generators, and docs/: the same for people. Neither contains data of users. */
export function mountSchema(app: FastifyInstance, publicUrl: () => string): void {
  // Built on the first request, because the public URL is known only once the server listens.
  let cachedDescription: OpenApi | undefined;
  let page: string | undefined;
  const description = (): OpenApi => (cachedDescription ??= describeApi(publicUrl()));
  // Serialized once: half a megabyte that needs no sign-in.
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
