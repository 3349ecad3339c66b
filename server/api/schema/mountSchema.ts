import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/constants.ts";
import { describeApi, type OpenApi } from "./openApi.ts";

/** GET schema/: the description of the API, for programs that make clients. It holds nothing of anybody, so it needs no token. */
export function mountSchema(app: FastifyInstance, publicUrl: () => string): void {
  // Made when somebody asks first: the address is known only once the server listens.
  let made: OpenApi | undefined;
  app.get(`${API_PREFIX}schema/`, () => (made ??= describeApi(publicUrl())));
}
