import ipaddr from "ipaddr.js";

/** The smallest network that is assigned to one IPv6 subscriber. */
const IPV6_BITS = 64;

const FORWARDED = " for ";
/** The address of a client behind a proxy that the operator did not name: the proxy's, and the one that it claims for the client. */
export const forwardedBy = (proxy: string, claimed: string): string => `${proxy}${FORWARDED}${claimed}`;

/** The proxy of an address made by `forwardedBy`; null for an address of a client that connects directly. */
export function proxyOf(address: string): string | null {
  const at = address.indexOf(FORWARDED);
  return at < 0 ? null : address.slice(0, at);
}

/** Whether a text is an IPv4 or IPv6 address. */
export const isAddress = (text: string): boolean => parseAddress(text) !== undefined;

/** What counts as one client to a limit: an IPv4 address, or the /64 of an IPv6 one. What is no address comes back as it is. */
export function clientNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return (proxyOf(address) ?? address).slice(0, 100);
  return parsed.kind() === "ipv4" ? parsed.toString() : cut(parsed, IPV6_BITS);
}

/** An address as users see it in a list of sessions: the network it is in, not the machine. Empty for what is no address. */
export function anonymizeIp(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return "";
  return parsed.kind() === "ipv4" ? cut(parsed, 24) : cut(parsed, 48);
}

/** An address of a client; that of the proxy where an unnamed one forwarded, and the IPv4 address of a mapped IPv6 one. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = (proxyOf(address) ?? address).replace(/%.*$/, "");
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

function cut(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const kind = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
