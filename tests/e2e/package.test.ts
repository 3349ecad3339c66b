/** The package, as on a machine with Node and git alone: made, installed without a network, started, stopped and started again. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SearchAnswer } from "../../contract/search/search.ts";
import { NewMcpToken, TokenAnswer } from "../../contract/access/users.ts";
import { type ServerProcess, startServerProcess } from "../../scripts/startServerProcess.ts";
import { makeRepository } from "./makeRepository.ts";

const ROOT = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
/** Bytes of the installed package. */
const MAX_BYTES = 60e6;

let folder: string;
let tarballs: string[];
/** The installed package. */
let installed: string;
let server: ServerProcess | undefined;

const place = (...path: string[]): string => join(folder, ...path);
/** Only node and git are found, and nothing of the environment of this test. */
const environment = () => ({ PATH: place("bin"), HOME: place("home"), TMPDIR: place("tmp") });
const findProgram = (name: string): string =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((path) => !path.includes("node_modules"))
    .map((path) => join(path, name))
    .find((path) => existsSync(path)) ?? name;

function clew(...args: string[]): { status: number | null; out: string; said: string } {
  const { status, stdout, stderr } = spawnSync(place("prefix", "bin", "clew"), args, {
    cwd: place("home"),
    env: environment(),
    input: "",
    encoding: "utf8",
  });
  return { status, out: stdout, said: stderr };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-package-"));
  for (const name of ["bin", "home", "tmp"]) mkdirSync(place(name));
  symlinkSync(process.execPath, place("bin", "node"));
  symlinkSync(findProgram("git"), place("bin", "git"));
  makeRepository(place("loom"), [
    {
      message: "Start with a loom",
      files: { "src/loom.ts": "export function heddleCount(): number {\n  return 4;\n}\n" },
    },
  ]);
  tarballs = ["first", "second"].map((name) => {
    execFileSync(process.execPath, [join(ROOT, "scripts/package/makePackage.ts"), place(name)], { cwd: ROOT });
    rmSync(place(name, "clew"), { recursive: true });
    return place(name, `clew-${version}.tgz`);
  });
  const npm = findProgram("npm");
  execFileSync(
    npm,
    ["install", "--global", "--prefix", place("prefix"), "--offline", "--no-audit", tarballs[0] ?? ""],
    {
      cwd: place("home"),
      env: { ...environment(), PATH: [place("bin"), dirname(npm)].join(delimiter) },
    },
  );
  installed = place("prefix", "lib", "node_modules", "clew");
}, 240_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const installedFiles = (): string[] =>
  readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(installed, path)).isFile(),
  );

test("the same sources give the same bytes", () => {
  const [first = "", second = ""] = tarballs;
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
});

