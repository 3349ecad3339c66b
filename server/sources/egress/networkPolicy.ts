import ipaddr from "ipaddr.js";
import { SourceError } from "../SourceError.ts";
import { message } from "../../messages/messages.ts";

/**
 * The addresses that the server may connect to: every public unicast address, and beyond those only what the operator names. An entry is
 * a CIDR block (`10.0.0.0/8`, `::1/128`), an address, or an exact host name, each optionally with `:port`.
 */
export interface NetworkPolicy {
  /** Whether a connection to this address is allowed when the URL has `host` (lower case, no brackets) and `port`. */
  permits(address: string, host: string, port: number): boolean;
  /** Whether the operator named this host or one of its addresses. Named hosts may be called over plain http. */
  names(host: string, port: number): boolean;
}

interface Entry {
  readonly host: string | null;
  readonly block: readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | null;
  readonly port: number | null;
}

/** TypeError for an entry that is neither a block, an address nor a host name: a typing error must not widen or narrow silently. */
export function createNetworkPolicy(allowed: readonly string[]): NetworkPolicy {
  const entries = allowed.map(parseEntry);
  const inBlocks = (address: ipaddr.IPv4 | ipaddr.IPv6, port: number) =>
    entries.some(
      ({ block, port: only }) =>
        block !== null &&
        (only === null || only === port) &&
        block[0].kind() === address.kind() &&
        address.match(block[0], block[1]),
    );
  const isNamed = (host: string, port: number) =>
    entries.some((entry) => entry.host === host && (entry.port === null || entry.port === port));
  return {
    permits(address, host, port) {
      const parsed = parseAddress(address);
      if (!parsed) return false;
      return isPublic(parsed) || inBlocks(parsed, port) || isNamed(host, port);
    },
    names(host, port) {
      const parsed = parseAddress(host);
      return isNamed(host, port) || (parsed !== null && inBlocks(parsed, port));
    },
  };
}

/** What the registries have given out for the open network. Beyond it IPv6 has forms that hide an IPv4 address, such as `::7f00:1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST));

/** An address in its plain form; IPv4 inside IPv6 (mapped) is IPv4, so that `::ffff:127.0.0.1` is what it reaches. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/%.*$/, "");
  if (ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)) return ipaddr.process(bare);
  return null;
}

function parseEntry(text: string): Entry {
  const entry = text.trim().toLowerCase();
  if (entry.includes("/")) {
    const match = /^(?<block>[^/]+\/\d+)(?::(?<port>\d+))?$/.exec(
      entry.replace(/^\[(?<address>[^\]]+)\]/, "$<address>"),
    );
    if (match?.groups?.["block"] && ipaddr.isValidCIDR(match.groups["block"])) {
      return { host: null, block: ipaddr.parseCIDR(match.groups["block"]), port: portOf(match.groups["port"], text) };
    }
    throw new TypeError(`"${text}" is not a network block such as 10.0.0.0/8.`);
  }
  const plain = parseAddress(entry);
  if (plain) return { host: null, block: [plain, plain.kind() === "ipv4" ? 32 : 128], port: null };
  const match = /^(?:\[(?<six>[^\]]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d+))?$/.exec(entry);
  const host = match?.groups?.["six"] ?? match?.groups?.["name"] ?? "";
  const port = portOf(match?.groups?.["port"], text);
  const address = parseAddress(host);
  if (address) return { host: null, block: [address, address.kind() === "ipv4" ? 32 : 128], port };
  if (/^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/.test(host)) {
    return { host, block: null, port };
  }
  throw new TypeError(`"${text}" is neither a network block, an address nor a host name.`);
}

function portOf(text: string | undefined, entry: string): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (port < 1 || port > 65_535) throw new TypeError(`"${entry}" has a port outside 1 to 65535.`);
  return port;
}

/** The sentence for an address that the policy refuses. */
export function privateNetwork(host: string): SourceError {
  return new SourceError("private_network", message("host.private_network", { host }));
}
