import type { Settings } from "../settings.ts";

const ifSet = (value: unknown): "[set]" | undefined => (value === undefined ? undefined : "[set]");

/** How each setting is logged. A setting without a decision does not compile. */
const FORMS: { readonly [Name in keyof Settings]: "plain" | ((value: Settings[Name]) => unknown) } = {
  dataDir: "plain",
  port: "plain",
  host: "plain",
  drainMs: "plain",
  databaseUrl: (url) => url && redactUrl(url),
  demo: "plain",
  allowedNetworks: "plain",
  allowedPaths: "plain",
  maxFiles: "plain",
  backup: ({ passphrase, ...backup }) => ({ ...backup, passphrase: ifSet(passphrase) }),
  diskReserveBytes: "plain",
  companyQuotas: "plain",
  masterKey: ifSet,
  previousMasterKey: ifSet,
  publicUrl: "plain",
  smtp: (smtp) => smtp && { from: smtp.from, url: redactUrl(smtp.url) },
  supportEmail: "plain",
  trustedProxies: "plain",
  allowedOrigins: "plain",
  dnsServers: "plain",
  allowsPlainLdap: "plain",
  slackUrl: "plain",
  teamsUrl: "plain",
  browser: "plain",
  mcpRate: "plain",
  confirmMinutes: "plain",
  metricsToken: ifSet,
  operatorPort: "plain",
  blobs: ({ s3, ...blobs }) => ({ ...blobs, s3: s3 && { ...s3, secretAccessKey: ifSet(s3.secretAccessKey) } }),
  engines: "plain",
  search: "plain",
  mirrors: "plain",
  distDir: "plain",
  logLevel: "plain",
  logFormat: "plain",
  opensBrowser: "plain",
  roles: "plain",
  oauth: (registrations) =>
    Object.fromEntries(
      Object.entries(registrations).map(([name, { clientId, url }]) => [
        name,
        { clientId, url, clientSecret: "[set]" },
      ]),
    ),
  checkAnswers: "plain",
};

/** The settings as they may be logged: secrets and passwords replaced. */
export function settingsForLog(settings: Settings): Record<string, unknown> {
  const logged = <Name extends keyof Settings>(name: Name): unknown => {
    const form = FORMS[name];
    return form === "plain" ? settings[name] : form(settings[name]);
  };
  return Object.fromEntries((Object.keys(FORMS) as (keyof Settings)[]).map((name) => [name, logged(name)]));
}

function redactUrl(text: string): string {
  if (!URL.canParse(text)) return "[set]";
  const url = new URL(text);
  if (url.password) url.password = "redacted";
  for (const name of url.searchParams.keys()) if (/pass|key|secret/i.test(name)) url.searchParams.set(name, "redacted");
  return url.href;
}
