/** A source of a project, as far as it says where it is. */
export interface PlacedSource {
  readonly id: string;
  readonly kind: "repository" | "tracker" | "wiki";
  readonly provider: string;
  readonly url: string;
}

interface Place {
  /** With the port, where one is written. */
  readonly host: string;
  readonly hostname: string;
  /** Lower case, without a slash at the end and without `.git`. */
  readonly path: string;
}

/** Hosts on which a repository, its requests and its issues are one place, so that a number alone means that place. */
const CODE_HOSTS: ReadonlySet<string> = new Set(["github", "gitlab", "bitbucket"]);
/** Parts of a path before a group that may belong to a GitLab of one's own. */
const MOST_PREFIX = 2;

/** Resolves which sources of a project a text refers to by a number, a name or an address. */
export class SourcePlaces {
  readonly #sources: ReadonlyMap<string, PlacedSource & { readonly place: Place }>;

  constructor(sources: readonly PlacedSource[]) {
    this.#sources = new Map(sources.map((source) => [source.id, { ...source, place: placeOf(source.url) }]));
  }

  /**
   * Those of `among` that a bare number refers to: sources at the same place. A repository with an unknown host and a wiki have no numbers of
   * their own: for them it is the only candidate, if there is exactly one.
   */
  beside(sourceId: string, among: readonly string[]): readonly string[] {
    const own = this.#sources.get(sourceId);
    if (!own) return [];
    const same = this.#nearest(
      among.filter((id) => id === sourceId || isSamePlace(this.#placeOf(id), own.place)),
      own.place,
    );
    if (same.length > 0) return same;
    const [only, ...others] = among;
    if (only === undefined || others.length > 0 || (CODE_HOSTS.has(own.provider) && own.kind !== "wiki")) return [];
    // A copy of another repository on that very host: its numbers are others.
    return own.kind === "repository" && this.#placeOf(only)?.host === own.place.host ? [] : [only];
  }

  /** Those of `among` that are called so (`owner/name`; on GitLab also a neighbour's name alone). First of all on the own host. */
  called(name: string, sourceId: string, among: readonly string[]): readonly string[] {
    const own = this.#sources.get(sourceId);
    const neighbour = own && own.provider === "gitlab" ? own.place.path.replace(/[^/]+$/, name) : null;
    const found = among.filter((id) => {
      const source = this.#sources.get(id);
      if (!source) return false;
      if (!name.includes("/")) return source.place.hostname === own?.place.hostname && source.place.path === neighbour;
      return namesOf(source).includes(name);
    });
    const near = found.filter((id) => this.#placeOf(id)?.hostname === own?.place.hostname);
    return own && near.length > 0 ? this.#nearest(near, own.place) : found;
  }

  /** Those of `among` whose page an address is. */
  at(url: string, among: readonly string[]): readonly string[] {
    const place = placeOf(url);
    return this.#nearest(
      among.filter((id) => isSamePlace(this.#placeOf(id), place)),
      place,
    );
  }

  /** Those of `among` on the host of an address. */
  onHost(url: string, among: readonly string[]): readonly string[] {
    const { host } = placeOf(url);
    return among.filter((id) => this.#placeOf(id)?.host === host);
  }

  #placeOf(id: string): Place | undefined {
    return this.#sources.get(id)?.place;
  }

  /** A clone's address may have another port than the pages; where several have the name, it is the one with the same. */
  #nearest(ids: readonly string[], { host }: Place): readonly string[] {
    const exact = ids.filter((id) => this.#placeOf(id)?.host === host);
    return exact.length > 0 ? exact : ids;
  }
}

/** How a place is called in texts: by its last two parts, on GitLab by its whole path. */
function namesOf({ provider, place }: { readonly provider: string; readonly place: Place }): readonly string[] {
  const parts = place.path.split("/").filter(Boolean);
  if (provider !== "gitlab") return [parts.slice(-2).join("/")];
  const prefixes = place.hostname === "gitlab.com" ? 1 : Math.min(MOST_PREFIX + 1, parts.length - 1);
  return Array.from({ length: Math.max(1, prefixes) }, (_, length) => parts.slice(length).join("/"));
}

const isSamePlace = (one: Place | undefined, other: Place): boolean =>
  one !== undefined && one.hostname === other.hostname && one.path === other.path;

function placeOf(url: string): Place {
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
