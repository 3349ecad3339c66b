import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { SOCKET_CLOSE_UNAUTHORIZED, SOCKET_PATH } from "../../../contract/constants.ts";
import type { Caller } from "../../access/sessions.ts";
import type { SocketHub } from "./SocketHub.ts";

const Query = z.object({
  token: z.string().max(200).default(""),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
});

export interface NotificationsDeps {
  readonly hub: SocketHub;
  readonly authenticate: (token: string) => Promise<Caller | undefined>;
}

/**
 * The notifications channel. A browser cannot see why an upgrade was refused, so a bad token is let in and closed with 4401.
 * What a client sends is not read.
 */
export function mountNotifications(app: FastifyInstance, { hub, authenticate }: NotificationsDeps): void {
  app.get(SOCKET_PATH, { websocket: true }, (socket, request) => {
    const parsed = Query.safeParse(request.query);
    const { token, after } = parsed.success ? parsed.data : { token: "" };
    const admit = async (): Promise<void> => {
      const caller = await authenticate(token);
      if (!caller) {
        socket.close(SOCKET_CLOSE_UNAUTHORIZED);
        return;
      }
      const { id: userId, companyId, sessionHash, language } = caller;
      await hub.add(socket, { userId, companyId, sessionHash, language }, after);
    };
    // Until it is admitted, an error of the socket has no other listener.
    socket.on("error", () => {
      socket.terminate();
    });
    admit().catch((error: unknown) => {
      request.log.error({ err: error }, "socket failed");
      socket.close(1011);
    });
  });
}
