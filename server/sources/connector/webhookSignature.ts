import { createHmac, timingSafeEqual } from "node:crypto";
import type { DeliveryHeaders, WebhookRules } from "./ProviderRules.ts";

/** A header has `sha256=` and the HMAC-SHA-256 of the body in hexadecimal. */
export const signedByHmac =
  (header: string): WebhookRules["isSigned"] =>
  (headers, body, secret) =>
    isSame(valueOf(headers, header), `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);

/** A header has the secret itself. */
export const signedBySecret =
  (header: string): WebhookRules["isSigned"] =>
  (headers, _body, secret) =>
    isSame(valueOf(headers, header), secret);

function valueOf(headers: DeliveryHeaders, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

function isSame(received: string, expected: string): boolean {
  // Digests of both have the same length for any input.
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return received !== "" && timingSafeEqual(digest(received), digest(expected));
}
