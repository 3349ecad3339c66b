/**
 * A host that answers as Microsoft does for bots: the OpenID metadata of the Bot Framework, tokens of Microsoft Entra, and the Bot Connector. Its
 * shapes are those of the published references (learn.microsoft.com/azure/bot-service/rest-api, learn.microsoft.com/entra/identity-platform).
 */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as jose from "jose";
import { z } from "zod";
import { AdaptiveCard } from "./adaptiveCard.ts";

export const APP_ID = "5c1f8e2a-7d43-4b90-9a6e-2f0c4d8b1e57";
export const TENANT = "8f3b2c41-06d7-4e5a-b1c9-7a2e9d405f68";
export const CLIENT_SECRET = "Aa8Q~0123456789.abc-def_ghi";

const Text = z.strictObject({ type: z.literal("message"), textFormat: z.literal("plain"), text: z.string().min(1) });
const Message = z.strictObject({
  type: z.literal("message"),
  summary: z.string().min(1),
  attachments: z.tuple([
    z.strictObject({ contentType: z.literal("application/vnd.microsoft.card.adaptive"), content: AdaptiveCard }),
  ]),
});
const Activity = z.union([Text, Message]);
const Started = z.strictObject({
  isGroup: z.literal(true),
  bot: z.strictObject({ id: z.literal(`28:${APP_ID}`) }),
  channelData: z.strictObject({ channel: z.strictObject({ id: z.string() }) }),
  activity: Message,
});

export interface TeamsMessage {
  readonly conversation: string;
  readonly id: string;
  activity: z.output<typeof Activity>;
}

/** What happens to a call in place of its answer; `lost`: the Connector acts, and its answer does not arrive; `silent`: no answer comes. */
export type TeamsFault =
  | "lost"
  | "silent"
  | { readonly status: number; readonly body?: object; readonly retryAfter?: number; readonly delayMs?: number };

