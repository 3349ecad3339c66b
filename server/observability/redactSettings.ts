import type { Settings } from "../settings.ts";

/** The settings as they may be logged: secrets and passwords replaced. */
export function redactSettings(settings: Settings): Record<string, unknown> {
  return {
    ...settings,
    masterKey: settings.masterKey === undefined ? undefined : "[set]",
    previousMasterKey: settings.previousMasterKey === undefined ? undefined : "[set]",
    backup: { ...settings.backup, passphrase: settings.backup.passphrase === undefined ? undefined : "[set]" },
    metricsToken: settings.metricsToken === undefined ? undefined : "[set]",
    oauth: Object.fromEntries(
      Object.entries(settings.oauth).map(([name, registration]) => [name, { ...registration, clientSecret: "[set]" }]),
    ),
    databaseUrl: settings.databaseUrl === undefined ? undefined : redactUrl(settings.databaseUrl),
    blobs: { ...settings.blobs, s3: settings.blobs.s3 && { ...settings.blobs.s3, secretAccessKey: "[set]" } },
    smtp: settings.smtp && { ...settings.smtp, url: redactUrl(settings.smtp.url) },
  };
}

function redactUrl(text: string): string {
  if (!URL.canParse(text)) return "[set]";
  const url = new URL(text);
  if (url.password) url.password = "redacted";
  for (const name of url.searchParams.keys()) if (/pass|key|secret/i.test(name)) url.searchParams.set(name, "redacted");
  return url.href;
}
