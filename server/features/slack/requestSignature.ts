/** Signatures of Slack's requests. Source: docs.slack.dev/authentication/verifying-requests-from-slack. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";

/** A request whose time is further from now is refused. */
export const MAX_REQUEST_AGE_MS = 5 * MINUTE_MS;

/** The signature that Slack makes of a request. */
export const slackSignature = (secret: string, timestamp: string, body: Buffer): string =>
  `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body).digest("hex")}`;

/** Whether the request is signed with the secret, and was made within five minutes. */
export function isSignedBySlack(
  secret: string,
  { timestamp, signature }: { readonly timestamp: string; readonly signature: string },
  body: Buffer,
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * SECOND_MS) > MAX_REQUEST_AGE_MS) return false;
  const expected = Buffer.from(slackSignature(secret, timestamp, body));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