export async function startTeamsHost() {
  const messages: TeamsMessage[] = [];
  const calls: string[] = [];
  const { publicKey, privateKey } = await jose.generateKeyPair("RS256", { extractable: true });
  const jwk = await jose.exportJWK(publicKey);
  const published = [
    { ...jwk, kid: "k1", use: "sig", endorsements: ["msteams", "webchat"] },
    // A key of the same service that may not sign for Teams.
    { ...jwk, kid: "k2", use: "sig", endorsements: ["webchat"] },
  ];
  const host = {
    messages,
    calls,
    jwk,
    privateKey,
    secret: CLIENT_SECRET,
    /** The channels of the teams that have the app. */
    channels: {} as Record<string, readonly { readonly id: string; readonly name: string | null }[]>,
    tokens: 0,
    /** What Entra refuses; undefined while it gives tokens. */
    entraError: undefined as { readonly error: string; readonly error_description: string } | undefined,
    fault: (_call: string): TeamsFault | undefined => undefined,
    url: "",
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
    /** A token as the Bot Framework makes it. */
    token: (claims: jose.JWTPayload = {}, header: Partial<jose.JWTHeaderParameters> = {}, key = privateKey) =>
      new jose.SignJWT({ serviceurl: `${host.url}/emea/`, ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "k1", typ: "JWT", ...header })
        .setIssuer(claims.iss ?? host.url)
        .setAudience(claims.aud ?? APP_ID)
        .setNotBefore(claims.nbf ?? "-1 minute")
        .setExpirationTime(claims.exp ?? "1 hour")
        .sign(key),
  };
  type Answer = readonly [status: number, body: object, headers?: Record<string, string>];
  const entra = (request: IncomingMessage, tenant: string, text: string): Answer => {
    const form = new URLSearchParams(text);
    const [id = "", secret = ""] = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64")
      .toString()
      .split(":")
      .map(decodeURIComponent);
    const refuse = (error: string, code: string): Answer => [
      400,
      { error, error_description: `${code}: refused. Trace ID: 1`, error_codes: [Number(code.slice(6))] },
    ];
    if (host.entraError) return [401, host.entraError];
    if (tenant !== TENANT) return refuse("invalid_request", "AADSTS90002");
    if (id !== APP_ID) return refuse("unauthorized_client", "AADSTS700016");
    if (secret !== host.secret) return refuse("invalid_client", "AADSTS7000215");
    if (form.get("grant_type") !== "client_credentials" || form.get("scope") !== `${host.url}/.default`) {
      return refuse("invalid_scope", "AADSTS70011");
    }
    host.tokens += 1;
    return [200, { token_type: "Bearer", expires_in: 3599, ext_expires_in: 3599, access_token: `t-${host.tokens}` }];
  };
  const connector = (request: IncomingMessage, conversation: string, id: string | undefined, text: string): Answer => {
    if (request.headers.authorization !== `Bearer t-${host.tokens}`) return [401, {}];
    const activity = Activity.safeParse(JSON.parse(text));
    const refuse = (status: number, code: string): Answer => [status, { error: { code, message: code } }];
    if (!activity.success || Buffer.byteLength(text) > 28 << 10) return refuse(400, "BadSyntax");
    if (id === undefined) {
      const made = { conversation, id: `m${messages.length + 1}`, activity: activity.data };
      messages.push(made);
      return [201, { id: made.id }];
    }
    const known = messages.find((message) => message.id === id && message.conversation === conversation);
    if (!known) return refuse(404, "ActivityNotFoundInConversation");
    known.activity = activity.data;
    return [200, { id }];
  };
  /** A message in a channel of a team that has the app. */
  const start = (request: IncomingMessage, text: string): Answer => {
    const started = Started.safeParse(JSON.parse(text));
    if (!started.success) return [400, { error: { code: "BadSyntax", message: "" } }];
    const { activity, channelData } = started.data;
    const { id: channel } = channelData.channel;
    if (!Object.values(host.channels).some((channels) => channels.some(({ id }) => id === channel))) {
      return [403, { error: { code: "BotNotInConversationRoster", message: "" } }];
    }
    const id = `${channel};messageid=${messages.length + 1}`;
    const [status] = connector(request, id, undefined, JSON.stringify(activity));
    return status === 201 ? [201, { id, activityId: messages.at(-1)?.id }] : [status, {}];
  };
  const channelsOf = (request: IncomingMessage, team: string): Answer => {
    if (request.headers.authorization !== `Bearer t-${host.tokens}`) return [401, {}];
    const conversations = host.channels[team];
    return conversations ? [200, { conversations }] : [403, { error: { code: "BotNotInConversationRoster" } }];
  };
  const act = (request: IncomingMessage, text: string): Answer => {
    const path = request.url ?? "";
    if (path === "/v1/.well-known/openidconfiguration") {
      return [200, { issuer: host.url, jwks_uri: `${host.url}/v1/.well-known/keys` }];
    }
    if (path === "/v1/.well-known/keys") return [200, { keys: published }];
    const tenant = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(path)?.[1];
    if (tenant !== undefined) return entra(request, tenant, text);
    if (path === "/emea/v3/conversations") return start(request, text);
    const team = /^\/emea\/v3\/teams\/([^/]+)\/conversations$/.exec(path)?.[1];
    if (team !== undefined) return channelsOf(request, decodeURIComponent(team));
    const [, conversation = "", id] = /^\/emea\/v3\/conversations\/([^/]+)\/activities(?:\/([^/]+))?$/.exec(path) ?? [];
    return connector(request, decodeURIComponent(conversation), id && decodeURIComponent(id), text);
  };
  const answer = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    const fault = host.fault(call);
    if (fault === "silent") return;
    const [status, body, headers = {}]: Answer =
      fault && fault !== "lost"
        ? [
            fault.status,
            fault.body ?? {},
            fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) },
          ]
        : act(request, text);
    if (fault === "lost") response.destroy();
    else {
      const respond = (): void => {
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
      };
      if (typeof fault === "object" && fault.delayMs !== undefined) setTimeout(respond, fault.delayMs);
      else respond();
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}
export type TeamsHost = Awaited<ReturnType<typeof startTeamsHost>>;
