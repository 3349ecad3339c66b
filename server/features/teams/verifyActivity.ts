/**
 * Whether an activity is from the Bot Framework, for this app. Source: learn.microsoft.com/azure/bot-service/rest-api
 * (Authenticate requests from the Bot Connector service to your bot).
 */
import * as jose from "jose";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { Unavailable } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { nowOf } from "../chats/chatDeps.ts";
import type { BotFrameworkKey } from "./BotFrameworkKeys.ts";
import type { TeamsDeps } from "./teamsDeps.ts";

/** Milliseconds by which the clock of Microsoft may differ. */
const SKEW_MS = 5 * MINUTE_MS;
/** An accepted activity is remembered for longer than its token can be valid. */
const MAX_LIFE_MS = DAY_MS;
const CHANNEL = "msteams";

/** @returns false for an invalid token. @throws Unavailable where the keys of Microsoft cannot be read */
export async function isOfBotFramework(
  deps: Pick<TeamsDeps, "cloud" | "keys" | "now">,
  { appId, authorization }: { readonly appId: string; readonly authorization: string },
  serviceUrl: string,
): Promise<boolean> {
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (token === undefined || token.length > 16_000) return false;
  const kid = kidOf(token);
  if (kid === undefined) return false;
  let key: BotFrameworkKey | undefined;
  try {
    key = await deps.keys.find(deps.cloud, kid);
  } catch (error) {
    throw new Unavailable(message("teams.no_keys"), { cause: error });
  }
  if (!key?.endorsements.includes(CHANNEL)) return false;
  const now = nowOf(deps);
  try {
    const { kty, n, e } = key;
    const { payload } = await jose.jwtVerify(token, await jose.importJWK({ kty, n, e }, "RS256"), {
      algorithms: ["RS256"],
      issuer: deps.cloud.botUrl,
      audience: appId,
      requiredClaims: ["exp"],
      clockTolerance: SKEW_MS / SECOND_MS,
      currentDate: now,
    });
    const livesMs = (payload.exp ?? 0) * SECOND_MS - now.getTime();
    return livesMs < MAX_LIFE_MS && payload["serviceurl"] === serviceUrl;
  } catch {
    return false;
  }
}

function kidOf(token: string): string | undefined {
  try {
    return jose.decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}
