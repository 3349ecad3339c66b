/** The calls of GitLab's REST API about one merge request: https://docs.gitlab.com/api/commits/#set-commit-pipeline-status and /api/notes/ */
import { type RestAnswer, type RestRequest, isRecord } from "./restHost.ts";
import { PEOPLE, type Work, type WorkRequest } from "./work.ts";

const user = (login: string) => ({ id: PEOPLE.indexOf(login) + 1, username: login, name: login.toUpperCase() });
const refuse = (status: number, message: unknown): RestAnswer => ({ status, body: { message } });
const STATES = ["pending", "running", "success", "failed", "canceled", "skipped"];
/** Characters of a text of a status. */
const MAX_TEXT = 255;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Undefined for a call that is none of these. The account of the token is Ada's, unless the work names another one. */
export function gitlabReports(
  work: Work,
  rest: string,
  request: RestRequest,
  row: (one: WorkRequest) => Record<string, unknown>,
): RestAnswer | undefined {
  const { method } = request;
  const body = isRecord(request.body) ? request.body : {};
  const [, iid, part, noteId] = /^\/merge_requests\/(\d+)(\/notes)?(?:\/(\d+))?$/.exec(rest) ?? [];
  const one = work.requests.find(({ number }) => String(number) === iid);
  if (one?.head !== undefined && part === undefined && method === "GET")
    return {
      status: 200,
      body: { ...row(one), source_project_id: sourceOf(work, one), target_project_id: work.projectId },
    };
  if (one?.head !== undefined && part !== undefined)
    return noteCall(work, one, noteId, { method, body, query: request.query });
  const [, listed] = /^\/repository\/commits\/([0-9a-f]{40})\/statuses$/.exec(rest) ?? [];
  if (listed !== undefined && method === "GET") {
    const found = (work.commitStatuses ?? []).filter(
      ({ sha, name }) => sha === listed && name === (request.query.get("name") ?? name),
    );
    // Without `all` the host lists the latest one of each name.
    return { status: 200, body: found.slice(-1) };
  }
  const [, sha] = /^\/statuses\/([0-9a-f]+)$/.exec(rest) ?? [];
  return sha !== undefined && method === "POST" ? addStatus(work, sha, body) : undefined;
}

const sourceOf = (work: Work, one: WorkRequest): number | null =>
  one.sourceProject === undefined ? work.projectId : one.sourceProject;

function addStatus(work: Work, sha: string, body: Record<string, unknown>): RestAnswer {
  if (!/^[0-9a-f]{40}$/.test(sha)) return refuse(404, "404 Commit Not Found");
  if (!STATES.includes(textOf(body["state"]))) return refuse(400, "state does not have a valid value");
  for (const name of ["name", "target_url", "description", "ref"])
    if (textOf(body[name]).length > MAX_TEXT)
      return refuse(400, { [name]: ["is too long (maximum is 255 characters)"] });
  const of = work.requests.find(({ head, pushed }) => head === sha || pushed?.includes(sha));
  // Without a branch of this project that has the commit there is no pipeline for it.
  if (!of || sourceOf(work, of) !== work.projectId || of.branch !== body["ref"])
    return refuse(404, "404 References for commit Not Found");
  const status = {
    id: (work.commitStatuses?.length ?? 0) + 1,
    sha,
    name: textOf(body["name"]),
    status: textOf(body["state"]),
    ref: of.branch,
    target_url: body["target_url"] ?? null,
    description: body["description"] ?? null,
    author: user(work.account ?? "ada"),
  };
  (work.commitStatuses ??= []).push(status);
  return { status: 201, body: status };
}

function noteCall(
  work: Work,
  one: WorkRequest,
  noteId: string | undefined,
  {
    method,
    body,
    query,
  }: { readonly method: string; readonly body: Record<string, unknown>; readonly query: URLSearchParams },
): RestAnswer {
  const account = work.account ?? "ada";
  const notes = (one.notes ??= []);
  const present = ({ id, author, body: text, at }: (typeof notes)[number]) => ({
    id,
    body: text,
    author: user(author),
    system: false,
    created_at: at,
    updated_at: at,
  });
  if (noteId === undefined && method === "GET") {
    const rows = notes.map(present);
    return { status: 200, body: query.get("sort") === "asc" ? rows : rows.toReversed() };
  }
  const text = textOf(body["body"]);
  if (text.trim() === "") return refuse(400, { note: ["can't be blank"] });
  // A line that begins with a slash is a command, and changes the merge request.
  if (/^\/\w/m.test(text)) return refuse(400, "this note has a command");
  if (noteId === undefined && method === "POST") {
    const note = {
      id: 900 + one.number * 10 + notes.length,
      author: account,
      body: text,
      at: new Date().toISOString(),
    };
    notes.push(note);
    return { status: 201, body: present(note) };
  }
  const note = notes.find(({ id }) => String(id) === noteId);
  if (!note || method !== "PUT") return refuse(404, "404 Note Not Found");
  if (note.author !== account) return refuse(403, "403 Forbidden");
  note.body = text;
  return { status: 200, body: present(note) };
}
