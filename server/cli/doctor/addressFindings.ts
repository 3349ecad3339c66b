/** The port of the server and its public address, with the proxy between: Host, X-Forwarded-*, websocket and certificate. */
import { createServer } from "node:net";
import { once } from "node:events";
import { API_PREFIX, SOCKET_PATH } from "../../../contract/constants.ts";
import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";
import type { KeyRing } from "../../access/keys/KeyRing.ts";
import { PROBE_HEADER, PROBE_PATH, ProbeAnswer, probeProof } from "../../access/keys/probeProof.ts";
import { errorMessage } from "../../errors.ts";
import { englishText } from "../../messages/messages.ts";
import type { Settings } from "../../settings.ts";
import { describeFailure } from "../../sources/egress/describeFailure.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { failed, type Finding, ok, skipped, warning } from "./Finding.ts";
import { certificateFinding, upgradeStatus } from "./publicConnection.ts";

/** Milliseconds of one request. */
const TIMEOUT_MS = 10_000;
const LIVE = `${API_PREFIX}health/live/`;
const PROXY_HELP = "deploy/nginx.conf and deploy/Caddyfile show how.";

type AddressSettings = Pick<Settings, "host" | "port" | "publicUrl" | "trustedProxies">;

/** @param keys of the installation; undefined where it has none yet */
export async function addressFindings(settings: AddressSettings, keys: KeyRing | undefined): Promise<Finding[]> {
  const { port, running } = await portFinding(settings);
  const { publicUrl } = settings;
  if (publicUrl === undefined) return [port, skipped("public address", "CLEW_PUBLIC_URL is not set.")];
  return [port, ...(await publicFindings(settings, publicUrl, running, keys))];
}

async function portFinding({ host, port }: AddressSettings): Promise<{ port: Finding; running: boolean }> {
  if (port === 0) return { port: skipped("port", "Any free port is taken."), running: false };
  const local = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  const answer = await ask(`http://${local}:${port}${LIVE}`);
  if (isLive(answer)) return { port: ok("port", `A server runs on port ${port}.`), running: true };
  try {
    const probe = createServer().listen({ host, port, exclusive: true });
    await once(probe, "listening");
    probe.close();
    return { port: ok("port", `Port ${port} is free; no server runs here now.`), running: false };
  } catch (error) {
    return { port: takenPort(port, error), running: false };
  }
}

function takenPort(port: number, error: unknown): Finding {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EADDRINUSE") {
    return failed("port", `Another program listens on port ${port}.`, "Stop it, or choose another port with PORT.");
  }
  if (code === "EACCES") {
    return failed(
      "port",
      `This user may not listen on port ${port}.`,
      "Use a port above 1023, with a proxy before it.",
    );
  }
  return failed("port", `The server cannot listen there: ${errorMessage(error)}.`, "Correct HOST and PORT.");
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

/** @returns the sentence of the failure where there is no answer */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer | SourceError> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers, redirect: "manual", signal });
    const { status } = response;
    return { status, text: (await response.text()).slice(0, 10_000), location: response.headers.get("location") };
  } catch (error) {
    const failure = describeFailure(error, new URL(url).hostname);
    if (failure instanceof SourceError) return failure;
    throw failure;
  }
}

const isLive = (answer: Answer | SourceError): answer is Answer =>
  !(answer instanceof SourceError) && answer.status === 200 && /"status":\s*"live"/.test(answer.text);

async function publicFindings(
  settings: AddressSettings,
  publicUrl: string,
  running: boolean,
  keys: KeyRing | undefined,
): Promise<Finding[]> {
  const url = new URL(publicUrl);
  const answer = await ask(`${publicUrl}${LIVE}`);
  if (!isLive(answer)) return [notReached(publicUrl, answer, running)];
  const isOpen = url.protocol === "http:" && !isLoopbackHost(url.hostname);
  return [
    isOpen
      ? warning(
          "public address",
          `${publicUrl} answers without TLS: passwords and tokens can be read on the way.`,
          `Put a proxy with TLS before the server. ${PROXY_HELP}`,
        )
      : ok("public address", `A server answers at ${publicUrl}.`),
    ...(url.protocol === "https:" ? [await certificateFinding(url)] : []),
    ...(keys === undefined ? [] : await proxyFindings(settings, url, keys)),
    await socketFinding(url),
  ];
}

