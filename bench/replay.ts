/**
 * What does the GitHub App write on the issues of a real history? Serves a repository and its tracker as GitHub does, with an app that is installed on it,
 * moves the branch to where it was when each issue was reported, opens the issues one after another by signed deliveries, waits for the comment of the app, and
 * prints each issue with its comment and whether it names a file that the real fix changed.
 *
 *     node bench/replay.ts --repository ../some/clone --issues issues.json [--limit 20] [--wait 120]
 *     CLEW_EMAIL=… CLEW_PASSWORD=… node bench/replay.ts … --clew http://localhost:8000
 *
 * The file is a list of issues in the form of GitHub's REST API (`title`, `body`, `created_at`, `user`, `labels`), each with `closing_commit`, the hash of the commit
 * that closed it. Without `--clew` a server is started on an empty folder. A server that runs already gets a new app and a project from the account of an Admin,
 * and needs `CLEW_ALLOWED_NETWORKS=127.0.0.0/8`; the host is on the loopback interface of this machine.
 *
 * Issues are opened with the present time, because only new issues get comments. The exit status is 1 where a comment did not come.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { ReplySettings } from "../contract/issues/replies.ts";
import type { HostData, HostIssue } from "../server/demo/hosts/hostData.ts";
import { serveGit } from "../tests/providers/gitHost.ts";
import { startAppHost } from "./load/appHost.ts";
import { callApi } from "./load/callApi.ts";
import { startLoadedServer } from "./load/loadedServer.ts";
import { copyRepository, readReplayedIssues, type ReplayedIssue } from "./load/replayHistory.ts";
import { makePeople, type Visitor } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    repository: { type: "string" },
    issues: { type: "string" },
    limit: { type: "string", default: "20" },
    wait: { type: "string", default: "120" },
    clew: { type: "string" },
  },
});
if (values.repository === undefined || values.issues === undefined)
  throw new Error("--repository names a folder with a git repository, and --issues a file with its issues.");
const waitMs = Number(values.wait) * 1000;
const POLL_MS = 250;
const OWNER = "replay";

const replayed = readReplayedIssues(values.issues).slice(0, Number(values.limit));
const folder = mkdtempSync(join(tmpdir(), "clew-replay-"));
const name = basename(values.repository.replace(/(?:\/|\.git)+$/, "")).replaceAll(/[^A-Za-z0-9_.-]/g, "-");
await mkdir(join(folder, "git", OWNER), { recursive: true });
const repository = await copyRepository(values.repository, join(folder, "git", OWNER, name));
const [oldest] = replayed;
let branch = await repository.rewindTo(oldest?.created_at ?? "");
const data = hostDataOf(replayed);
const host = await startAppHost([data], (request, response) =>
  serveGit(join(folder, "git"), request, response, undefined),
);
const { server, admin, stop } = await openClew();
let missing = 0;
let hits = 0;
try {
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    callApi(server, admin, method, path, body);
  const app = await host.join(server, admin, ["comment"]);
  const source = { provider: "github", url: `${host.url}/${OWNER}/${name}`, installation_id: app.installationId };
  const { slug } = await call<{ slug: string }>("POST", "projects/", {
    name: `Replay of ${name}`,
    repositories: [source],
    trackers: [source],
  });
  const tracker = await whenRead(slug, null);
  const settings = await call<ReplySettings>("GET", `sources/${tracker}/replies/`);
  const { template, mentions, names_all } = settings;
  const turned = { enabled: true, by: "app", account: app.login, template, mentions, names_all };
  await call("PUT", `sources/${tracker}/replies/`, turned);
  for (const [at, issue] of replayed.entries()) {
    const commit = await repository.rewindTo(issue.created_at);
    if (commit !== branch) {
      const since = new Date();
      await accepted(app.deliver("push", data.repository, { ref: "refs/heads/main", before: branch, after: commit }));
      branch = commit;
      await whenRead(slug, since);
    }
    const opened = open(issue, at + 1);
    const row = { id: opened.number, number: opened.number, title: opened.title, updated_at: opened.updatedAt };
    await accepted(app.deliver("issues", data.repository, { action: "opened", issue: row }));
    print(issue, opened.number, await commentOn(opened, app.login), await repository.filesOf(issue.closing_commit));
  }
  console.log(`${hits} of ${replayed.length} comments name a file of the fix, ${missing} issues have no comment.`);

  /** Waits until the sources of the project are read. @param since of which the repository is to be read again. @returns the id of the tracker */
  async function whenRead(project: string, since: Date | null): Promise<string> {
    interface Linked {
      readonly id: string;
      readonly sync: { readonly state: string; readonly error: string | null; readonly finished_at: string | null };
    }
    for (const end = Date.now() + waitMs; Date.now() < end; await sleep(POLL_MS)) {
      const { repositories, trackers } = await call<{ repositories: Linked[]; trackers: Linked[] }>(
        "GET",
        `projects/${project}/`,
      );
      const failed = [...repositories, ...trackers].find(({ sync }) => sync.state === "failed");
      if (failed) throw new Error(`A source could not be read: ${failed.sync.error}`);
      const isRead = ({ sync }: Linked): boolean => sync.state === "ready";
      const isNew = ({ sync }: Linked): boolean =>
        since === null || Date.parse(sync.finished_at ?? "") >= since.getTime();
      const [tracker] = trackers;
      if (tracker && repositories.every((linked) => isRead(linked) && isNew(linked)) && trackers.every(isRead))
        return tracker.id;
    }
    throw new Error(`The sources were not read within ${values.wait} seconds.`);
  }
} finally {
  await stop();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(missing > 0 ? 1 : 0);

/** The server that is named, or a new one with an empty database. */
async function openClew(): Promise<{ server: { url: string }; admin: Visitor; stop: () => Promise<void> }> {
  if (values.clew !== undefined) {
    const { CLEW_EMAIL: email = "", CLEW_PASSWORD: password = "" } = process.env;
    const signIn = await fetch(`${values.clew}/api/v1/users/login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { token } = (await signIn.json()) as { token?: string };
    if (token === undefined) throw new Error(`The sign-in as ${email} was refused with ${signIn.status}.`);
    return { server: { url: values.clew.replace(/\/+$/, "") }, admin: { email, token }, stop: () => Promise.resolve() };
  }
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  const [admin] = await makePeople(dataDir, undefined, 1);
  if (!admin) throw new Error("The database has no user.");
  const server = await startLoadedServer(dataDir, { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" });
  return { server, admin, stop: () => server.stop() };
}

function hostDataOf(issues: readonly ReplayedIssue[]): HostData {
  const now = new Date().toISOString();
  const logins = [...new Set(issues.flatMap(({ user }) => (user ? [user.login] : [])))];
  const labels = [...new Set(issues.flatMap(labelsOf))];
  return {
    repository: {
      id: 1,
      owner: OWNER,
      name,
      description: null,
      language: null,
      isPrivate: true,
      defaultBranch: "main",
      createdAt: now,
      updatedAt: now,
      pushedAt: now,
    },
    users: [OWNER, ...logins].map((login, at) => ({ id: at + 1, login, name: null, email: null })),
    labels: labels.map((label) => ({ name: label, color: "d73a4a", description: null })),
    issues: [],
  };
}

function labelsOf({ labels }: ReplayedIssue): string[] {
  return labels.map((label) => (typeof label === "string" ? label : label.name));
}

/** Opens an issue at the host. */
function open(issue: ReplayedIssue, number: number): HostIssue {
  const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const opened: HostIssue = {
    number,
    title: issue.title,
    body: issue.body ?? "",
    author: issue.user?.login ?? null,
    assignees: [],
    labels: labelsOf(issue),
    state: "open",
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    comments: [],
  };
  data.issues.push(opened);
  return opened;
}

/** The text of the app's comment; undefined where none came in time. */
async function commentOn(issue: HostIssue, login: string): Promise<string | undefined> {
  for (const end = Date.now() + waitMs; Date.now() < end; await sleep(POLL_MS)) {
    const comment = issue.comments.find(({ author }) => author === login);
    if (comment) return comment.body;
  }
  return undefined;
}

async function accepted(delivery: Promise<Response>): Promise<void> {
  const answer = await delivery;
  const text = await answer.text();
  if (answer.status !== 202 || !text.includes("true"))
    throw new Error(`A delivery was answered ${answer.status} ${text}.`);
}

function print(issue: ReplayedIssue, number: number, comment: string | undefined, files: readonly string[]): void {
  const named = files.filter((path) => comment?.includes(`\`${path}\``) === true);
  if (comment === undefined) missing += 1;
  if (named.length > 0) hits += 1;
  const fix = issue.closing_commit.slice(0, 12);
  console.log(`#${number} ${issue.title}`);
  console.log(`   reported ${issue.created_at}, fixed by ${fix} in ${files.length} files`);
  console.log((comment ?? "no comment").replaceAll(/^/gm, "   > "));
  console.log(
    named.length > 0
      ? `   names ${named.length} of the files: ${named.join(", ")}\n`
      : "   names none of these files\n",
  );
}
