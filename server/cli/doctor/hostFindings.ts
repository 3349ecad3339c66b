/** The hosts of linked sources and of identity providers: name, connection, certificate and clock. */
import { connect } from "node:net";
import { once } from "node:events";
import { mapConcurrent } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { listAllSourceAddresses } from "../../db/tables/sources/sources.ts";
import { listSsoIssuers } from "../../db/tables/directory/ssoProviders.ts";
import { listSsoMetadataUrls } from "../../db/tables/directory/ssoSaml.ts";
import { errorMessage } from "../../errors.ts";
import { englishText } from "../../messages/messages.ts";
import type { Settings } from "../../settings.ts";
import { createEgress, type Egress } from "../../sources/egress/egress.ts";
import { readGitAddress } from "../../sources/git/gitAddress.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { failed, type Finding, ok, skipped, warning } from "./Finding.ts";

/** Milliseconds. */
const LIMITS = { connectMs: 5000, silenceMs: 10_000, totalMs: 15_000 };
const AT_ONCE = 8;
/** Repositories by their paths, which are not printed. */
const LOCAL = "a local repository";
/** The header has whole seconds, and signatures of tokens allow about a minute. */
const SKEW_MS = 60_000;

/** What to do, by the code of the failure. */
const ADVICE: Readonly<Record<string, string>> = {
  dns: "Check the name servers of this machine, and the address of the source.",
  private_network: "Name the host in CLEW_ALLOWED_NETWORKS if it may be reached.",
  protocol: "Plain http is only for hosts in CLEW_ALLOWED_NETWORKS: add it there, or link the https address.",
  refused: "Check the address and port of the source, and the firewall between.",
  timeout: "Check the firewall and the proxy between this machine and the host.",
  tls: "Correct the certificate of the host. A private authority is trusted by NODE_EXTRA_CA_CERTS=/path/to/ca.pem; git needs the same one in the system's certificates.",
  path_not_allowed: "Name its folder in CLEW_ALLOWED_PATHS.",
};

const DEMO = "It is taken for a source of the demo. CLEW_DEMO=off checks it.";
const isOfDemo = ({ check, state }: Finding): boolean =>
  state === "failed" && (check === `host ${LOCAL}` || check.startsWith("host http://127.0.0.1:"));

type HostSettings = Pick<Settings, "allowedNetworks" | "allowedPaths" | "oauth" | "demo">;

/** Asks each host once. */
export async function hostFindings(db: Db, settings: HostSettings): Promise<Finding[]> {
  const egress = createEgress({ allowed: settings.allowedNetworks, limits: LIMITS });
  try {
    const targets = await targetsOf(db, settings, egress);
    if (targets.size === 0) return [ok("hosts", "No source is linked yet.")];
    const findings = await mapConcurrent([...targets], AT_ONCE, async ([name, ask]) => findingOf(name, ask));
    // The demo's hosts are inside of the server, which allows them by itself.
    return findings
      .flat()
      .map((finding) => (settings.demo && isOfDemo(finding) ? skipped(finding.check, DEMO) : finding));
  } finally {
    await egress.close();
  }
}

/** Throws SourceError where the host cannot be used, and returns its time if it says it. */
type Ask = () => Promise<number | undefined>;

async function targetsOf(db: Db, settings: HostSettings, egress: Egress): Promise<ReadonlyMap<string, Ask>> {
  const targets = new Map<string, Ask>();
  const addWeb = (url: string): void => {
    const { origin, protocol } = new URL(url);
    // A custom source has no host: its items are sent to this server.
    if (/^https?:$/.test(protocol)) targets.set(origin, () => timeOf(egress, origin));
  };
  for (const { kind, url } of await listAllSourceAddresses(db)) {
    if (kind !== "repository" && URL.canParse(url)) {
      addWeb(url);
      continue;
    }
    try {
      const address = await readGitAddress(url, { egress, allowedPaths: settings.allowedPaths });
      if (address.kind === "web") addWeb(address.url.href);
      if (address.kind === "ssh") {
        const { host, port } = address;
        targets.set(`ssh://${host}:${port}`, () => reachSsh(egress, host, port));
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // An address names the place of one source, so all with the same fault of one host are one finding.
      const place = URL.canParse(url) && new URL(url).host !== "" ? new URL(url).origin : LOCAL;
      targets.set(place, () => Promise.reject(error));
    }
  }
  const urls = [
    ...(await listSsoIssuers(db)),
    ...(await listSsoMetadataUrls(db)),
    ...Object.values(settings.oauth).flatMap(({ url }) => url ?? []),
  ];
  for (const url of urls) if (URL.canParse(url)) addWeb(url);
  return targets;
}

async function findingOf(name: string, ask: Ask): Promise<Finding[]> {
  const check = `host ${name}`;
  try {
    const sent = Date.now();
    const time = await ask();
    const difference = time === undefined ? 0 : time - (sent + Date.now()) / 2;
    const answers = ok(check, "It answers.");
    if (Math.abs(difference) <= SKEW_MS) return [answers];
    const seconds = Math.round(Math.abs(difference) / 1000);
    return [
      answers,
      warning(
        "clock",
        `By the clock of ${name} this machine is ${seconds} seconds ${difference > 0 ? "behind" : "ahead"}.`,
        "Synchronize the clock of this machine (chrony or systemd-timesyncd): signed tokens are refused otherwise.",
      ),
    ];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [
      failed(
        check,
        englishText(error.text),
        ADVICE[error.code] ?? "Sources at this host cannot be read until it answers.",
      ),
    ];
  }
}

async function timeOf(egress: Egress, origin: string): Promise<number | undefined> {
  const response = await egress.fetch(`${origin}/`, { method: "HEAD" }).catch((error: unknown) => {
    // It answered: where the answer leads to is not asked.
    if (error instanceof SourceError && error.code === "redirect") return undefined;
    throw error;
  });
  const time = Date.parse(response?.headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

async function reachSsh(egress: Egress, host: string, port: number): Promise<undefined> {
  const socket = connect({ host: await egress.resolve(host, port), port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(LIMITS.connectMs) });
  } catch (error) {
    const isLate = error instanceof Error && error.name === "AbortError";
    const code = isLate ? "timeout" : "refused";
    throw new SourceError(code, { code: `host.${code}`, params: { host } }, { cause: errorMessage(error) });
  } finally {
    socket.destroy();
  }
  return undefined;
}
