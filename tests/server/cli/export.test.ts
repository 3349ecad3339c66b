/** `clew export`: files that are complete, or not there. */
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { EXPORT_TABLE_NAMES } from "../../../contract/insights/exportTables.ts";
import { isCommand, readArguments } from "../../../server/cli/readArguments.ts";
import { runRemotely } from "../../../server/cli/remote/remoteCommands.ts";
import { signedIn, startTestServer, type SignedInUser, type TestServer } from "../http/testServer.ts";
import { readZip } from "../features/exports/readZip.ts";
import { addRandomWork } from "../insights/randomWork.ts";
import { addCompany, addProject } from "../rows.ts";
import { onOneDatabase } from "../testDb.ts";
import { productEntry } from "../support/productEntry.ts";

const ENTRY = productEntry("clew");

onOneDatabase("clew export", (engine) => {
  let server: TestServer;
  let admin: SignedInUser;
  let member: SignedInUser;
  let folder: string;
  let hostile: Server | undefined;
  beforeAll(async () => {
    server = await startTestServer(engine);
    const companyId = await addCompany(server.db, { plan: "Enterprise" });
    admin = await signedIn(server.db, { companyId, email: "admin@example.org", role: "Admin" });
    member = await signedIn(server.db, { companyId, email: "member@example.org" });
    for (const [seed, slug] of ["loom", "other"].entries())
      await addRandomWork(server.db, await addProject(server.db, { companyId, ownerId: admin.id, slug }), seed + 1, 40);
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-export-"));
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    hostile?.closeAllConnections();
    hostile?.close();
    hostile = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (args: readonly string[], { token = admin.token, url = server.url } = {}): Promise<number> => {
    const environment = { XDG_CONFIG_HOME: folder, CLEW_URL: url, CLEW_TOKEN: token };
    const request = readArguments("export", ["--folder", folder, ...args], environment);
    if (request === "help") throw new Error("help");
    return runRemotely(request, environment, "text");
  };
  /** A server that answers an export with some bytes and then does something. */
  const hostileServer = async (then: (socket: { destroy: () => void }) => void): Promise<string> => {
    hostile = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.write("half a fi", () => then(response));
    });
    await new Promise<void>((resolve) => hostile?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  };
  const files = (): string[] => readdirSync(folder).toSorted();

  test("writes named tables, every table, or one zip, and prints their paths", async () => {
    expect(await run(["issues", "people", "--format", "jsonl", "--project", "loom"])).toBe(0);
    expect(files()).toEqual(["clew-issues.jsonl", "clew-people.jsonl"]);
    const lines = readFileSync(join(folder, "clew-issues.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { project: string }).project)).toEqual(Array(40).fill("loom"));
    expect(vi.mocked(process.stdout.write).mock.calls.map(([text]) => text)).toEqual([
      `${join(folder, "clew-issues.jsonl")}\n`,
      `${join(folder, "clew-people.jsonl")}\n`,
    ]);
    expect(await run(["--all"])).toBe(0);
    expect(files()).toEqual(expect.arrayContaining(EXPORT_TABLE_NAMES.map((table) => `clew-${table}.parquet`)));
    expect(await run(["--zip", "--format", "csv"])).toBe(0);
    expect(readZip(readFileSync(join(folder, "clew-tables.zip"))).size).toBe(EXPORT_TABLE_NAMES.length + 1);
    expect(files().filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("takes --since as a day or a time, and replaces a file that is there", async () => {
    writeFileSync(join(folder, "clew-issues.csv"), "old");
    expect(await run(["issues", "--format", "csv", "--since", "2999-01-01"])).toBe(0);
    expect(readFileSync(join(folder, "clew-issues.csv"), "utf8").split("\r\n").filter(Boolean)).toHaveLength(1);
  });

  test("a file that is cut off keeps the one that is there, and leaves nothing else", async () => {
    writeFileSync(join(folder, "clew-issues.parquet"), "old");
    const url = await hostileServer((socket) => socket.destroy());
    await expect(run(["issues"], { url })).rejects.toMatchObject({ status: 3 });
    expect(files()).toEqual(["clew-issues.parquet"]);
    expect(readFileSync(join(folder, "clew-issues.parquet"), "utf8")).toBe("old");
  });

  test(
    "a killed process leaves no file under its name, and an ended one none at all",
    { timeout: 60_000 },
    async () => {
      let isBegun: () => void = () => undefined;
      for (const [signal, left] of [
        ["SIGKILL", 1],
        ["SIGTERM", 0],
      ] as const) {
        const begun = new Promise<void>((resolve) => (isBegun = resolve));
        const url = await hostileServer(() => isBegun());
        const env = { PATH: process.env["PATH"], XDG_CONFIG_HOME: folder, CLEW_URL: url, CLEW_TOKEN: admin.token };
        const child = spawn(process.execPath, [ENTRY, "export", "issues", "--folder", folder], {
          env,
          stdio: "ignore",
        });
        const ended = new Promise((resolve) => child.on("exit", (status) => resolve(status)));
        await begun;
        await expect.poll(() => files().some((name) => readFileSync(join(folder, name)).length > 0)).toBe(true);
        child.kill(signal);
        expect(await ended).toBe(signal === "SIGKILL" ? null : 1);
        expect(files().filter((name) => !name.endsWith(".part"))).toEqual([]);
        expect(files()).toHaveLength(left);
        hostile?.closeAllConnections();
        hostile?.close();
        if (signal === "SIGTERM") continue;
        // The next run deletes what the killed one has left, and nothing of others.
        const ofOther = `clew-issues.parquet.0123abcd-${process.pid}-0123abcd.part`;
        const running = (files()[0] ?? "").replace(/-\d+-/, `-${process.ppid}-`);
        const notes = ["clew-issues.parquet.part", "clew-issues.parquet.mine.part", "clew-people.parquet.part"];
        for (const name of [ofOther, running, ...notes]) writeFileSync(join(folder, name), "");
        expect(await run(["issues"])).toBe(0);
        expect(files()).toEqual(["clew-issues.parquet", ofOther, running, ...notes].toSorted());
        // A file of another machine, whose clock and processes are not known, is removed after a day.
        utimesSync(join(folder, ofOther), 0, 0);
        utimesSync(join(folder, running), 0, 0);
        expect(await run(["issues"])).toBe(0);
        expect(files()).toEqual(["clew-issues.parquet", running, ...notes].toSorted());
        for (const name of files()) rmSync(join(folder, name));
      }
    },
  );

  /** The server behind one that cuts off the answers that `cut` chooses. @returns its address and the tables that were asked for */
  const proxied = async (cut: (table: string) => boolean) => {
    const asked: string[] = [];
    hostile = createServer((request, response) => {
      void (async () => {
        const table = /exports\/(\w+)\//.exec(request.url ?? "")?.[1] ?? "";
        if (table !== "") asked.push(table);
        const { authorization = "" } = request.headers;
        const answer = await fetch(server.url + (request.url ?? ""), { headers: { authorization } });
        const bytes = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
        if (!cut(table)) return void response.end(bytes);
        response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      })();
    });
    await new Promise<void>((resolve) => hostile?.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`, asked };
  };

  test("an export of several tables continues after an interruption, without loss or repetition", async () => {
    const [first, second, third] = EXPORT_TABLE_NAMES;
    let broken: string | null | undefined = third;
    const { url, asked } = await proxied((table) => table === broken);
    const args = ["--all", "--format", "jsonl"];
    await expect(run([...args], { url })).rejects.toMatchObject({ status: 3 });
    expect(asked).toEqual([first, second, third]);
    // A file that was deleted, or changed by others, is exported again.
    writeFileSync(join(folder, `clew-${second}.jsonl`), "changed");
    asked.length = 0;
    broken = null;
    vi.mocked(process.stdout.write).mockClear();
    expect(await run([...args, "--continue"], { url })).toBe(0);
    expect(asked).toEqual(EXPORT_TABLE_NAMES.filter((table) => table !== first));
    expect(vi.mocked(process.stdout.write)).toHaveBeenCalledTimes(EXPORT_TABLE_NAMES.length);
    const continued = EXPORT_TABLE_NAMES.map((table) => readFileSync(join(folder, `clew-${table}.jsonl`), "utf8"));
    // Nothing of the interruption is left, and the next export is a whole one.
    expect(files()).toEqual(EXPORT_TABLE_NAMES.map((table) => `clew-${table}.jsonl`).toSorted());
    asked.length = 0;
    expect(await run([...args, "--continue"], { url })).toBe(0);
    expect(asked).toEqual(EXPORT_TABLE_NAMES);
    expect(EXPORT_TABLE_NAMES.map((table) => readFileSync(join(folder, `clew-${table}.jsonl`), "utf8"))).toEqual(
      continued,
    );
  });

  test("what another export has completed is not taken up, and nothing without --continue", async () => {
    const [first, second] = EXPORT_TABLE_NAMES;
    let broken: string | null | undefined = second;
    const { url, asked } = await proxied((table) => table === broken);
    await expect(run(["--all"], { url })).rejects.toMatchObject({ status: 3 });
    for (const other of [["--all", "--project", "loom"], ["--all", "--since", "2026-11-01"], ["--all"]]) {
      asked.length = 0;
      await expect(run([...other, ...(other.length > 1 ? ["--continue"] : [])], { url })).rejects.toMatchObject({
        status: 3,
      });
      expect([other, asked]).toEqual([other, [first, second]]);
    }
    // A damaged note is none.
    broken = null;
    for (const name of files().filter((one) => one.startsWith(".clew-export"))) writeFileSync(join(folder, name), "{");
    asked.length = 0;
    expect(await run(["--all", "--continue"], { url })).toBe(0);
    expect(asked).toEqual(EXPORT_TABLE_NAMES);
  });

  test("an archive that was interrupted is not continued: the refusal names the calls that get the rest, and they do", async () => {
    let isBroken = true;
    const { url } = await proxied(() => isBroken);
    await expect(run(["--zip"], { url })).rejects.toMatchObject({ status: 3 });
    isBroken = false;
    await expect(run(["--zip", "--continue"], { url })).rejects.toMatchObject({
      status: 2,
      message: expect.stringMatching(/without --continue.*--all --continue/) as string,
    });
    await expect(run(["issues", "--continue"], { url })).rejects.toMatchObject({
      status: 2,
      message: expect.stringContaining("without --continue") as string,
    });
    expect(files()).toEqual([]);
    expect(await run(["--zip"], { url })).toBe(0);
    expect(files()).toEqual(["clew-tables.zip"]);
    expect(await run(["--all", "--continue"], { url })).toBe(0);
    expect(files()).toHaveLength(EXPORT_TABLE_NAMES.length + 1);
  });

  test("waits while another file of the company is exported", async () => {
    let isFirst = true;
    hostile = createServer((_, response) => {
      if (isFirst) response.writeHead(429, { "retry-after": "1" }).end('{"detail":"running"}');
      else response.end("rows");
      isFirst = false;
    });
    await new Promise<void>((resolve) => hostile?.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
    expect(await run(["issues"], { url })).toBe(0);
    expect(readFileSync(join(folder, "clew-issues.parquet"), "utf8")).toBe("rows");
  });

  test("refusals name what is wrong, with the status of their kind", async () => {
    const refusals: [readonly string[], number, string][] = [
      [[], 2, "--all or --zip"],
      [["users"], 2, "no table users"],
      [["issues", "--all"], 2, "one of them"],
      [["--all", "--zip"], 2, "one of them"],
      [["issues", "--since", "soon"], 2, "a day or a time"],
      [["issues", "--since", "2026-02-29"], 2, "a day or a time"],
      [["issues", "--since", "2026-11-01T12:00"], 2, "a day or a time"],
      [["issues", "--since", "5"], 2, "a day or a time"],
      [["issues", "--project", "missing"], 6, "no project missing"],
      [["issues", "--folder", join(folder, "none")], 1, "cannot be written (ENOENT)"],
    ];
    for (const [args, status, text] of refusals)
      await expect(Promise.resolve().then(() => run(args))).rejects.toMatchObject({
        status,
        message: expect.stringContaining(text) as string,
      });
    await expect(run(["issues"], { token: member.token })).rejects.toMatchObject({ status: 5 });
    expect(isCommand("export")).toBe(true);
    expect(files()).toEqual([]);
  });
});
