import { createHash } from "node:crypto";
import { accountKey, authorKey } from "../identities/knownIdentities.ts";
import type { KnownPerson } from "../identities/knownPersons.ts";
import type { NameAndEmail } from "../identities/mailmap.ts";
import { PersonFinder } from "../identities/PersonFinder.ts";
import type { FactPerson } from "./facts.ts";

export interface People {
  readonly list: readonly FactPerson[];
  /** A digest of the people: it changes when one is added, removed, joined or renamed. */
  readonly digest: string;
  /** The index of an account's person; -1 for none. */
  ofAccount(id: string | null): number;
  /** The same for an author of commits, by the row. */
  ofAuthor(id: number): number;
  /** The same for an author as the history of a source writes it; -1 when the rows do not have it. */
  ofSignature(signature: NameAndEmail & { readonly sourceId?: string }): number;
}

/** The people of a project, the same ones as on its list of people and in Experts. */
export function factPeople(persons: readonly KnownPerson[]): People {
  const finder = new PersonFinder(persons);
  const list = persons.map((person): FactPerson => ({
    id: idOf(person),
    key: person.identities[0]?.key ?? "",
    name: person.name,
    isBot: person.isBot,
  }));
  return {
    list,
    digest: createHash("sha256")
      .update(JSON.stringify([list, persons.map(({ identities }) => identities.map(({ key }) => key))]))
      .digest("base64url"),
    ofAccount: (id) => (id === null ? -1 : finder.find({ key: accountKey(id) })),
    ofAuthor: (id) => finder.find({ key: authorKey(id) }),
    ofSignature: (signature) => finder.ofSignature(signature),
  };
}

/** Part of URLs, so it discloses no name. Stable as long as the first key of the person is. */
function idOf({ manualMerge, identities }: KnownPerson): string {
  if (manualMerge) return manualMerge.id;
  const keys = identities.flatMap((identity) => identity.keys);
  // A signature that many have in common has no key: it identifies itself.
  const signatures = identities.map(({ sourceId, name, email }) => `${sourceId}\n${name}\n${email ?? ""}`);
  return createHash("sha256")
    .update((keys.length > 0 ? keys : signatures).sort()[0] ?? "")
    .digest("hex")
    .slice(0, 16);
}