test("has what runs and nothing of what makes it, and is small", () => {
  const files = installedFiles();
  expect(files.length).toBeGreaterThan(100);
  // The SDK of imports is TypeScript, which users copy.
  const own = files.filter((path) => !path.startsWith("sdk/"));
  expect(
    own.filter((path) => /\.(?:test|stories)\.|\.tsx?$|\.map$|\.node$|^(?:tests|stories|bench)\//.test(path)),
  ).toEqual([]);
  expect(files.reduce((sum, path) => sum + statSync(join(installed, path)).size, 0)).toBeLessThan(MAX_BYTES);
  const notices = readFileSync(join(installed, "THIRD-PARTY-NOTICES"), "utf8");
  for (const name of ["fastify", "react", "@electric-sql/pglite", "web-tree-sitter"]) {
    expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
  }
});

test("has every file that its modules read", () => {
  const sources = readdirSync(join(ROOT, "server"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const read = sources.flatMap((path) =>
    [...readFileSync(join(ROOT, "server", path), "utf8").matchAll(/productFile\("([^"]+)"\)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  // In a clone alone: what it is recognised by, and what builds the app.
  const packed = read.filter((name) => !/^(?:scripts|\.git)/.test(name));
  expect(packed).toContain("server/access/commonPasswords.txt");
  expect(packed.filter((name) => !existsSync(join(installed, name)))).toEqual([]);
});

test("no file names a place of the machine that made it", () => {
  const places = [ROOT, homedir()].filter((path) => path.length > 5);
  const named = installedFiles().filter((path) => {
    const bytes = readFileSync(join(installed, path));
    return places.some((one) => bytes.includes(one));
  });
  expect(named).toEqual([]);
});

test("the command has its version, its help and its manual page", () => {
  expect(clew("--version")).toEqual({ status: 0, out: `clew ${version}\n`, said: "" });
  expect(clew("help", "serve").out).toContain("usage: clew serve [--data DIR]");
  const manual = readFileSync(place("prefix", "share", "man", "man1", "clew.1"), "utf8");
  expect(manual).toMatch(new RegExp(`^\\.TH CLEW 1 \\d{4}-\\d\\d-\\d\\d "Clew ${version}"`));
});

test("searches a repository of this machine", () => {
  const { status, out } = clew("search", "heddle count", "--repo", place("loom"));
  expect([status, JSON.parse(out)]).toEqual([
    0,
    { results: [expect.objectContaining({ path: "src/loom.ts", line: 1 })] },
  ]);
});

test("the language server answers an editor", async () => {
  const child = spawn(place("prefix", "bin", "clew"), ["lsp", "--local"], {
    cwd: place("loom"),
    env: environment(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const folder = `file://${place("loom")}`;
  send({ id: 1, method: "initialize", params: { processId: null, rootUri: folder, capabilities: {} } });
  send({ method: "initialized", params: {} });
  send({ id: 2, method: "workspace/symbol", params: { query: "heddle" } });
  let said = "";
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes('"id":2')) resolve();
    });
  });
  expect(said).toContain('"name":"heddleCount"');
  expect(said).toContain(`${folder}/src/loom.ts`);
  send({ id: 3, method: "shutdown" });
  send({ method: "exit" });
  expect(await exited).toEqual([0, null]);
});

test("opens the app on a repository of this machine", async () => {
  const child = spawn(place("prefix", "bin", "clew"), ["ui", "--no-open", "--repo", place("loom")], {
    cwd: place("home"),
    env: environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const text of child.stdout.setEncoding("utf8")) {
    said += String(text);
    if (said.includes("Press Ctrl+C")) break;
  }
  const page = await fetch(/http:\S+/.exec(said)?.[0] ?? "");
  expect(await page.text()).toContain('"authToken"');
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

describe("the server", () => {
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      installed: { command: [place("prefix", "bin", "clew"), "serve"], cwd: place("home"), environment: environment() },
      env: { CLEW_DATA: "", NODE_ENV: "" },
    });
  const call = async (path: string, token: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${server?.url}/api/v1/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...(token !== "" && { authorization: `Token ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 201])]);
    return response.json();
  };
  const signIn = async (): Promise<string> => TokenAnswer.parse(await call("users/login/", "", server?.person())).token;
  let mcpToken: string;

  test("serves the app and the demo from a data folder of the user", { timeout: 120_000 }, async () => {
    server = await start();
    expect(existsSync(place("home", ".local", "share", "clew", "master.key"))).toBe(true);
    const page = await (await fetch(server.url)).text();
    const asset = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
    const script = await fetch(server.url + asset);
    expect([script.status, script.headers.get("content-type")]).toEqual([200, expect.stringContaining("javascript")]);
    const token = await signIn();
    await expect
      .poll(
        async () => {
          const { results } = SearchAnswer.parse(await call("projects/tern/search/?q=courier+route", token));
          return results.map(({ kind }) => kind);
        },
        { timeout: 90_000, interval: 500 },
      )
      .toEqual(expect.arrayContaining(["code", "issue"]));
    const made = await call("users/mcp-tokens/", token, { name: "Agent of the package", projects: ["tern"] });
    mcpToken = NewMcpToken.parse(made).token;
  });

  test("answers an agent over standard streams", () => {
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const { status, stdout } = spawnSync(place("prefix", "bin", "clew-mcp"), {
      cwd: place("home"),
      env: { ...environment(), CLEW_URL: server?.url, CLEW_TOKEN: mcpToken },
      input: `${JSON.stringify(request)}\n`,
      encoding: "utf8",
    });
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ id: 1, result: expect.objectContaining({ protocolVersion: "2025-06-18" }) }),
    ]);
  });

  test("is backed up while it runs", () => {
    expect(clew("backup", place("backup"))).toMatchObject({ status: 0, said: "" });
    expect(clew("verify", place("backup"))).toMatchObject({ status: 0, said: "" });
  });

  test("has its data after a stop and a start", async () => {
    await server?.stop();
    expect(server?.printed()).toContain("The server ended: 0.");
    server = await start();
    expect(await call("users/mcp-tokens/", await signIn())).toEqual([
      expect.objectContaining({ name: "Agent of the package" }),
    ]);
  });
});
