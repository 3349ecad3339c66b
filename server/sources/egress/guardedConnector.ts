import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { message } from "../../messages/messages.ts";
import { SourceError } from "../SourceError.ts";
import { type NetworkPolicy, privateNetwork } from "./networkPolicy.ts";
import { readInSlices } from "./slicedReads.ts";
import { hostAndPort } from "./webAddress.ts";

/** Resolves a name to all of its addresses. */
export type LookupAll = (host: string) => Promise<readonly { address: string; family: number }[]>;
type Addresses = [{ address: string; family: number }, ...{ address: string; family: number }[]];

/** @throws SourceError `dns` or `private_network` when there is none */
export async function permittedAddresses(
  policy: NetworkPolicy,
  lookup: LookupAll,
  host: string,
  port: number,
): Promise<Addresses> {
  let addresses: readonly { address: string; family: number }[];
  try {
    addresses = await lookup(host);
  } catch (error) {
    throw new SourceError("dns", message("host.unknown", { host }), { cause: error });
  }
  const [first, ...rest] = addresses.filter(({ address }) => policy.permits(address, host, port));
  if (!first) {
    if (addresses.length === 0) throw new SourceError("dns", message("host.unknown", { host }));
    throw privateNetwork(host);
  }
  return [first, ...rest];
}

/** Connects to permitted addresses only, and checks the connected socket's own address again. */
export function guardedConnector(
  policy: NetworkPolicy,
  lookupAll: LookupAll,
  timeoutMs: number,
): buildConnector.connector {
  return (target, callback) => {
    const { host, port } = hostAndPort(target);
    const lookup: LookupFunction = (_name, lookupOptions, done) => {
      permittedAddresses(policy, lookupAll, host, port).then(
        (addresses) => {
          if (lookupOptions.all) done(null, addresses);
          else done(null, addresses[0].address, addresses[0].family);
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error("lookup failed"), "");
        },
      );
    };
    buildConnector({ lookup, timeout: timeoutMs, autoSelectFamily: true })(target, (error, socket) => {
      if (error) {
        callback(error, null);
      } else if (!policy.permits(socket.remoteAddress ?? "", host, port)) {
        socket.destroy();
        callback(privateNetwork(host), null);
      } else {
        callback(null, readInSlices(socket));
      }
    });
  };
}
