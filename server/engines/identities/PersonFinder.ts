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
  readonly #positions = new Map<string, number>();

  constructor(persons: readonly KnownPerson[]) {
    const owners = new Map<string, Set<number>>();
    persons.forEach(({ identities }, position) => {
      for (const { key, sourceId, name, email, keys } of identities) {
        this.#byIdentity.set(key, position);
        for (const key of keys) owners.set(key, (owners.get(key) ?? new Set()).add(position));
        if (!key.startsWith("author:")) continue;
        const signature = { name, email: email ?? "" };
        this.#bySignature.set(signatureKey({ ...signature, sourceId }), position);
        // The fallback for repositories without this signature: a person who has it in another one.
        if (!this.#bySignature.has(signatureKey(signature))) this.#bySignature.set(signatureKey(signature), position);
      }
    });
    const isMerged = (position: number): boolean => persons[position]?.manualMerge != null;
    for (const [key, positions] of owners) {
      // A person made by the rules alone is the only one with this key.
      const byRule = [...positions].find((position) => !isMerged(position));
      const only = positions.size === 1 ? [...positions][0] : undefined;
      const position = byRule ?? only;
      if (position === undefined) continue;
      this.#positions.set(key, position);
      if (byRule !== undefined) this.#joining.set(key, position);
    }
    persons.forEach(({ manualMerge, identities }, position) => {
      if (!manualMerge) return;
      const sure = identities.flatMap(({ canonical }) => verifiedKeys(canonical));
      for (const key of sure) if (owners.get(key)?.size === 1) this.#joining.set(key, position);
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
      const position = this.#positions.get(key);
      if (position !== undefined) return position;
    }
    return -1;
  }
}

const signatureKey = ({ name, email, sourceId = "" }: Signature): string =>
  `${sourceId}\n${name}\n${email.toLowerCase()}`;
