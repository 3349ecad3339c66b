import type { KnownPerson } from "./knownPersons.ts";
import { type IdentityTraits, identityKeys, verifiedKeys } from "./identityKeys.ts";

/** A signature as a history writes it, with the repository where that is known. */
interface Signature {
  readonly name: string;
  readonly email: string;
  readonly sourceId?: string;
}

/** Finds people of a project by identity, signature or key. Every method returns an index in the list of persons, or -1. */
export class PersonFinder {
  readonly #byIdentity = new Map<string, number>();
  readonly #bySignature = new Map<string, number>();
  /** Keys by which a new identity joins a person. */
  readonly #joining = new Map<string, number>();
  /** Keys by which a person can be looked up; unlike `#joining` also the names of people merged manually. */
  readonly #found = new Map<string, number>();

  constructor(persons: readonly KnownPerson[]) {
    const owners = new Map<string, Set<number>>();
    persons.forEach(({ identities }, place) => {
      for (const { key, sourceId, name, email, keys } of identities) {
        this.#byIdentity.set(key, place);
        for (const key of keys) owners.set(key, (owners.get(key) ?? new Set()).add(place));
        if (!key.startsWith("author:")) continue;
        const signature = { name, email: email ?? "" };
        this.#bySignature.set(signatureKey({ ...signature, sourceId }), place);
        // The fallback for repositories without this signature: a person who has it in another one.
        if (!this.#bySignature.has(signatureKey(signature))) this.#bySignature.set(signatureKey(signature), place);
      }
    });
    const isMerged = (place: number): boolean => persons[place]?.manualMerge != null;
    for (const [key, places] of owners) {
      // A person made by the rules alone is the only one with this key.
      const byRule = [...places].find((place) => !isMerged(place));
      const only = places.size === 1 ? [...places][0] : undefined;
      const place = byRule ?? only;
      if (place === undefined) continue;
      this.#found.set(key, place);
      if (byRule !== undefined) this.#joining.set(key, place);
    }
    persons.forEach(({ manualMerge, identities }, place) => {
      if (!manualMerge) return;
      const sure = identities.flatMap(({ canonical }) => verifiedKeys(canonical));
      for (const key of sure) if (owners.get(key)?.size === 1) this.#joining.set(key, place);
    });
  }

  /** Finds the person of a signature among the rows of the repository. */
  ofSignature({ name, email, sourceId }: Signature): number {
    const person = sourceId === undefined ? undefined : this.#bySignature.get(signatureKey({ name, email, sourceId }));
    return person ?? this.#bySignature.get(signatureKey({ name, email })) ?? -1;
  }

  /** The person that a new identity with this key belongs to. */
  byKey(key: string): number {
    return this.#joining.get(key) ?? -1;
  }

  /** Looks a person up by the identity, or by the most reliable key that matches. */
  find({ key, ...who }: IdentityTraits & { readonly key?: string }): number {
    const person = key === undefined ? undefined : this.#byIdentity.get(key);
    if (person !== undefined) return person;
    for (const key of identityKeys(who)) {
      const place = this.#found.get(key);
      if (place !== undefined) return place;
    }
    return -1;
  }
}

const signatureKey = ({ name, email, sourceId = "" }: Signature): string =>
  `${sourceId}\n${name}\n${email.toLowerCase()}`;
