import { createHmac } from "node:crypto";
import { providerRulesOf } from "../../../server/sources/providers/rulesRegistry.ts";
import type { DeliveryHeaders } from "../../../server/sources/connector/ProviderRules.ts";
import { isRecord } from "../../../server/sources/rest/restFailure.ts";
import { type Target, jsonOf, promise, wordOf } from "../engine/Target.ts";

const SECRET = "fuzz-secret-of-a-webhook";
const SIGNING = ["github", "gitlab", "bitbucket", "jira"];
const PROVIDERS = [...SIGNING, "git", "confluence", "__proto__"];
const HEADERS = ["x-hub-signature-256", "x-hub-signature", "x-gitlab-token"];

export const target: Target = {
  promise: "A call is taken only with its host's own signature over its bytes, whatever its headers and its body are.",
  shape: "json",
  run: (input) => {
    const script = jsonOf(input);
    if (!Array.isArray(script)) return undefined;
    const [given, text] = script as unknown[];
    const body = Buffer.from(wordOf(text));
    const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
    // As Node's parser hands headers on: a text, or a list of texts.
    const headers = Object.fromEntries(
      Object.entries(isRecord(given) ? given : {}).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(wordOf) : wordOf(value),
      ]),
    );
    for (const provider of PROVIDERS) {
      const isSigned = (sent: DeliveryHeaders, bytes: Buffer): boolean =>
        providerRulesOf(provider).webhooks?.isSigned(sent, bytes, SECRET) ?? false;
      promise(!isSigned(headers, body), `${provider} is taken without a signature.`);
      const signed = HEADERS.filter((name) =>
        isSigned({ ...headers, [name]: name === "x-gitlab-token" ? SECRET : signature }, body),
      );
      promise(signed.length === (SIGNING.includes(provider) ? 1 : 0), `${provider} differs.`);
      for (const name of signed) {
        const other = Buffer.concat([body, Buffer.of(0)]);
        const value = name === "x-gitlab-token" ? SECRET.slice(1) : signature;
        promise(!isSigned({ [name]: value }, other), "Another body or secret passes.");
      }
    }
    return undefined;
  },
};
