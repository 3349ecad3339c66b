/** The location of a source of a project. */
export interface ResolvableSource {
  readonly id: string;
  readonly kind: "repository" | "tracker" | "wiki";
  readonly provider: string;
  readonly url: string;
}

interface SourceLocation {
  /** With the port, where one is written. */
  readonly host: string;
  readonly hostname: string;
  /** Lower case, without a slash at the end and without `.git`. */
  readonly path: string;
}

/** Hosts on which a repository, its requests and its issues are one place, so that a number alone means that place. */
const CODE_HOSTS: ReadonlySet<string> = new Set(["github", "gitlab", "bitbucket"]);
/** Parts of a path before a group that may belong to a self-hosted GitLab. */
const MAX_PREFIX_PARTS = 2;

/** Resolves which sources of a project a text refers to by a number, a name or an address. */
export class SourceResolver {
  readonly #sources: ReadonlyMap<string, ResolvableSource & { readonly place: SourceLocation }>;

  constructor(sources: readonly ResolvableSource[]) {
    this.#sources = new Map(sources.map((source) => [source.id, { ...source, place: locationOf(source.url) }]));
  }

  /**
   * Those of `among` that a bare number refers to: sources at the same place. A repository with an unknown host and a wiki have no numbers of
   * their own: for them it is the only candidate, if there is exactly one.
   */
  atSameLocation(sourceId: string, among: readonly string[]): readonly string[] {
    const own = this.#sources.get(sourceId);
    if (!own) return [];
    const same = this.#nearest(
      among.filter((id) => id === sourceId || isSameLocation(this.#locationOf(id), own.place)),
      own.place,
    );
    if (same.length > 0) return same;
    const [only, ...others] = among;
    if (only === undefined || others.length > 0 || (CODE_HOSTS.has(own.provider) && own.kind !== "wiki")) return [];
    // A copy of another repository on that very host: its numbers are others.
    return own.kind === "repository" && this.#locationOf(only)?.host === own.place.host ? [] : [only];
  }

  /** Those of `among` that are called so (`owner/name`; on GitLab also a neighbour's name alone). First of all on the own host. */
  byName(name: string, sourceId: string, among: readonly string[]): readonly string[] {
    const own = this.#sources.get(sourceId);
    const neighbour = own && own.provider === "gitlab" ? own.place.path.replace(/[^/]+$/, name) : null;
    const found = among.filter((id) => {
      const source = this.#sources.get(id);
      if (!source) return false;
      if (!name.includes("/")) return source.place.hostname === own?.place.hostname && source.place.path === neighbour;
      return namesOf(source).includes(name);
    });
    const near = found.filter((id) => this.#locationOf(id)?.hostname === own?.place.hostname);
    return own && near.length > 0 ? this.#nearest(near, own.place) : found;
  }

  /** Those of `among` whose page an address is. */
  byUrl(url: string, among: readonly string[]): readonly string[] {
    const place = locationOf(url);
    return this.#nearest(
      among.filter((id) => isSameLocation(this.#locationOf(id), place)),
      place,
    );
  }

  /** Those of `among` on the host of an address. */
  byHost(url: string, among: readonly string[]): readonly string[] {
    const { host } = locationOf(url);
    return among.filter((id) => this.#locationOf(id)?.host === host);
  }

  #locationOf(id: string): SourceLocation | undefined {
    return this.#sources.get(id)?.place;
  }

  /** A clone's address may have another port than the pages; where several have the name, it is the one with the same. */
  #nearest(ids: readonly string[], { host }: SourceLocation): readonly string[] {
    const exact = ids.filter((id) => this.#locationOf(id)?.host === host);
    return exact.length > 0 ? exact : ids;
  }
}

/** How a place is called in texts: by its last two parts, on GitLab by its whole path. */
function namesOf({
  provider,
  place,
}: {
  readonly provider: string;
  readonly place: SourceLocation;
}): readonly string[] {
  const parts = place.path.split("/").filter(Boolean);
  if (provider !== "gitlab") return [parts.slice(-2).join("/")];
  const prefixes = place.hostname === "gitlab.com" ? 1 : Math.min(MAX_PREFIX_PARTS + 1, parts.length - 1);
  return Array.from({ length: Math.max(1, prefixes) }, (_, length) => parts.slice(length).join("/"));
}

const isSameLocation = (one: SourceLocation | undefined, other: SourceLocation): boolean =>
  one !== undefined && one.hostname === other.hostname && one.path === other.path;

function locationOf(url: string): SourceLocation {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // `git@host:owner/name.git`, as git writes an address of ssh.
  const [, name = "", at = ""] = parsed ? [] : (/^(?:[^/@\s]+@)?([^/:\s]+):(?!\/\/)(.+)$/.exec(url) ?? []);
  const hostname = (parsed?.hostname ?? name).toLowerCase().replace(/^www\./, "");
  const port = parsed?.port ? `:${parsed.port}` : "";
  const path = parsed?.pathname ?? (at === "" ? url : `/${at}`);
  return {
    host: `${hostname}${port}`,
    hostname,
    path: path
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .toLowerCase(),
  };
}
