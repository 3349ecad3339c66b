/** Client ID metadata documents: a client whose id is the https address of a document that describes it. */
import { z } from "zod";
import {
  requireClientMetadata,
  ClientMetadata,
  clientName,
  DOCUMENT_COPY_MS,
} from "../../access/tokens/oauth/clients.ts";
import { OauthError } from "../../access/tokens/oauth/OauthError.ts";
import { RateLimiter, type Limits } from "../../access/limits/RateLimiter.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { findOauthClient, type OauthClientRow, upsertOauthClient } from "../../db/tables/tokens/oauthClients.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { SourceError } from "../../sources/SourceError.ts";

export interface ClientsDeps {
  readonly db: Db;
  readonly egress: Pick<Egress, "fetch">;
}

const MAX_ID_LENGTH = 500;
/** Bytes of a document. */
const MAX_DOCUMENT_BYTES = 16_384;
const TIMEOUT_MS = 5000;
/** Documents that one user can have read. */
const READ_LIMITS: Limits = {
  name: "oauth-documents",
  windowMs: 10 * MINUTE_MS,
  perAddress: null,
  perAccount: 30,
  refusal: message("limit.requests"),
};

const ClientDocument = ClientMetadata.extend({ client_id: z.string(), client_secret: z.undefined().optional() });

/** The address of a document: https with a path, and nothing that two programs may read differently. */
export function isDocumentId(id: string): boolean {
  if (id.length > MAX_ID_LENGTH || !id.startsWith("https://") || !/^[!-~]+$/.test(id)) return false;
  if (/[\\#*]/.test(id) || !URL.canParse(id)) return false;
  const { href, pathname, username, password } = new URL(id);
  // Dots of a path, capitals of a host and the like are written in one way.
  return href === id && pathname !== "/" && username === "" && password === "";
}

/**
 * The client of an id. A document is read at most once an hour.
 * @param userId who asks, for the limit of documents
 * @throws Invalid for an unknown client, and where its document cannot be read; TooMany
 */
export async function findClient(deps: ClientsDeps, id: string, userId: string): Promise<OauthClientRow> {
  const isDocument = isDocumentId(id);
  const stored = isDocument || /^[\w-]{1,100}$/.test(id) ? await findOauthClient(deps.db, id) : undefined;
  const now = new Date();
  if (stored && (!isDocument || now.getTime() - stored.read_at.getTime() < DOCUMENT_COPY_MS)) return stored;
  if (!isDocument) throw new Invalid({ non_field_errors: [message("oauth_client.unknown")] });
  await new RateLimiter(deps.db, READ_LIMITS).take("", userId);
  const document = await readDocument(deps, id);
  await upsertOauthClient(deps.db, {
    id,
    kind: "document",
    name: clientName(document),
    redirect_uris: JSON.stringify(document.redirect_uris),
    read_at: now,
    used_at: null,
  });
  const client = await findOauthClient(deps.db, id);
  if (!client) throw new Invalid({ non_field_errors: [message("oauth_client.unknown")] });
  return client;
}

/** @throws Invalid */
async function readDocument({ egress }: ClientsDeps, id: string): Promise<ClientMetadata> {
  const { host } = new URL(id);
  const refuse = (reason: string, cause?: unknown): Invalid =>
    new Invalid({ non_field_errors: [message("oauth_client.document", { host, reason })] }, { cause });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await egress.fetch(id, { headers: { accept: "application/json" }, signal, maxRedirects: 0 });
    if (response.status !== 200) throw refuse(`HTTP ${response.status}`);
    const bytes = await response.read("account", host, signal);
    if (bytes.length > MAX_DOCUMENT_BYTES) throw refuse(`> ${MAX_DOCUMENT_BYTES} B`);
    const document = ClientDocument.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
    if (document.client_id !== id) throw refuse("client_id");
    if ((document.token_endpoint_auth_method ?? "none") !== "none") throw refuse("token_endpoint_auth_method");
    requireClientMetadata(document);
    return document;
  } catch (error) {
    if (error instanceof Invalid) throw error;
    if (error instanceof SourceError) throw refuse(error.code, error);
    if (error instanceof OauthError) throw refuse(error.code, error);
    if (error instanceof z.ZodError) throw refuse(String(error.issues[0]?.path[0] ?? "JSON"), error);
    if (error instanceof SyntaxError) throw refuse("JSON", error);
    throw error;
  }
}
