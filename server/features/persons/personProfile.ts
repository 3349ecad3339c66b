import type { Person } from "../../../contract/fieldSchemas.ts";
import { personAddress } from "../../../contract/addresses/personAddress.ts";
import type { PersonAnswer } from "../../../contract/people/personPage.ts";
import type { Db } from "../../db/openDb.ts";
import { listAccountsWithSource } from "../../db/tables/persons/personActivity.ts";
import { profileUrl } from "../../sources/hostLinks.ts";
import { type DirectoryPerson, personDirectory } from "../../engines/identities/PersonDirectory.ts";
import { shortName } from "../../git/commitText.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { projectPeople } from "../../project/projectPeople.ts";

/** Who the person of an address is: their names, addresses and accounts. */
export async function readProfile(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  address: string,
): Promise<PersonAnswer> {
  const directory = personDirectory(await projectPeople(db, projectId, index));
  const person = directory.find(address);
  if (!person)
    return { profile: null, candidates: directory.similar(address).map((similar) => presentListed(similar)) };
  const accounts = await listAccountsWithSource(db, projectId, person.accounts);
  const avatarUrl = accounts.map(({ avatar_url }) => avatar_url).find((url) => url !== null) ?? null;
  const profile = {
    person: presentListed(person, avatarUrl),
    address: personAddress(person),
    is_bot: person.isBot,
    is_settled: person.isSettled,
    names: person.otherNames.map(shortName),
    emails: [...person.emails],
    accounts: accounts.map(({ login, name, source_id, source_name, provider, source_url }) => ({
      source: source_id,
      source_name,
      provider,
      login,
      name,
      url: profileUrl({ provider, url: source_url }, login),
    })),
  };
  return { profile, candidates: [] };
}

/** A person of the directory as the wire has them. */
export const presentListed = ({ id, name, emails }: DirectoryPerson, avatarUrl: string | null = null): Person => ({
  id,
  name: shortName(name),
  email: emails[0] ?? null,
  avatar_url: avatarUrl,
});
