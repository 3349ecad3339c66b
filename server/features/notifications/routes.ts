import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { SOCKET_CLOSE_SUBSCRIPTION, SOCKET_CLOSE_UNAUTHORIZED, SOCKET_PATH } from "../../../contract/constants.ts";
import type { CallerOrigin, Principal } from "../../access/sessions/sessions.ts";
import { Forbidden, Unauthorized } from "../../errors.ts";
import { callerOriginOf } from "../../http/browserCookie.ts";
import type { SocketHub } from "./SocketHub.ts";
import { message } from "../../messages/messages.ts";

const Count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional()
  .catch(undefined);

const Query = z.object({
  token: z.string().max(200).default(""),
  /** A ticket of `POST users/me/socket-ticket/` in place of the token; it is valid once. */
  ticket: z.string().max(200).optional(),
  /** The last event that the client has seen. */
  after: Count,
  /** Milliseconds since a client that has seen no event first tried to connect. */
  away: Count,
});

/**
 * Milliseconds over which reconnecting clients are admitted. All clients of a process that stopped reconnect exactly 5000 ms after the drop,
 * and each needs a lookup and the events that it missed.
 */
const RECONNECT_JITTER_MS = 500;

type From = { readonly after?: number | undefined; readonly away?: number | undefined };

const isReturn = ({ after, away }: From): boolean => after !== undefined || away !== undefined;

/** @param waitMs how long the client waited here, which is part of its absence */
const resumeOf = ({ after, away }: From, waitMs: number) =>
  after !== undefined ? { after } : away === undefined ? undefined : { awayMs: away + waitMs };

export interface NotificationsDeps {
  readonly hub: SocketHub;
  readonly authenticate: (token: string, origin: CallerOrigin) => Promise<Principal | undefined>;
  /** The caller of a ticket, which is consumed. */
  readonly redeem: (ticket: string, address: string) => Promise<Principal | undefined>;
  /** Whether a page of this origin may open the socket; a program sends none. */
  readonly isOriginAllowed: (origin: string, host: string | undefined) => boolean;
}

/**
 * The notifications channel. A browser cannot see why an upgrade was refused, so a socket with a bad token is accepted and closed with 4401.
 * What a client sends is not read.
 */
export function mountNotifications(app: FastifyInstance, deps: NotificationsDeps): void {
  const { hub, authenticate, redeem, isOriginAllowed } = deps;
  // Browsers let any page open a socket to anywhere, so the server checks the Origin.
  const preValidation = async (request: FastifyRequest): Promise<void> => {
    const { origin, host } = request.headers;
    if (origin !== undefined && !isOriginAllowed(origin, host)) {
      throw new Forbidden(message("socket.foreign_origin"));
    }
  };
  app.get(SOCKET_PATH, { websocket: true, preValidation }, (socket, request) => {
    const parsed = Query.safeParse(request.query);
    const { token, ticket, ...from } = parsed.success ? parsed.data : { token: "" };
    const authorize = async (): Promise<void> => {
      const waitMs = isReturn(from) ? Math.random() * RECONNECT_JITTER_MS : 0;
      if (waitMs > 0) await setTimeout(waitMs);
      if (socket.readyState !== socket.OPEN) return;
      const origin = callerOriginOf(request);
      const { address } = origin;
      const caller = await (ticket === undefined ? authenticate(token, origin) : redeem(ticket, address)).catch(
        (error: unknown) => {
          // The network of the client is not one that its company allows.
          if (error instanceof Unauthorized) return undefined;
          throw error;
        },
      );
      // Its events are of projects, which a session without the required second factor does not open.
      if (!caller || caller.lacksRequiredFactor) {
        socket.close(SOCKET_CLOSE_UNAUTHORIZED);
        return;
      }
      if (caller.subscriptionStatus === "expired") {
        socket.close(SOCKET_CLOSE_SUBSCRIPTION);
        return;
      }
      const { id: userId, companyId, sessionHash, language } = caller;
      await hub.add(socket, { userId, companyId, sessionHash, address, language }, resumeOf(from, waitMs));
    };
    // Until it is admitted, an error of the socket has no other listener.
    socket.on("error", () => {
      socket.terminate();
    });
    hub.expect(socket);
    authorize().catch((error: unknown) => {
      request.log.error({ err: error }, "socket failed");
      socket.close(1011);
    });
  });
}
