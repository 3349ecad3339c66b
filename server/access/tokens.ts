import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 random bits, in characters that need no escaping in a URL. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token. A plain SHA-256 is enough: the token is random, so there is no dictionary of it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Every token of this server is shorter; a longer value is refused without a query. */
export const MAX_TOKEN_LENGTH = 200;
