/** Security headers of every response; the content security policy is in staticFiles.ts, because it depends on the built page. */
import { YEAR_SECONDS } from "../../contract/durations.ts";

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "x-permitted-cross-domain-policies": "none",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
};

/** Only over TLS, and for a year: a browser ignores it elsewhere, and who tries the server without TLS first must not be shut out. */
export const STRICT_TRANSPORT = `max-age=${YEAR_SECONDS}; includeSubDomains`;
