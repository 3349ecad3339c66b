import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServerProcess } from "../../scripts/startServerProcess.ts";
import { makeStorage } from "../server/testDb.ts";
import { LIMIT_MS, SOURCES } from "./waitForSync.ts";
import { bundledServer } from "./bundledServer.ts";

/**
 * The real server on a copy of a data folder whose demo is synced. The first file of a run that needs the folder makes it: the sync takes half
 * a minute. tests/e2e/product.test.ts has the first start and the first sync.
 */
export async function startDemoServer(): Promise<ServerProcess> {
  const prepared = await preparedDemo();
  const dataDir = mkdtempSync(join(tmpdir(), "clew-demo-"));
  cpSync(prepared, dataDir, { recursive: true });
  // The source of the sample project has the address of its repository in the prepared folder.
  const server = await startServerProcess({
    installed: bundledServer(),
    dataDir,
    env: { CLEW_DEMO: "on", CLEW_ALLOWED_PATHS: prepared },
  });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The prepared data folder. Files that run at the same time wait for the one that makes it. */
async function preparedDemo(): Promise<string> {
  const folder = join(tmpdir(), "clew-demo-prepared");
  const [done, failed] = [join(folder, "done"), join(folder, "failed")];
  const dataDir = join(folder, "data");
  if (isFirst(folder)) {
    try {
      await prepare(dataDir);
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
    writeFileSync(done, "");
  }
  for (const end = performance.now() + LIMIT_MS; !existsSync(done); await sleep(100)) {
    if (existsSync(failed)) throw new Error("Another file could not prepare the demo.");
    if (performance.now() > end) throw new Error(`The demo was not prepared in ${LIMIT_MS / 1000} s.`);
  }
  return dataDir;
}

/** The run removes the folder with its other temporary files. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function prepare(dataDir: string): Promise<void> {
  const storage = await makeStorage("pglite");
  cpSync(storage.dataDir, dataDir, { recursive: true });
  await storage.remove();
  const server = await startServerProcess({ installed: bundledServer(), dataDir, env: { CLEW_DEMO: "on" } });
  try {
    const { email, password } = server.person();
    const { token } = await call<{ token: string }>(server, "POST", "users/login/", { body: { email, password } });
    const end = performance.now() + LIMIT_MS;
    for (const [project, count] of Object.entries(SOURCES)) {
      while (!(await isSynced(server, { project, count, token }))) {
        if (performance.now() > end) throw new Error(`${project} was not synced:\n${server.printed()}`);
        await sleep(500);
      }
    }
  } finally {
    await server.stop();
  }
}

async function isSynced(
  server: ServerProcess,
  { project, count, token }: { readonly project: string; readonly count: number; readonly token: string },
): Promise<boolean> {
  const path = `projects/${project}/search/?q=test`;
  const { sources } = await call<{ sources: readonly { ready: boolean }[] }>(server, "GET", path, { token });
  return sources.length === count && sources.every(({ ready }) => ready);
}

async function call<Answer>(
  { url }: ServerProcess,
  method: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: object },
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
