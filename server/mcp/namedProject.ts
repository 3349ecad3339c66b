/** Finds the project that the name of an item shows, for a call that gives no project. */
import type { Db } from "../db/openDb.ts";
import { listSourceAddressesOfProjects } from "../db/tables/sources/sources.ts";
import { comparable, decodedPart, isNamed, readReference } from "./namedItems.ts";

/** A project of the token. */
export interface TokenProject {
  readonly id: string;
  readonly slug: string;
}

/** A page of Clew: `…/projects/tern/issues/71`. The hosts of repositories have `/projects/` in some addresses too. */
const PAGE =
  /^https?:\/\/\S+?\/projects\/(?<slug>[^/?#\s]+)\/(?<tab>issues|requests|commits|people|code|documents)\/?(?<rest>[^?#\s]*)/i;

interface ClewPage {
  readonly slug: string;
  readonly tab: string;
  /** What follows the tab, up to the next slash. */
  readonly name: string;
}

/** A page of this app, whatever the name is by which its server is reached; null for another text. */
export function clewPage(text: string): ClewPage | null {
  const { slug, tab = "", rest = "" } = PAGE.exec(text.trim())?.groups ?? {};
  if (slug === undefined) return null;
  return { slug: decodedPart(slug), tab: tab.toLowerCase(), name: decodedPart(rest.split("/")[0] ?? "") };
}

interface Naming {
  readonly db: Db;
  readonly appUrl: string;
  readonly projects: readonly TokenProject[];
}

/**
 * The slug that a name shows: of a page of Clew by the address, of an item at its host and of `tern#12` by the only project of the token that
 * has such a source. It may be one that the token does not open. Undefined where the name shows none, or several have such a source.
 */
export async function slugIn({ db, appUrl, projects }: Naming, named: string): Promise<string | undefined> {
  const page = clewPage(named);
  if (page && (isBelow(named, appUrl) || projects.some(({ slug }) => slug === page.slug))) return page.slug;
  const { address, within } = readReference(named);
  if (address === null && within === "") return undefined;
  const sources = await listSourceAddressesOfProjects(
    db,
    projects.map(({ id }) => id),
  );
  const fitting =
    address === null
      ? sources.filter(({ name, url }) => isNamed({ name, source_url: url }, within))
      : closest(sources, comparable(address));
  const having = new Set(fitting.map((project) => project.project_id));
  const [only] = having;
  if (having.size > 1) return undefined;
  if (only !== undefined) return projects.find(({ id }) => id === only)?.slug;
  return projects.find(({ slug }) => slug === within)?.slug;
}

const isBelow = (address: string, url: string): boolean =>
  address.trim().toLowerCase().startsWith(`${url.toLowerCase()}/`);

/** The sources with the longest of the addresses that an item's address begins with: a group has the pages of its projects below it. */
export function closest<S extends { readonly url: string }>(sources: readonly S[], address: string): S[] {
  const fitting = sources.flatMap((source) => {
    const url = comparable(source.url.replace(/^(https?:\/\/)[^/@]*@/i, "$1")).replace(/\.git$/, "");
    // A project of Jira is `/browse/ABC`, an issue of it `/browse/ABC-12`.
    const isOf = address.startsWith(`${url}/`) || (url.includes("/browse/") && address.startsWith(`${url}-`));
    return isOf ? [{ source, length: url.length }] : [];
  });
  const longest = Math.max(0, ...fitting.map(({ length }) => length));
  return fitting.filter(({ length }) => length === longest).map(({ source }) => source);
}
