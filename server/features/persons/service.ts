import type { PersonMerge, ProjectPerson } from "../../../contract/people/persons.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockAuthors } from "../../db/tables/commits/gitAuthors.ts";
import { lockAccounts } from "../../db/tables/accounts/accounts.ts";
import { findMerge, insertMerge, listOpenMerges, updateMergeUndone } from "../../db/tables/persons/personMerges.ts";
import {
  deletePersons,
  insertPerson,
  insertPersonIdentities,
  listPersonIdentities,
} from "../../db/tables/persons/persons.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import type { MergedPerson } from "../../db/schema/personSchema.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import type { KnownIdentity } from "../../engines/identities/knownIdentities.ts";
import { identityRowKey } from "../../engines/identities/knownPersons.ts";
import { loadIdentities, loadPersons } from "../../project/loadPersons.ts";
import { identityKeys, loginOf } from "../../engines/identities/identityKeys.ts";
import { message } from "../../messages/messages.ts";

/** People in one answer. */
const MAX_PERSONS = 500;

/** An address that accepts mail, unlike a host's no-reply address. */
const isAddress = (email: string | null | undefined): email is string =>
  typeof email === "string" && email.includes("@") && loginOf(email) === null;

/** The people of a project: those merged manually as they are, all others by rule. Those who are known under more than one name first. */
export async function listPersons(db: Db, projectId: string, text: string): Promise<ProjectPerson[]> {
  const persons = await loadPersons(db, projectId);
  const merges = await listOpenMerges(db, projectId);
  const mergeOf = new Map(merges.map(({ id, kept_id }) => [kept_id, id]));
  const query = text.trim().toLowerCase();
  return persons
    .map(({ manualMerge, name, isBot, identities }): ProjectPerson => ({
      name,
      email: manualMerge?.email ?? identities.find(({ email }) => isAddress(email))?.email ?? null,
      is_bot: isBot,
      is_settled: manualMerge !== null,
      merge: manualMerge ? (mergeOf.get(manualMerge.id) ?? null) : null,
      identities: identities.map((member) => ({
        key: member.key,
        label: [...new Set([member.name, member.email, member.login])].filter(Boolean).join(" · "),
        why: manualMerge ? "manual" : reasonOf(member, identities),
      })),
    }))
    .filter(({ name, identities }) =>
      [name, ...identities.map(({ label }) => label)].some((label) => label.toLowerCase().includes(query)),
    )
    .toSorted(
      (a, b) =>
        Number(b.identities.length > 1) - Number(a.identities.length > 1) ||
        a.name.localeCompare(b.name) ||
        (a.identities[0]?.key ?? "").localeCompare(b.identities[0]?.key ?? ""),
    )
    .slice(0, MAX_PERSONS);
}

/** What an identity has in common with the others of its person, the surest first; null when it is alone. */
function reasonOf(
  member: KnownIdentity,
  members: readonly KnownIdentity[],
): NonNullable<ProjectPerson["identities"][number]["why"]> | null {
  const others = members.filter((other) => other !== member);
  const shared = member.keys.find((key) => others.some(({ keys }) => keys.includes(key)));
  if (shared === undefined) return null;
  const hasItself = ({ name, email, login, canonical }: KnownIdentity): boolean =>
    identityKeys({ ...canonical, name, email, login: canonical.login ? login : null }).includes(shared);
  if (!hasItself(member) || !others.some(hasItself)) return "mailmap";
  if (shared.startsWith("email:")) return "email";
  if (shared.startsWith("name:")) return "name";
  const isNoReply = [member, ...others].some(
    ({ email }) => email !== null && shared === `login:${loginOf(email) ?? ""}`,
  );
  return isNoReply ? "no_reply" : "login";
}

/**
 * Makes one person of several identities, or sets one apart from what the rules would join it with. People who were merged manually before and are named by one of them are taken in whole.
 * @throws Invalid for an identity that is not of this project
 */
export async function mergePersons(
  db: Db,
  project: { readonly id: string },
  userId: string,
  { name, identities }: { readonly name: string; readonly identities: readonly string[] },
): Promise<PersonMerge> {
  return db.transaction().execute(async (tx) => {
    await lockProject(tx, project.id);
    const rows = await listPersonIdentities(tx, project.id);
    const keys = new Set(identities);
    const touched = new Set(rows.filter((row) => keys.has(identityRowKey(row))).map(({ id }) => id));
    const before = [...touched].flatMap((id): MergedPerson[] => {
      const identityRows = rows.filter((row) => row.id === id);
      const [first] = identityRows;
      return first
        ? [
            {
              id,
              name: first.name,
              email: first.email,
              is_bot: first.is_bot,
              is_settled: first.is_settled,
              identities: identityRows.map(identityRowKey),
            },
          ]
        : [];
    });
    for (const person of before) for (const key of person.identities) keys.add(key);
    await deletePersons(tx, [...touched]);
    const all = [...keys];
    const byKey = new Map((await loadIdentities(tx, project.id, all)).map((identity) => [identity.key, identity]));
    if (identities.some((key) => !byKey.has(key))) {
      throw new Invalid({ identities: [message("person.identity_gone")] });
    }
    const keptId = await storePerson(tx, project.id, {
      id: newId(),
      name,
      email: all.map((key) => byKey.get(key)?.email).find(isAddress) ?? null,
      is_bot: all.some((key) => byKey.get(key)?.isBot === true),
      is_settled: true,
      identities: all,
    });
    const merge = { id: newId(), made_at: new Date() };
    await insertMerge(tx, {
      ...merge,
      project_id: project.id,
      kept_id: keptId,
      merged: JSON.stringify(before),
      made_by: userId,
    });
    return { id: merge.id, name, made_at: merge.made_at.toISOString() };
  });
}

/** Inserts a person with those of the identities that still exist. */
async function storePerson(tx: Db, projectId: string, person: MergedPerson): Promise<string> {
  const { identities, ...row } = person;
  await insertPerson(tx, { ...row, project_id: projectId });
  const idsOf = (prefix: string): string[] =>
    identities.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  // An account or author may be gone meanwhile, with its source.
  const accounts = await lockAccounts(tx, idsOf("account:"));
  const authors = await lockAuthors(tx, idsOf("author:").map(Number));
  const base = { project_id: projectId, person_id: row.id };
  await insertPersonIdentities(tx, [
    ...accounts.map((id) => ({ ...base, id: newId(), kind: "account" as const, account_id: id, author_id: null })),
    ...authors.map((id) => ({ ...base, id: newId(), kind: "author" as const, account_id: null, author_id: id })),
  ]);
  return row.id;
}

/**
 * Puts back what was before a merge: people who had been merged manually, and for all others the rules.
 * @throws NotFound; Conflict when it was undone already or a later merge has taken its person in
 */
export async function undoMerge(db: Db, project: { readonly id: string }, mergeId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockProject(tx, project.id);
    const merge = await findMerge(tx, project.id, mergeId);
    if (!merge) throw new NotFound(message("person.merge_not_found"));
    if (merge.undone_at !== null) throw new Conflict(message("person.merge_undone"));
    if ((await deletePersons(tx, [merge.kept_id])) === 0) throw new Conflict(message("person.merge_nested"));
    for (const person of merge.merged) await storePerson(tx, project.id, person);
    await updateMergeUndone(tx, mergeId, new Date());
  });
}
