import type { Db } from "../../db/openDb.ts";
import { leavesOf } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { loadPersons } from "../../project/loadPersons.ts";

/** What else the person of an account is called, by the id of the account: names, logins and addresses of the other identities. */
export type PersonNames = ReadonlyMap<string, readonly string[]>;

const NO_NAMES: PersonNames = new Map();
const ACCOUNT = "account:";

/** Whether the query of a rule names a person. */
export const namesPerson = ({ query }: { readonly query: string }): boolean =>
  leavesOf(parseQuery(query).root).some(
    ({ leaf }) => leaf.kind === "filter" && (leaf.name === "author" || leaf.name === "assignee"),
  );

/** The names of the persons of a project; none are read where no rule names a person. */
export async function personNames(
  db: Db,
  projectId: string,
  rules: readonly { readonly query: string }[],
): Promise<PersonNames> {
  if (!rules.some(namesPerson)) return NO_NAMES;
  const names = new Map<string, readonly string[]>();
  for (const { name, identities } of await loadPersons(db, projectId)) {
    if (identities.length < 2) continue;
    const all = [name, ...identities.flatMap((identity) => [identity.name, identity.login, identity.email])];
    const distinct = [...new Set(all.flatMap((text) => text ?? []))].filter((text) => text !== "");
    for (const { key } of identities) if (key.startsWith(ACCOUNT)) names.set(key.slice(ACCOUNT.length), distinct);
  }
  return names;
}
