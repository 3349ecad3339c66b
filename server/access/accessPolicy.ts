/**
 * What a company demands of sessions and tokens: lengths, ages and networks. Limits of time are part of the stored end of a session;
 * networks and ages are checked where a session or a token is found.
 */
import ipaddr from "ipaddr.js";
import type { AccessPolicy, AccessPolicyBody } from "../../contract/access/accessPolicy.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import type { Db } from "../db/openDb.ts";
import { type CompanyRow, findCompanyById, lockCompany, updateCompany } from "../db/tables/companies/companies.ts";
import { updateSessionEnds } from "../db/tables/accounts/sessions.ts";
import type { PolicyRow } from "../db/tables/accounts/users.ts";
import { Forbidden, Invalid, Unauthorized } from "../errors.ts";
import { message } from "../messages/messages.ts";
import { type Actor, recordAuditEvent } from "./auditLog.ts";
import { parseAddress, proxyOf } from "./sessions/clientNetwork.ts";

const IDLE_TIMEOUT_MS = 30 * DAY_MS;
const SESSION_TTL_MS = 180 * DAY_MS;

/** When a session ends that is used at a moment: after its idle time, and a time after the sign-in in any case. */
export function sessionEnd(
  { session_idle_minutes: idle, session_max_hours: hours }: PolicyRow,
  { created, used }: { readonly created: Date; readonly used: Date },
): Date {
  const idleMs = idle === null ? IDLE_TIMEOUT_MS : Math.min(idle * MINUTE_MS, IDLE_TIMEOUT_MS);
  const maxMs = hours === null ? SESSION_TTL_MS : Math.min(hours * HOUR_MS, SESSION_TTL_MS);
  return new Date(Math.min(used.getTime() + idleMs, created.getTime() + maxMs));
}

const networksOf = ({ allowed_networks: networks }: Pick<PolicyRow, "allowed_networks">): string[] =>
  (networks ?? "").split(" ").filter(Boolean);

/** Whether the company of a user allows its own networks alone. A chat does not report the address of a user. */
export const isLimitedToNetworks = (policy: Pick<PolicyRow, "allowed_networks">): boolean =>
  networksOf(policy).length > 0;

/**
 * A network as it is stored: an address alone is a network of one, and the bits of the host are zero. An IPv4 network that is written as a
 * mapped IPv6 one is an IPv4 network, as addresses of clients are. @returns undefined for what is no network
 */
export function readNetwork(text: string): string | undefined {
  const [host = "", size, more] = text.trim().split("/");
  if (more !== undefined || (size !== undefined && !/^\d{1,3}$/.test(size))) return undefined;
  if (!ipaddr.IPv4.isValidFourPartDecimal(host) && !ipaddr.IPv6.isValid(host)) return undefined;
  if (host.includes("%")) return undefined;
  let address = ipaddr.parse(host);
  let bits = size === undefined ? (address.kind() === "ipv4" ? 32 : 128) : Number(size);
  if (bits > (address.kind() === "ipv4" ? 32 : 128)) return undefined;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    if (bits < 96) return undefined;
    address = address.toIPv4Address();
    bits -= 96;
  }
  const kind = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** Whether an address is in one of some networks. What is no address is in none. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const client = parseAddress(address);
  if (!client) return false;
  return networks.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text);
    return network.kind() === client.kind() && client.match(network, bits);
  });
}

/** Whether a company lets its users in from an address. */
export function admitsAddress(policy: PolicyRow, address: string): boolean {
  const networks = networksOf(policy);
  return networks.length === 0 || isInNetworks(address, networks);
}

const addressFacts = (address: string) => ({ address: parseAddress(address)?.toString() ?? "?" });

/** @throws Invalid for a sign-in from another network than the company allows */
export function requireSignInNetwork(policy: PolicyRow, address: string): void {
  if (!admitsAddress(policy, address))
    throw new Invalid({ non_field_errors: [message("access.network", addressFacts(address))] });
}

/** @throws Unauthorized for a session that is used from another network */
export function requireSessionNetwork(policy: PolicyRow, address: string): void {
  if (!admitsAddress(policy, address)) throw new Unauthorized(message("access.network", addressFacts(address)));
}

/** @throws Forbidden for a token that is used from another network; Unauthorized for one that is too old */
export function requireTokenWithin(
  policy: PolicyRow,
  token: { readonly created_at: Date },
  address: string,
  now: Date,
): void {
  const { token_max_days: days } = policy;
  if (days !== null && now.getTime() - token.created_at.getTime() > days * DAY_MS)
    throw new Unauthorized(message("access.token_age", { days }));
  if (!admitsAddress(policy, address)) throw new Forbidden(message("access.network", addressFacts(address)));
}

/** The demands of a company, with the address that its reader has. */
export async function readAccessPolicy(db: Db, companyId: string, address: string): Promise<AccessPolicy> {
  return { ...present(await findCompanyById(db, companyId)), your_address: addressFacts(address).address };
}

const present = (row: CompanyRow): AccessPolicyBody & { readonly oauth_clients: boolean } => ({
  session_idle_minutes: row.session_idle_minutes,
  session_max_hours: row.session_max_hours,
  token_max_days: row.token_max_days,
  networks: networksOf(row),
  oauth_clients: row.oauth_clients,
});

/**
 * Sets what a company demands. It counts from the next call on, and sessions that are beyond a limit end.
 * @param address of the Admin who sets it, who must stay within the networks
 * @throws Invalid
 */
export async function changeAccessPolicy(
  db: Db,
  companyId: string,
  body: AccessPolicyBody,
  by: Actor,
  address: string,
): Promise<void> {
  const networks = body.networks.filter((text) => text !== "").map((text) => ({ text, network: readNetwork(text) }));
  const wrong = networks.find(({ network }) => network === undefined);
  if (wrong) throw new Invalid({ networks: [message("access.no_network", { text: wrong.text })] });
  const allowed = [...new Set(networks.flatMap(({ network }) => network ?? []))];
  if (allowed.length > 0) {
    const proxy = proxyOf(address);
    // The server takes its address for that of every client: the list would admit everyone or no one.
    if (proxy !== null) throw new Invalid({ networks: [message("access.proxy", { proxy })] });
    if (!isInNetworks(address, allowed))
      throw new Invalid({ networks: [message("access.lockout", addressFacts(address))] });
  }
  await storePolicy(db, companyId, { ...body, networks: allowed }, by);
}

/** @throws Forbidden where the company lets no remote MCP client in */
export function requireOauthClients({ oauth_clients: areAllowed }: PolicyRow): void {
  if (areAllowed === false) throw new Forbidden(message("oauth_client.off"));
}

/** Removes all demands of a company that can lock its users out, for an operator. */
export const clearAccessPolicy = (db: Db, companyId: string, by: Actor): Promise<void> =>
  storePolicy(
    db,
    companyId,
    { session_idle_minutes: null, session_max_hours: null, token_max_days: null, networks: [] },
    by,
  );

async function storePolicy(db: Db, companyId: string, policy: AccessPolicyBody, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = present(await lockCompany(transaction, companyId));
    const after = { ...policy, oauth_clients: policy.oauth_clients ?? before.oauth_clients };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const { networks, ...limits } = after;
    await updateCompany(transaction, companyId, { ...limits, allowed_networks: networks.join(" ") });
    await updateSessionEnds(transaction, companyId);
    await recordAuditEvent(transaction, by, { action: "company.access_changed", before, after });
  });
}
