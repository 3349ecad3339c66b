interface NamedRepository {
  readonly id: string;
  readonly name: string;
}

/**
 * How the address of the code page names a repository: names are unique nearly always; a name with a segment `-` would end too early in an
 * address.
 * @param all the repositories of the project
 */
export function repositoryAddress({ id, name }: NamedRepository, all: readonly NamedRepository[]): string {
  const isShared = all.some((other) => other.id !== id && other.name === name);
  return isShared || name === "" || name.split("/").some((part) => ["", "-", ".", ".."].includes(part)) ? id : name;
}
