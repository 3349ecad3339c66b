import { type RestHost, startRestHost } from "./restHost.ts";

/** GitHub with private repositories, each of which some accounts see. */
export interface PrivateRepositories extends RestHost {
  /** The `owner/name` of the repositories that a token sees. A token that is not here is not valid. */
  readonly seenBy: Map<string, Set<string>>;
  /** The number of each repository that was asked for, by its `owner/name`. */
  readonly ids: Map<string, number>;
}

export async function startPrivateRepositories(): Promise<PrivateRepositories> {
  const seenBy = new Map<string, Set<string>>();
  const ids = new Map<string, number>();
  const host = await startRestHost(({ path, headers }) => {
    const token = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
    const seen = seenBy.get(token);
    if (!seen) return { status: 401, body: { message: "Bad credentials" } };
    const [, name = ""] = /^(?:\/api\/v3)?\/repos\/([^/]+\/[^/]+)$/.exec(path) ?? [];
    // GitHub does not tell what exists from what may not be seen.
    if (!seen.has(name)) return { status: 404, body: { message: "Not Found" } };
    if (!ids.has(name)) ids.set(name, ids.size + 1);
    return {
      status: 200,
      body: { id: ids.get(name), full_name: name, private: true, has_issues: true, default_branch: "main" },
    };
  });
  return Object.assign(host, { seenBy, ids });
}
