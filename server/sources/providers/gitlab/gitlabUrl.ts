import { SourceError } from "../../SourceError.ts";
import { encodePath, hostAndPort, pathParts, readWebAddress } from "../../egress/webAddress.ts";
import { message } from "../../../messages/messages.ts";

/** A project on gitlab.com or on a self-hosted server. */
export interface GitlabUrl {
  /** The display name of the host. */
  readonly host: string;
  /** Where the project may be: most likely first. More than one only where the server may live behind a prefix. */
  readonly places: readonly { readonly api: string; readonly project: string }[];
  /** The project's page, in one spelling however it was typed. */
  readonly page: URL;
}

const FORM = message("address.gitlab");
const MAX_PREFIX = 2;

/**
 * Reads the address of a project and returns where its API is: at `/api/v4` of the host, or of a prefix of the path behind which a
 * self-hosted server is reached. An address of the API itself (`…/api/v4/projects/42`) is taken as it is.
 * @throws SourceError `address`
 */
export function readGitlabUrl(text: string): GitlabUrl {
  const url = readWebAddress(text, FORM);
  const { host } = hostAndPort(url);
  const all = pathParts(url, FORM);
  const api = all.findIndex(
    (part, index) => part === "api" && all[index + 1] === "v4" && all[index + 2] === "projects",
  );
  if (api >= 0) {
    const project = all[api + 3];
    if (project === undefined) throw new SourceError("address", FORM);
    const root = `${url.origin}${encodePath(all.slice(0, api))}`;
    return {
      host: url.host,
      places: [{ api: `${root}/api/v4`, project }],
      page: new URL(`${root}${encodePath(/^\d+$/.test(project) ? ["projects", project] : project.split("/"))}`),
    };
  }
  const inside = all.indexOf("-");
  const path = (inside < 0 ? all : all.slice(0, inside)).map((part, index, parts) =>
    index === parts.length - 1 ? part.replace(/\.git$/, "") : part,
  );
  const isGitlab = host === "gitlab.com" || host === "www.gitlab.com";
  const origin = isGitlab ? "https://gitlab.com" : url.origin;
  const isNumbered = path.length === 2 && path[0] === "projects" && /^\d+$/.test(path[1] ?? "");
  if (path.length < 2 || path.some((part) => part === "" || part.length > 255)) throw new SourceError("address", FORM);
  const prefixes = isGitlab || isNumbered ? 1 : Math.min(MAX_PREFIX + 1, path.length - 1);
  return {
    host: isGitlab ? "gitlab.com" : url.host,
    places: Array.from({ length: prefixes }, (_, length) => ({
      api: `${origin}${encodePath(path.slice(0, length))}/api/v4`,
      project: isNumbered ? (path[1] ?? "") : path.slice(length).join("/"),
    })),
    page: new URL(`${origin}${encodePath(path)}`),
  };
}
