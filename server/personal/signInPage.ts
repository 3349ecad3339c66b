import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { hashToken } from "../access/tokens/tokens.ts";
import { startSession } from "../access/sessions/sessions.ts";
import type { Db } from "../db/openDb.ts";

export interface SignIn {
  readonly db: Db;
  /** What the address of the page has; known to the user's terminal alone. */
  readonly secret: string;
  readonly userId: string;
  /** The page that opens after the sign-in. */
  readonly path: string;
}

const PREFIX = "/sign-in/";

/** The path of the page that signs in. */
export const signInPath = (secret: string): string => PREFIX + secret;

/** Adds a page that starts a session and stores its token where the app reads it. Any other secret is an unknown page. */
export function mountSignIn(app: FastifyInstance, { db, secret, userId, path }: SignIn): void {
  const expected = Buffer.from(hashToken(secret));
  app.get<{ Params: { secret: string } }>(`${PREFIX}:secret`, async (request, reply) => {
    if (!timingSafeEqual(Buffer.from(hashToken(request.params.secret)), expected)) return reply.callNotFound();
    const token = await startSession(db, userId);
    const script = `localStorage.setItem("authToken", ${JSON.stringify(token)});location.replace(${JSON.stringify(path)});`;
    const hash = createHash("sha256").update(script).digest("base64");
    return reply
      .type("text/html; charset=utf-8")
      .headers({
        "cache-control": "no-store",
        "content-security-policy": `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
      })
      .send(
        `<!doctype html><html lang="en"><head><title>Clew</title></head><body><script>${script}</script></body></html>`,
      );
  });
}
