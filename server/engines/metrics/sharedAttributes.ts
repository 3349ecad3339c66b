/** Attributes that several kinds of items have. */
import { singleAttribute, type Attribute } from "./attributes.ts";
import type { NamedFacts } from "./countables.ts";

/** Values that are known by their names. */
export const namedValues = (names: readonly string[]) => ({ keys: names, names });

/** The people of a project. */
export const peopleAsValues = ({ facts: { people } }: NamedFacts) => ({
  keys: people.map(({ key }) => key),
  names: people.map(({ name }) => name),
});

/** The sources of a project. */
export const sourcesAsValues = ({ facts: { sources }, sourceNames }: NamedFacts) => ({
  keys: sources,
  names: sources.map((id) => sourceNames.get(id) ?? id),
});

/** The project itself, which all of its items have in common. */
export const projectAttribute = ({ facts: { slug }, name }: NamedFacts): Attribute =>
  singleAttribute({ keys: [slug], names: [name] }, Int32Array.of(0), () => 0);
