/**
 * `host/owner/name` of a repository's address in any notation: https, ssh, with or without `.git`. At Bitbucket Data Center the page of a
 * repository (`/projects/KEY/repos/name`) has other parts around the same names than its addresses for git (`/scm/key/name.git`, `/key/name.git`).
 */
export function repositoryKey(url: string): string {
  const text = url.trim().replace(/^([\w.-]+)@([^:/]+):(?!\/\/)/, "ssh://$1@$2/");
  const bare = text.replace(/^[a-z][a-z+]*:\/\//i, "").replace(/^[^@/]*@/, "");
  return bare
    .replace(/:\d+(?=\/)/, "")
    .replace(/\/+$/, "")
    .replace(/\.git$/i, "")
    .toLowerCase()
    .replace(/\/scm\/([^/]+\/[^/]+)$/, "/$1")
    .replace(/\/users\/([^/]+)\/repos\/([^/]+)$/, "/~$1/$2")
    .replace(/\/projects\/([^/]+)\/repos\/([^/]+)$/, "/$1/$2");
}

/** The repository of a project that a clone with these remotes is of; undefined when it cannot be determined. */
export function clonedRepository<T extends { readonly url: string }>(
  repositories: readonly T[],
  remotes: readonly string[],
): T | undefined {
  const keys = new Set(remotes.map(repositoryKey));
  const cloned = repositories.find(({ url }) => keys.has(repositoryKey(url)));
  return cloned ?? (repositories.length === 1 ? repositories[0] : undefined);
}

/** Whether a path from a server stays inside the folder that it is joined to. */
export const isInside = (path: string): boolean =>
  path !== "" &&
  !/^[/\\]|^[a-z]:|\0/i.test(path) &&
  path.split(/[/\\]/).every((part) => part !== ".." && part !== "." && part !== "");