function notReached(publicUrl: string, answer: Answer | SourceError, running: boolean): Finding {
  const check = "public address";
  if (!(answer instanceof SourceError)) {
    const { status, location } = answer;
    const target = location !== null && URL.canParse(location, publicUrl) ? new URL(location, publicUrl).origin : "";
    if (target !== "" && target !== new URL(publicUrl).origin) {
      return failed(check, `${publicUrl} leads to ${target}.`, `Set CLEW_PUBLIC_URL=${target}, or correct the proxy.`);
    }
    return failed(
      check,
      `Something else than Clew answers at ${publicUrl} (status ${status}).`,
      `Let the proxy forward all paths, below /api/ and /ws/ too. ${PROXY_HELP}`,
    );
  }
  const reason = englishText(answer.text);
  if (!running) {
    return warning(check, `${publicUrl} does not answer: ${reason}`, "Start the server and check again.");
  }
  const advice =
    answer.code === "tls"
      ? "Correct the certificate of the proxy. A private authority is trusted by NODE_EXTRA_CA_CERTS=/path/to/ca.pem."
      : "Check the name of CLEW_PUBLIC_URL, the proxy and the firewall.";
  return failed(check, `${publicUrl} does not answer: ${reason}`, advice);
}

/** What the server at the public address sees of a request. */
async function proxyFindings({ trustedProxies }: AddressSettings, url: URL, keys: KeyRing): Promise<Finding[]> {
  const answer = await ask(`${url.href.replace(/\/$/, "")}${API_PREFIX}${PROBE_PATH}`, {
    [PROBE_HEADER]: probeProof(keys),
  });
  const seen = answer instanceof SourceError || answer.status !== 200 ? undefined : parse(answer.text);
  if (seen === undefined) {
    return [
      warning(
        "proxy",
        "The server at the public address does not have the master key of these settings, so what it receives is not known.",
        "Run clew doctor with the settings of the server, and with the same version.",
      ),
    ];
  }
  const faults = [hostFault(seen, url), forwardedFault(seen, url, trustedProxies), protocolFault(seen, url)];
  const findings = faults.filter((fault) => fault !== undefined);
  return findings.length > 0
    ? findings
    : [ok("proxy", `The server receives the name ${seen.host} and the address of the client.`)];
}

function parse(text: string): ProbeAnswer | undefined {
  try {
    return ProbeAnswer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function hostFault({ host }: ProbeAnswer, url: URL): Finding | undefined {
  if (host.toLowerCase() === url.host) return undefined;
  return failed(
    "proxy",
    `The server receives ${host} as its name, and CLEW_PUBLIC_URL has ${url.host}: it refuses the notifications of its own pages.`,
    `Let the proxy keep the header Host (nginx: proxy_set_header Host $host). ${PROXY_HELP}`,
  );
}

function forwardedFault(
  { peer, is_forwarded, is_trusted }: ProbeAnswer,
  url: URL,
  trusted: readonly string[],
): Finding | undefined {
  if (is_forwarded && !is_trusted) {
    return failed(
      "proxy",
      `The proxy ${peer} forwards requests, and CLEW_TRUSTED_PROXIES does not name it: all people share its limits.`,
      `Set CLEW_TRUSTED_PROXIES=${[...trusted, peer].join(",")}`,
    );
  }
  if (is_forwarded || (url.protocol === "http:" && trusted.length === 0)) return undefined;
  return failed(
    "proxy",
    "The proxy sends no X-Forwarded-For: all people share its address and its limits.",
    `Let the proxy add it (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for). ${PROXY_HELP}`,
  );
}

function protocolFault({ protocol, is_trusted }: ProbeAnswer, url: URL): Finding | undefined {
  // Of a proxy that is not named nothing is believed.
  if (!is_trusted || `${protocol}:` === url.protocol) return undefined;
  return warning(
    "proxy",
    `The proxy says that people use ${protocol}, and CLEW_PUBLIC_URL has ${url.protocol.slice(0, -1)}.`,
    "Let the proxy set X-Forwarded-Proto (nginx: proxy_set_header X-Forwarded-Proto $scheme).",
  );
}

async function socketFinding(url: URL): Promise<Finding> {
  const target = new URL(`${url.href.replace(/\/$/, "")}${SOCKET_PATH}`);
  try {
    const status = await upgradeStatus(target, url.origin);
    if (status === 101) return ok("websocket", "Notifications reach the browser.");
    const advice =
      status === 403
        ? "Let the proxy keep the header Host: the server compares it with the origin of the page."
        : `Let the proxy forward Upgrade and Connection by HTTP/1.1 below ${SOCKET_PATH}. ${PROXY_HELP}`;
    return failed("websocket", `The websocket at ${target.href} is refused (status ${status}).`, advice);
  } catch (error) {
    return failed("websocket", `The websocket at ${target.href} fails: ${errorMessage(error)}.`, PROXY_HELP);
  }
}
