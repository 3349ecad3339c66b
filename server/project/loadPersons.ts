/** Loads the rows of a project's people for identity resolution. */
import type { Db } from "../db/openDb.ts";
import { listProjectAuthors } from "../db/tables/commits/gitAuthors.ts";
import { listMailmaps } from "../db/tables/commits/mailmaps.ts";
import { listProjectAccounts } from "../db/tables/accounts/accounts.ts";
import { listSettledIdentities } from "../db/tables/persons/persons.ts";
import { type IdentityRows, type KnownIdentity, identitiesOf } from "../engines/identities/knownIdentities.ts";
import { type KnownPerson, knownPersons } from "../engines/identities/knownPersons.ts";
import { providerRulesOf } from "../sources/providers/rulesRegistry.ts";

/** @param ids only these accounts; all if left out */
async function loadAccounts(db: Db, projectId: string, ids?: readonly string[]): Promise<IdentityRows["accounts"]> {
  const rows = await listProjectAccounts(db, projectId, ids);
  return rows.map(({ provider, ...account }) => ({
    ...account,
    service: providerRulesOf(provider).sharedAccounts?.service ?? null,
  }));
}

async function loadIdentityRows(db: Db, projectId: string): Promise<IdentityRows> {
  const mailmaps = await listMailmaps(db, projectId);
  const accounts = await loadAccounts(db, projectId);
  const authors = await listProjectAuthors(db, projectId);
  return { mailmaps, accounts, authors };
}

/** The identities of a project that these keys name; a key of another project names none. */
export async function loadIdentities(db: Db, projectId: string, keys: Iterable<string>): Promise<KnownIdentity[]> {
  const named = [...keys].map((key) => key.split(":"));
  const idsOf = (kind: string): string[] => named.flatMap(([of, id]) => (of === kind && id !== undefined ? [id] : []));
  return identitiesOf({
    mailmaps: await listMailmaps(db, projectId),
    accounts: await loadAccounts(db, projectId, idsOf("account")),
    authors: await listProjectAuthors(db, projectId, idsOf("author").map(Number)),
  });
}

/** The persons of a project, as `knownPersons` puts identities together. */
export async function loadPersons(db: Db, projectId: string): Promise<KnownPerson[]> {
  const rows = await loadIdentityRows(db, projectId);
  return knownPersons({ ...rows, settled: await listSettledIdentities(db, projectId) });
}
