import ipaddr from "ipaddr.js";

/** Whoever has an IPv6 address has at least so many bits of them for themselves. */
const IPV6_BITS = 64;

/** What counts as one client to a limit: an IPv4 address, or the /64 of an IPv6 one. What is no address comes back as it is. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (!parsed) return address.slice(0, 100);
  return parsed.kind() === "ipv4" ? parsed.toString() : cut(parsed, IPV6_BITS);
}

/** An address as people see it in a list of sessions: the network it is in, not the machine. Empty for what is no address. */
export function coarseAddress(address: string): string {
  const parsed = parse(address);
  if (!parsed) return "";
  return parsed.kind() === "ipv4" ? cut(parsed, 24) : cut(parsed, 48);
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = address.replace(/%.*$/, "");
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

function cut(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const kind = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
