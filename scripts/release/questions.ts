/** What is asked of a server before and after an upgrade. Only calls and fields that every version since 1.0.0 has. */

/** The Admin of the data folder. */
export const EMAIL = "ada@example.org";
export const PASSWORD = "a long thread";
export const PROJECT = "Loom";

export interface Answers {
  readonly user: { readonly email: string; readonly role: string };
  readonly projects: readonly { readonly name: string; readonly slug: string }[];
  readonly issues: readonly { readonly key: string; readonly title: string; readonly state: string }[];
  readonly issue: { readonly key: string; readonly body: string; readonly comments: readonly string[] };
  /** Kind and title of each result, in alphabetical order: a version may rank in another way. */
  readonly search: readonly string[];
  /** The first file. */
  readonly localized: string | undefined;
}

const SEARCH = "shuttle";

/**
 * Signs in with the password and asks.
 * @param url of the server
 * @throws Error for an answer that is no success
 */
export async function askQuestions(url: string): Promise<Answers> {
  const call = async <T>(path: string, options: RequestInit = {}): Promise<T> => {
    const response = await fetch(`${url}/api/v1/${path}`, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const { token } = await call<{ token: string }>("users/login/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const get = <T>(path: string): Promise<T> => call<T>(path, { headers: { authorization: `Token ${token}` } });
  const me = await get<{ email: string; company: { role: string } }>("users/me/");
  const projects = await listOf<{ name: string; slug: string }>(get, "projects/");
  const slug = projects[0]?.slug ?? "";
  const issues = await listOf<{ id: string; key: string; title: string; state: string }>(
    get,
    `projects/${slug}/issues/`,
  );
  const opened = await get<{ key: string; body: string; comment_list: { body: string }[] }>(
    `projects/${slug}/issues/${issues.find(({ key }) => key === "#1")?.id}/`,
  );
  const search = await get<{ results: { kind: string; title: string }[] }>(`projects/${slug}/search/?q=${SEARCH}`);
  const localized = await call<{ files: { path: string }[] }>(`projects/${slug}/localize/`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Token ${token}` },
    body: JSON.stringify({ title: "throwShuttle loses the weft", text: "" }),
  });
  return {
    user: { email: me.email, role: me.company.role },
    projects: projects.map(({ name, slug: address }) => ({ name, slug: address })),
    issues: issues
      .map(({ key, title, state }) => ({ key, title, state }))
      .toSorted((a, b) => a.key.localeCompare(b.key)),
    issue: {
      key: opened.key,
      body: opened.body,
      comments: opened.comment_list.map(({ body }) => body),
    },
    search: search.results.map(({ kind, title }) => `${kind} ${title}`).toSorted((a, b) => a.localeCompare(b)),
    localized: localized.files[0]?.path,
  };
}

/** Whether everything of the sources has been read. */
export const isComplete = ({ issues, issue, search, localized }: Answers): boolean =>
  issues.length === 2 &&
  issue.comments.length === 1 &&
  ["symbol", "issue", "commit"].every((kind) => search.some((result) => result.startsWith(`${kind} `))) &&
  localized !== undefined;

async function listOf<T>(get: <A>(path: string) => Promise<A>, path: string): Promise<readonly T[]> {
  const answer = await get<readonly T[] | { readonly results: readonly T[] }>(path);
  return "results" in answer ? answer.results : answer;
}
