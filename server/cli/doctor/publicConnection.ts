/** The connection to the public address: its certificate, and the upgrade to a websocket. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:tls";
import { DAY_MS } from "../../../contract/durations.ts";
import { errorMessage } from "../../errors.ts";
import { failed, type Finding, ok, warning } from "./Finding.ts";

const TIMEOUT_MS = 10_000;
/** Automatic renewal happens a month before the end, so fewer days mean that it does not work. */
const RENEWAL_DAYS = 14;

/** How long the certificate of an https address is valid. */
export async function certificateFinding(url: URL): Promise<Finding> {
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const socket = connect({ host, port: Number(url.port || 443), servername: host, timeout: TIMEOUT_MS });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const until = new Date(socket.getPeerCertificate().valid_to);
    const days = Math.floor((until.getTime() - Date.now()) / DAY_MS);
    const says = `The certificate of ${host} is valid until ${until.toISOString().slice(0, 10)}.`;
    return days >= RENEWAL_DAYS
      ? ok("certificate", says)
      : warning("certificate", says, "Renew it, and look why it was not renewed automatically.");
  } catch (error) {
    return failed(
      "certificate",
      `The certificate of ${host} is refused: ${errorMessage(error)}.`,
      "Correct it at the proxy.",
    );
  } finally {
    socket.destroy();
  }
}

/** The status of the answer to an upgrade: 101 where it is made. @throws the error of the connection */
export async function upgradeStatus(url: URL, origin: string): Promise<number> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const request = send(url, {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
      origin,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answered = new Promise<number>((resolve, reject) => {
    request.once("upgrade", ({ statusCode = 0 }: IncomingMessage) => resolve(statusCode));
    request.once("response", ({ statusCode = 0 }: IncomingMessage) => resolve(statusCode));
    request.once("error", reject);
  });
  request.end();
  try {
    return await answered;
  } finally {
    request.on("error", () => {});
    request.destroy();
  }
}
