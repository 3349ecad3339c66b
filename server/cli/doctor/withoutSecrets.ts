import type { Finding } from "./Finding.ts";

/** Settings whose values are secret, and those whose addresses may have a password. */
const SECRET = /KEY|SECRET|TOKEN|PASSPHRASE|PASSWORD|_URL$/;
/** Settings that name a file or a public identifier in spite of their names. */
const PUBLIC = new Set(["CLEW_BACKUP_KEY_FILE", "CLEW_S3_KEY", "CLEW_PUBLIC_URL", "CLEW_URL"]);

/** The findings without any secret of the environment: libraries quote what they were given. */
export function withoutSecrets(
  findings: readonly Finding[],
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] {
  const secrets = Object.entries(environment)
    .filter(([name]) => SECRET.test(name) && !PUBLIC.has(name))
    .flatMap(([name, value = ""]) => (name.endsWith("_URL") ? secretParts(value) : [value]))
    // A shorter one would be found within other words, such as the name of the product.
    .filter((text) => text.length >= 6)
    // A secret that contains another one goes first.
    .toSorted((secret, other) => other.length - secret.length);
  const clean = (text: string): string =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text)
      .replaceAll(/\/\/[^\s/@]*@/g, "//[secret]@");
  return findings.map((finding) => ({ ...finding, says: clean(finding.says), advice: clean(finding.advice) }));
}

/** The whole of a secret; of an address its password and the values of its query. */
function secretParts(value: string): string[] {
  if (!URL.canParse(value)) return [value];
  const { password, searchParams } = new URL(value);
  const parts = [
    password,
    ...[...searchParams].filter(([name]) => /pass|key|secret|token/i.test(name)).map(([, part]) => part),
  ];
  return parts.flatMap((part) => [part, decoded(part)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
