/**
 * Writes a data folder as a version leaves it, with what that version answered about it, for the tests of upgrades:
 *
 *     node scripts/release/makeFixture.ts 1.0.0 363c1e27
 *
 * The second argument is the tag or commit of the version; without it the files of this clone are taken. Its server is driven over HTTP and the
 * command line alone, so the same script makes the folder of any version.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { startGithubHost } from "../../server/demo/hosts/githubHost.ts";
import { type ServerProcess, startServerProcess } from "../startServerProcess.ts";
import { makeReleaseRepository } from "./repository.ts";
import { askQuestions, type Answers, EMAIL, isComplete, PASSWORD, PROJECT } from "./questions.ts";
import { TRACKER } from "./tracker.ts";

const root = join(import.meta.dirname, "../..");
const [version, commit] = process.argv.slice(2);
if (version === undefined) {
  console.error("usage: node scripts/release/makeFixture.ts VERSION [COMMIT]");
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), "clew-fixture-"));
const dataDir = join(scratch, "data");
/** Longer than a first sync takes on a busy machine. */
const SYNC_MS = 120_000;

/** The code of the version. */
function checkOut(): string {
  if (commit === undefined) return root;
  const folder = join(scratch, "code");
  mkdirSync(folder);
  execFileSync("sh", ["-c", `git archive "${commit}" | tar -x -C "${folder}"`], { cwd: root });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

interface Release {
  readonly version: string;
  readonly commit: string;
  readonly lastMigration: string;
  readonly queueSchema: number;
}

/** Adds the version to the list with which upgrades while processes run are tested: the last one is the version that they begin with. */
function writeReleases(folder: string, code: string): void {
  const path = join(folder, "releases.json");
  const otherReleases = (JSON.parse(readFileSync(path, "utf8")) as Release[]).filter(
    (release) => release.version !== version,
  );
  const revision = execFileSync("git", ["rev-parse", commit ?? "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const names = readFileSync(join(code, "server/db/migrate.ts"), "utf8").matchAll(/^ {2}"(\d\w+)": /gm);
  const queue = JSON.parse(readFileSync(join(root, "node_modules/pg-boss/package.json"), "utf8")) as {
    pgboss: { schema: number };
  };
  const release = {
    version: version ?? "",
    commit: revision,
    lastMigration: [...names].at(-1)?.[1] ?? "",
    queueSchema: queue.pgboss.schema,
  };
  writeFileSync(path, `${JSON.stringify([...otherReleases, release], null, 2)}\n`);
}

function runOperator(code: string, ...args: string[]): string {
  return execFileSync(process.execPath, [join(code, "server/cli/clew.ts"), "operator", ...args], {
    encoding: "utf8",
    env: { ...process.env, CLEW_DATA: dataDir },
  });
}

async function send(
  server: ServerProcess,
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Token ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

async function waitForAnswers(server: ServerProcess): Promise<Answers> {
  for (let waited = 0; waited < SYNC_MS; waited += 1000) {
    const answers = await askQuestions(server.url).catch(() => undefined);
    if (answers && isComplete(answers)) return answers;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`The first sync did not end: ${JSON.stringify(await askQuestions(server.url))}`);
}

const host = await startGithubHost({ data: TRACKER });
try {
  const code = checkOut();
  const repository = join(scratch, "loom");
  makeReleaseRepository(repository);
  mkdirSync(dataDir);
  const server = await startServerProcess({
    dataDir,
    env: {
      CLEW_DEMO: "off",
      CLEW_ALLOWED_PATHS: scratch,
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_DIST: join(scratch, "dist"),
      NODE_DISABLE_COMPILE_CACHE: "1",
    },
    installed: { command: [process.execPath, join(code, "server/main.ts")], cwd: code, environment: process.env },
  });
  let answers: Answers;
  try {
    runOperator(code, "company", "create", "--name", "Ariadne Ltd", "--plan", "Enterprise", "--status", "active");
    const invited = runOperator(
      code,
      "invitation",
      "create",
      "--company",
      "Ariadne Ltd",
      "--email",
      EMAIL,
      "--role",
      "Admin",
    );
    const invitation = /token=([0-9a-f-]{36})/.exec(invited)?.[1];
    if (invitation === undefined) throw new Error(`No link of an invitation in: ${invited}`);
    const registration = { name: "Ada Kaya", email: EMAIL, password: PASSWORD, confirm_password: PASSWORD };
    await send(server, "POST", `users/register/?invitation_token=${invitation}`, registration);
    const { token } = (await send(server, "POST", "users/login/", { email: EMAIL, password: PASSWORD })) as {
      token: string;
    };
    await send(
      server,
      "POST",
      "projects/",
      {
        name: PROJECT,
        repositories: [{ provider: "git", url: repository }],
        trackers: [{ provider: "github", url: `${host.url}/${TRACKER.repository.owner}/${TRACKER.repository.name}` }],
      },
      token,
    );
    answers = await waitForAnswers(server);
  } finally {
    await server.stop();
  }
  const folder = join(root, "tests/fixtures/releases");
  mkdirSync(folder, { recursive: true });
  const tar = execFileSync(
    "tar",
    ["-C", dataDir, "--sort=name", "--owner=0", "--group=0", "--exclude=operator.json", "-cf", "-", "."],
    {
      maxBuffer: 1_000_000_000,
    },
  );
  const packed = zstdCompressSync(tar, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      // Three databases of one cluster have the same catalogue: it is stored once.
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  });
  writeFileSync(join(folder, `${version}.tar.zst`), packed);
  writeReleases(folder, code);
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(answers, null, 2)}\n`);
  console.log(
    `${dirname(folder)}: ${version}, ${Math.round(tar.length / 1e6)} MB packed into ${(packed.length / 1e6).toFixed(2)} MB`,
  );
} finally {
  await host.stop();
  rmSync(scratch, { recursive: true, force: true });
}
