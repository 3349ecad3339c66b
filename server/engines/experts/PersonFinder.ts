import type { KnownPerson } from "./knownPersons.ts";
import { type KnownAs, keysOfKnown, sureKeysOf } from "./marks.ts";

/** A signature as a history writes it, with the repository where that is known. */
interface Signature {
  readonly name: string;
  readonly email: string;
  readonly sourceId?: string;
}

/** Finds people of a project by what is known of them. Everything answers with a place in the list, or -1. */
export class PersonFinder {
  readonly #byIdentity = new Map<string, number>();
  readonly #bySignature = new Map<string, number>();
  /** Marks by which a new identity joins a person. */
  readonly #joining = new Map<string, number>();
  /** Marks by which a person can be looked up; unlike `#joining` also the names of people merged by hand. */
  readonly #found = new Map<string, number>();

  constructor(persons: readonly KnownPerson[]) {
    const owners = new Map<string, Set<number>>();
    persons.forEach(({ identities }, place) => {
      for (const { key, sourceId, name, email, marks } of identities) {
        this.#byIdentity.set(key, place);
        for (const mark of marks) owners.set(mark, (owners.get(mark) ?? new Set()).add(place));
        if (!key.startsWith("author:")) continue;
        const signature = { name, email: email ?? "" };
        this.#bySignature.set(written({ ...signature, sourceId }), place);
        // The fallback for repositories without this signature: a person who has it in another one.
        if (!this.#bySignature.has(written(signature))) this.#bySignature.set(written(signature), place);
      }
    });
    const isByHand = (place: number): boolean => persons[place]?.hand != null;
    for (const [mark, places] of owners) {
      // Whom the rules alone have made is the only one of those with a mark.
      const byRule = [...places].find((place) => !isByHand(place));
      const only = places.size === 1 ? [...places][0] : undefined;
      const place = byRule ?? only;
      if (place === undefined) continue;
      this.#found.set(mark, place);
      if (byRule !== undefined) this.#joining.set(mark, place);
    }
    persons.forEach(({ hand, identities }, place) => {
      if (!hand) return;
      const sure = identities.flatMap(({ proper }) => sureKeysOf(proper));
      for (const mark of sure) if (owners.get(mark)?.size === 1) this.#joining.set(mark, place);
    });
  }

  /** Whose a signature is, of whom the rows of the repository know. */
  ofSignature({ name, email, sourceId }: Signature): number {
    const own = sourceId === undefined ? undefined : this.#bySignature.get(written({ name, email, sourceId }));
    return own ?? this.#bySignature.get(written({ name, email })) ?? -1;
  }

  /** To whom something new belongs that has this mark. */
  byKey(mark: string): number {
    return this.#joining.get(mark) ?? -1;
  }

  /** Looks a person up by the identity, or by the most reliable mark that matches. */
  find({ key, ...who }: KnownAs & { readonly key?: string }): number {
    const known = key === undefined ? undefined : this.#byIdentity.get(key);
    if (known !== undefined) return known;
    for (const mark of keysOfKnown(who)) {
      const place = this.#found.get(mark);
      if (place !== undefined) return place;
    }
    return -1;
  }
}

const written = ({ name, email, sourceId = "" }: Signature): string => `${sourceId}\n${name}\n${email.toLowerCase()}`;
