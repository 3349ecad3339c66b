/** One line for each declaration: re-exports declare nothing, and a schema and its type are one name of one file. */
const DECLARATIONS =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm;

/** A name that several files export, and the paths of these, sorted. */
export interface SharedName {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Names that several files declare and export, so that an import of one may be of another thing. @param texts by path */
export function sharedNames(texts: ReadonlyMap<string, string>): SharedName[] {
  const paths = new Map<string, Set<string>>();
  for (const [path, text] of texts) {
    for (const [, name = ""] of text.matchAll(DECLARATIONS)) {
      paths.set(name, (paths.get(name) ?? new Set<string>()).add(path));
    }
  }
  return [...paths]
    .filter(([, declaring]) => declaring.size > 1)
    .map(([name, declaring]) => ({ name, paths: [...declaring].toSorted() }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

const PROVIDER = /^server\/sources\/providers\/([^/]+)\//;

/** Whether each of the files belongs to another provider. */
export function isOfSeveralProviders(paths: readonly string[]): boolean {
  const providers = new Set(paths.map((path) => PROVIDER.exec(path)?.[1]));
  return !providers.has(undefined) && providers.size === paths.length;
}
