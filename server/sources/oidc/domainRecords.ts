/** TXT records of a domain, by which a company proves that it owns the domain. */
import { Resolver } from "node:dns/promises";

/** Milliseconds for the first try at each server; a further try waits longer. */
const TIMEOUT_MS = 3_000;
const MAX_TRIES = 2;
/** A domain with more records than that is read up to here. */
const MAX_RECORDS = 500;

export type ReadRecords = (domain: string) => Promise<string[]>;

/** @param servers `address` or `address:port` of name servers; none: those of the system */
export function createReadRecords(servers: readonly string[]): ReadRecords {
  return async (domain) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: MAX_TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    // Absolute, so that no search list of the system is added.
    const records = await resolver.resolveTxt(`${domain}.`);
    return records.slice(0, MAX_RECORDS).map((parts) => parts.join(""));
  };
}

/** Whether a failed query means that the domain has no such record, and not that no server answered. */
export const isWithoutRecord = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENODATA" || error.code === "ENOTFOUND");
