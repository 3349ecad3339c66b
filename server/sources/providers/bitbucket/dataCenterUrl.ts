import { encodePath } from "../../egress/webAddress.ts";

/** A repository of Bitbucket Data Center by the form of its addresses, which no other host of this provider has. */
export interface DataCenterUrl {
  /** With the port, where one is written. */
  readonly host: string;
  /** Origin and context path, without a slash at the end. */
  readonly root: string;
  /** The key of a project, or `~name` for the repositories of a user. */
  readonly project: string;
  readonly slug: string;
}

const PART = /^[\w.-]{1,128}$/;
const PROJECT = /^~?[\w.-]{1,128}$/;
const CLOUD_HOSTS: ReadonlySet<string> = new Set(["bitbucket.org", "www.bitbucket.org", "api.bitbucket.org"]);

/**
 * Reads `/projects/KEY/repos/slug`, `/users/name/repos/slug` and the clone address `/scm/key/slug.git`, each below a context path and with any page
 * inside of the repository. Keys of projects and slugs are compared without case, so they get one spelling.
 * @returns null for any other address, which may be one of Bitbucket Cloud
 */
export function dataCenterUrl(url: URL): DataCenterUrl | null {
  const parts = partsOf(url);
  if (parts === null) return null;
  const at = parts.findIndex(
    (part, index) =>
      (part === "projects" || part === "users") && parts[index + 2] === "repos" && index + 3 < parts.length,
  );
  if (at >= 0) {
    const [kind, name = "", , slug = ""] = parts.slice(at);
    return place(url, parts.slice(0, at), keyOf(kind, name), slug);
  }
  const scm = parts.indexOf("scm");
  if (scm < 0 || parts.length !== scm + 3) return null;
  return place(url, parts.slice(0, scm), parts[scm + 1] ?? "", (parts[scm + 2] ?? "").replace(/\.git$/i, ""));
}

/**
 * Reads `/projects/KEY` and `/users/name`, with any page of them.
 * @returns null for any other address
 */
export function dataCenterProjectUrl(url: URL): Omit<DataCenterUrl, "slug"> | null {
  const parts = partsOf(url);
  const at = parts?.findIndex((part) => part === "projects" || part === "users") ?? -1;
  const [kind, name = ""] = parts?.slice(at) ?? [];
  // A workspace of a host that answers as the cloud has its projects below `/workspace/projects`.
  if (parts === null || at < 0 || parts[at - 1] === "workspace") return null;
  return place(url, parts.slice(0, at), keyOf(kind, name), "any");
}

/** The key of `/projects/KEY` or `/users/name`. */
const keyOf = (kind: string | undefined, name: string): string =>
  kind === "users" ? `~${name.replace(/^~/, "")}` : name;

/** Null for an address of the cloud, and for one that no host has. */
function partsOf(url: URL): string[] | null {
  if (!/^https?:$/.test(url.protocol) || CLOUD_HOSTS.has(url.hostname)) return null;
  try {
    return url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function place(url: URL, context: readonly string[], project: string, slug: string): DataCenterUrl | null {
  if (!PROJECT.test(project) || !PART.test(slug) || /^~?\.{1,2}$/.test(project) || /^\.{1,2}$/.test(slug)) return null;
  return {
    host: url.host,
    root: `${url.origin}${encodePath(context)}`,
    project: projectKey(project),
    slug: slug.toLowerCase(),
  };
}

/** One spelling for a key, which hosts compare without case. That of a user's repositories is `~` with the name in the address of the user's page. */
export const projectKey = (key: string): string => (key.startsWith("~") ? key.toLowerCase() : key.toUpperCase());

/** The page of a project, or of the repositories of a user. */
export const projectPage = ({ root, project }: Omit<DataCenterUrl, "slug">): string =>
  project.startsWith("~") ? `${root}/users/${encodeURIComponent(project.slice(1))}` : `${root}/projects/${project}`;

/** The page of a repository, which is the stored spelling of its address. */
export const repositoryPageUrl = (url: DataCenterUrl): string =>
  `${projectPage(url)}/repos/${encodeURIComponent(url.slug)}`;

/** The address for git. */
export const cloneUrl = ({ root, project, slug }: DataCenterUrl): string =>
  `${root}/scm/${project.toLowerCase()}/${encodeURIComponent(slug)}.git`;
