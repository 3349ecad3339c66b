/** Which symbols of SCIP are a class and its constructors. */

/**
 * What indexers call a constructor in a symbol, as descriptors of methods: scip-typescript and scip-dart, scip-java (Kotlin and Scala too),
 * scip-dotnet, scip-python, scip-php. rust-analyzer and scip-go have none: what makes a value is a function like any other.
 */
const RESERVED = ["`<constructor>`", "`<init>`", "`.ctor`", "__init__", "__construct"];

/** A method of a class: the class, then the name of the method and its disambiguator. */
const METHOD = /^(?<owner>.*#)(?<name>`(?:[^`]|``)+`|[\w$+-]+)\([\w$+-]*\)\.$/s;
const LAST_TYPE = /(?:^|[\s/#.:!\])])(?<name>`(?:[^`]|``)+`|[\w$+-]+)#$/;

/** A class of SCIP, and what the symbols of its constructors start with. */
export interface ConstructedClass {
  readonly symbol: string;
  readonly constructors: readonly string[];
}

/** The class that a symbol is or constructs; null for every other symbol. */
export function classOf(symbol: string): ConstructedClass | null {
  if (symbol.startsWith("local ")) return null;
  if (symbol.endsWith("#")) return { symbol, constructors: namesOf(symbol).map((name) => `${symbol}${name}(`) };
  const { owner, name = "" } = METHOD.exec(symbol)?.groups ?? {};
  if (owner === undefined) return null;
  const names = namesOf(owner);
  return names.includes(name)
    ? { symbol: owner, constructors: names.map((constructorName) => `${owner}${constructorName}(`) }
    : null;
}

/** The names that constructors of a class can have: those of Ruby and C++ are usual names of methods in other languages. */
function namesOf(owner: string): readonly string[] {
  if (owner.startsWith("scip-ruby ")) return [...RESERVED, "initialize"];
  const className = owner.startsWith("cxx ") ? LAST_TYPE.exec(owner)?.groups?.["name"] : undefined;
  return className === undefined ? RESERVED : [...RESERVED, className];
}
