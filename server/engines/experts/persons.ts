import type { PersonMerge, ProjectPerson } from "../../../contract/persons.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import type { MergedPerson } from "../../db/sourceTables.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { type KnownIdentity, identitiesOf } from "./knownIdentities.ts";
import { identityRowKey, knownPersons } from "./knownPersons.ts";
import { identityKeys, loginOf } from "./identityKeys.ts";

/** People in one answer. */
const MAX_PERSONS = 500;

/** An address that accepts mail, unlike a host's no-reply address. */
const isAddress = (email: string | null | undefined): email is string =>
  typeof email === "string" && email.includes("@") && loginOf(email) === null;

/** The people of a project: those put together by hand as they are, all others by rule. Those who are known under more than one name first. */
export async function listPersons(db: Db, projectId: string, text: string): Promise<ProjectPerson[]> {
  const persons = await knownPersons(db, projectId);
  const merges = await db
    .selectFrom("person_merges")
    .select(["id", "kept_id"])
    .where("project_id", "=", projectId)
    .where("undone_at", "is", null)
    .execute();
  const mergeOf = new Map(merges.map(({ id, kept_id }) => [kept_id, id]));
  const wanted = text.trim().toLowerCase();
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
        why: manualMerge ? "hand" : reasonOf(member, identities),
      })),
    }))
    .filter(({ name, identities: known }) =>
      [name, ...known.map(({ label }) => label)].some((one) => one.toLowerCase().includes(wanted)),
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
 * Makes one person of several identities, or sets one apart from what the rules would join it with. People who were put together by hand before and are named by one of them are taken in whole.
 * @throws Invalid for an identity that is not of this project
 */
export async function mergePersons(
  db: Db,
  project: { readonly id: string },
  userId: string,
  { name, identities }: { readonly name: string; readonly identities: readonly string[] },
): Promise<PersonMerge> {
  const known = new Map((await identitiesOf(db, project.id)).map((identity) => [identity.key, identity]));
  if (identities.some((key) => !known.has(key))) {
    throw new Invalid({ identities: ["One of these is not known in this project any more. Load the list again."] });
  }
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom("projects").select("id").where("id", "=", project.id).forUpdate().execute();
    const rows = await tx
      .selectFrom("person_identities")
      .innerJoin("persons", "persons.id", "person_identities.person_id")
      .select([
        "persons.id",
        "persons.name",
        "persons.email",
        "persons.is_bot",
        "persons.is_settled",
        "account_id",
        "author_id",
      ])
      .where("persons.project_id", "=", project.id)
      .execute();
    const wanted = new Set(identities);
    const touched = new Set(rows.filter((row) => wanted.has(identityRowKey(row))).map(({ id }) => id));
    const before = [...touched].flatMap((id): MergedPerson[] => {
      const own = rows.filter((row) => row.id === id);
      const [first] = own;
      return first
        ? [
            {
              id,
              name: first.name,
              email: first.email,
              is_bot: first.is_bot,
              is_settled: first.is_settled,
              identities: own.map(identityRowKey),
            },
          ]
        : [];
    });
    for (const person of before) for (const key of person.identities) wanted.add(key);
    if (touched.size > 0)
      await tx
        .deleteFrom("persons")
        .where("id", "in", [...touched])
        .execute();
    const all = [...wanted];
    const keptId = await insertPerson(tx, project.id, {
      id: newId(),
      name,
      email: all.map((key) => known.get(key)?.email).find(isAddress) ?? null,
      is_bot: all.some((key) => known.get(key)?.isBot === true),
      is_settled: true,
      identities: all,
    });
    const merge = { id: newId(), made_at: new Date() };
    await tx
      .insertInto("person_merges")
      .values({ ...merge, project_id: project.id, kept_id: keptId, merged: JSON.stringify(before), made_by: userId })
      .execute();
    return { id: merge.id, name, made_at: merge.made_at.toISOString() };
  });
}

async function insertPerson(tx: Db, projectId: string, person: MergedPerson): Promise<string> {
  const { identities, ...row } = person;
  await tx
    .insertInto("persons")
    .values({ ...row, project_id: projectId })
    .execute();
  for (const key of identities) {
    const [kind = "", id = ""] = key.split(":");
    const isAccount = kind === "account";
    // An account or author may be gone meanwhile, with its source.
    const there = isAccount
      ? await tx.selectFrom("people").select("id").where("id", "=", id).executeTakeFirst()
      : await tx.selectFrom("git_authors").select("id").where("id", "=", Number(id)).executeTakeFirst();
    if (!there) continue;
    await tx
      .insertInto("person_identities")
      .values({
        id: newId(),
        project_id: projectId,
        person_id: row.id,
        kind: isAccount ? "account" : "author",
        account_id: isAccount ? id : null,
        author_id: isAccount ? null : Number(id),
      })
      .execute();
  }
  return row.id;
}

/** The id of the project that a merge was made in. @throws NotFound */
export async function projectOfMerge(db: Db, mergeId: string): Promise<string> {
  const row = await db.selectFrom("person_merges").select("project_id").where("id", "=", mergeId).executeTakeFirst();
  if (!row) throw new NotFound("There is no such merge.");
  return row.project_id;
}

/**
 * Puts back what was before a merge: people who had been put together by hand, and for all others the rules.
 * @throws NotFound; Conflict when it was undone already or a later merge has taken its person in
 */
export async function undoMerge(db: Db, project: { readonly id: string }, mergeId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("projects").select("id").where("id", "=", project.id).forUpdate().execute();
    const merge = await tx
      .selectFrom("person_merges")
      .selectAll()
      .where("id", "=", mergeId)
      .where("project_id", "=", project.id)
      .executeTakeFirst();
    if (!merge) throw new NotFound("There is no such merge.");
    if (merge.undone_at !== null) throw new Conflict("This merge has been undone already.");
    const gone = await tx.deleteFrom("persons").where("id", "=", merge.kept_id).returning("id").executeTakeFirst();
    if (!gone) throw new Conflict("A later merge has taken this person in. Undo that one first.");
    for (const person of merge.merged) await insertPerson(tx, project.id, person);
    await tx.updateTable("person_merges").set({ undone_at: new Date() }).where("id", "=", mergeId).execute();
  });
}
