import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../contract/constants.ts";
import type { KeyRing } from "../access/keys/KeyRing.ts";
import { isProbeProof, PROBE_HEADER, PROBE_PATH, type ProbeAnswer } from "../access/keys/probeProof.ts";
import { handleNotFound } from "./errorHandler.ts";

/** What reached this server of a request, for `clew doctor`: how the proxy before it is set up. Any other request gets 404. */
export function mountProbe(app: FastifyInstance, keys: KeyRing): void {
  app.get(`${API_PREFIX}${PROBE_PATH}`, async (request, reply) => {
    if (!isProbeProof(keys, request.headers[PROBE_HEADER])) return handleNotFound(request, reply);
    return reply.send({
      host: request.headers.host ?? "",
      protocol: request.protocol,
      peer: request.socket.remoteAddress ?? "",
      is_forwarded: request.headers["x-forwarded-for"] !== undefined,
      // The peer, and behind it each address that a trusted proxy has named.
      is_trusted: (request.ips?.length ?? 0) > 1,
    } satisfies ProbeAnswer);
  });
}
