import { providerRulesOf } from "./providers/rulesRegistry.ts";
import { type SourceLocation, isSameLocation, locationOf } from "./urlIdentity.ts";

/** The location of a source of a project. */
export interface ResolvableSource {
  readonly id: string;
  readonly kind: "repository" | "tracker" | "wiki";
  readonly provider: string;
  readonly url: string;
}

type LocatedSource = ResolvableSource & { readonly location: SourceLocation };

/** Parts of a path that may be the prefix of a self-hosted server rather than a group. */
const MAX_PREFIX_PARTS = 2;

/** Resolves which sources of a project a text refers to by a number, a name or an address. */
export class SourceResolver {
  readonly #sources: ReadonlyMap<string, LocatedSource>;

  constructor(sources: readonly ResolvableSource[]) {
    this.#sources = new Map(sources.map((source) => [source.id, { ...source, location: locationOf(source.url) }]));
  }

  /**
   * Those of `among` that a bare number refers to: sources at the same location. A repository on an unknown host and a wiki do not number
   * anything, so for them a single candidate is taken.
   */
  atSameLocation(sourceId: string, among: readonly string[]): readonly string[] {
    const source = this.#sources.get(sourceId);
    if (!source) return [];
    const same = this.#nearest(
      among.filter((id) => id === sourceId || this.#isAt(id, source.location)),
      source.location,
    );
    if (same.length > 0) return same;
    const [only, ...others] = among;
    if (
      only === undefined ||
      others.length > 0 ||
      (providerRulesOf(source.provider).hasOneAddress && source.kind !== "wiki")
    )
      return [];
    // On the same host the only candidate is another repository, with numbers of its own.
    return source.kind === "repository" && this.#locationOf(only)?.host === source.location.host ? [] : [only];
  }

  /** Those of `among` with this name (`owner/name`; on a host with groups also the name alone within one group), preferably on the same host. */
  byName(name: string, sourceId: string, among: readonly string[]): readonly string[] {
    const origin = this.#sources.get(sourceId);
    const neighbour =
      origin && providerRulesOf(origin.provider).groups ? origin.location.path.replace(/[^/]+$/, name) : null;
    const matchingAmong = among.filter((id) => {
      const source = this.#sources.get(id);
      if (!source) return false;
      if (!name.includes("/"))
        return source.location.hostname === origin?.location.hostname && source.location.path === neighbour;
      return namesOf(source).includes(name);
    });
    const near = matchingAmong.filter((id) => this.#locationOf(id)?.hostname === origin?.location.hostname);
    return origin && near.length > 0 ? this.#nearest(near, origin.location) : matchingAmong;
  }

  /** Those of `among` at an address. */
  byUrl(url: string, among: readonly string[]): readonly string[] {
    const location = locationOf(url);
    return this.#nearest(
      among.filter((id) => this.#isAt(id, location)),
      location,
    );
  }

  /** Those of `among` on the host of an address. */
  byHost(url: string, among: readonly string[]): readonly string[] {
    const { host } = locationOf(url);
    return among.filter((id) => this.#locationOf(id)?.host === host);
  }

  #locationOf(id: string): SourceLocation | undefined {
    return this.#sources.get(id)?.location;
  }

  #isAt(id: string, location: SourceLocation): boolean {
    const sourceLocation = this.#locationOf(id);
    return sourceLocation !== undefined && isSameLocation(sourceLocation, location);
  }

  /** Prefers the same port: a clone address may have another one than the pages. */
  #nearest(ids: readonly string[], { host }: SourceLocation): readonly string[] {
    const exact = ids.filter((id) => this.#locationOf(id)?.host === host);
    return exact.length > 0 ? exact : ids;
  }
}

/** The names of a source in texts: the last two parts of its path, on a host with groups the whole path. */
function namesOf({ provider, location }: LocatedSource): readonly string[] {
  const parts = location.path.split("/").filter(Boolean);
  const { groups } = providerRulesOf(provider);
  if (!groups) return [parts.slice(-2).join("/")];
  const prefixes = location.hostname === groups.cloudHost ? 1 : Math.min(MAX_PREFIX_PARTS + 1, parts.length - 1);
  return Array.from({ length: Math.max(1, prefixes) }, (_, length) => parts.slice(length).join("/"));
}
