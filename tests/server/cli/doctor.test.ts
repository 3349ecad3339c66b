/** `clew doctor`: what is right is called right, and each fault is found and has advice. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request as httpRequest, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { spawn, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { KeyRing } from "../../../server/access/keys/KeyRing.ts";
import { checkMasterKey } from "../../../server/access/keys/masterKeyFingerprint.ts";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { doctorCommand } from "../../../server/cli/doctor/doctorCommand.ts";
import type { Finding } from "../../../server/cli/doctor/Finding.ts";
import { machineFindings } from "../../../server/cli/doctor/machineFindings.ts";
import { UNFINISHED } from "../../../server/db/dataFolder.ts";
import { openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { freePort } from "../../../scripts/freePort.ts";
import { startTestServer, type TestServer } from "../http/testServer.ts";
import { S3_KEYS, startS3 } from "../index/s3Store.ts";
import { openMailbox } from "../mail/mailbox.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase, type TestStorage } from "../testDb.ts";
import { productEntry } from "../support/productEntry.ts";

type Environment = Readonly<Record<string, string | undefined>>;
const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "clew-doctor-"));
const KEY = "a master key of thirty-two characters";

interface Checked {
  readonly status: number;
  readonly findings: readonly Finding[];
}

async function doctor(environment: Environment, ...args: string[]): Promise<Checked> {
  const { status, out, err } = await doctorCommand([...args, "--json"], { PATH: process.env["PATH"], ...environment });
  expect(err).toBe("");
  return { status, findings: JSON.parse(out) as Finding[] };
}
/** Findings of a check that are not in order, with their advice. */
const faults = ({ findings }: Checked, check?: string): string[] =>
  findings
    .filter((finding) => ["failed", "warning"].includes(finding.state) && (check ?? finding.check) === finding.check)
    .map(({ check: name, state, says, advice }) => {
      // A fault without a way out is no help.
      expect(advice).not.toBe("");
      return `${name}: ${state}: ${says} ${advice}`;
    });

const portOf = (server: { address(): AddressInfo | string | null }): number => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

describe("a running server", () => {
  let server: TestServer;
  let direct: TestServer;
  /** What the proxy does to a request; undefined answers 404 by itself. */
  let change: (headers: Record<string, string>) => Record<string, string> | undefined;
  let forwardsUpgrade: boolean;
  let proxy: Server;
  let target: string;
  const environment = (more: Environment = {}): Environment => ({
    CLEW_DATA: server.dataDir,
    PORT: new URL(server.url).port,
    CLEW_PUBLIC_URL: `http://127.0.0.1:${portOf(proxy)}`,
    CLEW_TRUSTED_PROXIES: "127.0.0.1",
    CLEW_DISK_RESERVE_MB: "1",
    ...more,
  });
  const forwarded = (headers: Record<string, string>) => ({
    ...headers,
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "http",
  });
  const headersOf = (request: IncomingMessage): Record<string, string> => {
    const { "x-forwarded-for": _, ...headers } = request.headers;
    return headers as Record<string, string>;
  };

  beforeAll(async () => {
    server = await startTestServer("pglite", { environment: { CLEW_TRUSTED_PROXIES: "127.0.0.1" } });
    direct = await startTestServer("pglite");
    target = server.url;
    proxy = createServer((request, response) => {
      const headers = change(headersOf(request));
      if (headers === undefined) {
        response.writeHead(404).end("<h1>Welcome</h1>");
        return;
      }
      httpRequest(`${target}${request.url}`, { headers, setHost: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }).end();
    });
    proxy.on("upgrade", (request, socket) => {
      if (!forwardsUpgrade) {
        socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
        return;
      }
      const inner = httpRequest(`${target}${request.url}`, {
        headers: change(headersOf(request)) ?? {},
        setHost: false,
      });
      const answer = ({ statusCode }: IncomingMessage, other?: { destroy(): void }): void => {
        other?.destroy();
        socket.end(
          statusCode === 101
            ? "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            : `HTTP/1.1 ${statusCode} Refused\r\nConnection: close\r\n\r\n`,
        );
      };
      inner.on("upgrade", answer).on("response", answer).end();
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
  });
  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await server.stop();
    await direct.stop();
  });

  test("that is set up right has no fault, with its database in the server's own process", async () => {
    change = forwarded;
    forwardsUpgrade = true;
    const checked = await doctor(environment());
    expect([faults(checked), checked.status]).toEqual([[], 0]);
    const right = checked.findings.filter(({ state }) => state === "ok").map(({ check }) => check);
    expect(right).toEqual(
      expect.arrayContaining(["database", "migrations", "database clock", "master key", "stored secrets", "hosts"]),
    );
    expect(right).toEqual(expect.arrayContaining(["port", "public address", "proxy", "websocket", "object store"]));
  });

  test.each<[string, () => void, string[]]>([
    [
      "changes the name",
      () => (change = (headers) => ({ ...forwarded(headers), host: "clew-backend" })),
      ["receives clew-backend as its name", "the server compares it with the origin"],
    ],
    ["sends no address of the client", () => (change = (headers) => headers), ["X-Forwarded-For $proxy_add"]],
    [
      "says another protocol",
      () => (change = (headers) => ({ ...forwarded(headers), "x-forwarded-proto": "https" })),
      ["X-Forwarded-Proto"],
    ],
    ["forwards no upgrade", () => (forwardsUpgrade = false), ["forward Upgrade and Connection"]],
    ["answers by itself", () => (change = () => undefined), ["Something else than Clew answers"]],
  ])("a proxy that %s", async (_, breakIt, expected) => {
    change = forwarded;
    forwardsUpgrade = true;
    breakIt();
    const found = faults(await doctor(environment()));
    expect(found).toEqual(expected.map((words) => expect.stringContaining(words)));
  });

  test("a proxy that the settings do not name", async () => {
    change = forwarded;
    forwardsUpgrade = true;
    target = direct.url;
    const port = new URL(direct.url).port;
    const found = faults(
      await doctor(environment({ CLEW_DATA: direct.dataDir, PORT: port, CLEW_TRUSTED_PROXIES: "" })),
    );
    target = server.url;
    expect(found).toEqual([expect.stringContaining("Set CLEW_TRUSTED_PROXIES=127.0.0.1")]);
  });

  test("without the master key no caller learns what the server receives", async () => {
    const { status } = await server.call("GET", "health/probe/");
    const proof = `${Date.now()}.${"0".repeat(64)}`;
    const forged = await fetch(`${server.url}/api/v1/health/probe/`, { headers: { "x-clew-probe": proof } });
    expect([status, forged.status]).toEqual([404, 404]);
    change = forwarded;
    forwardsUpgrade = true;
    const other = await doctor(environment({ CLEW_MASTER_KEY: KEY, CLEW_DATA: direct.dataDir }));
    expect(faults(other, "proxy")).toEqual([expect.stringContaining("does not have the master key")]);
  });

  test("a public address where nothing answers, and a port that another program has", async () => {
    const closed = `http://127.0.0.1:${await freePort()}`;
    expect(faults(await doctor(environment({ CLEW_PUBLIC_URL: closed })))).toEqual([
      expect.stringMatching(/^public address: failed: .*the firewall\.$/),
    ]);
    const other = createTcpServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(other, "listening");
    const taken = await doctor(environment({ PORT: String(portOf(other)) }));
    other.close();
    expect(faults(taken, "port")).toEqual([expect.stringContaining("Another program listens")]);
  });
});

onEachDatabase("a stopped server", (engine) => {
  let storage: TestStorage;
  const environment = (more: Environment = {}): Environment => ({
    CLEW_DATA: storage.dataDir,
    DATABASE_URL: storage.databaseUrl,
    CLEW_MASTER_KEY: KEY,
    CLEW_DISK_RESERVE_MB: "1",
    CLEW_ALLOWED_NETWORKS: "127.0.0.1",
    CLEW_DEMO: "off",
    PORT: "0",
    ...more,
  });
  const opened = async (work: (database: OpenDb) => Promise<unknown>): Promise<void> => {
    const database = await openDb({ ...storage, isDurable: false });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };
  const sourcesAt = (...urls: string[]) =>
    opened(async ({ db }) => {
      const companyId = await addCompany(db);
      const ownerId = await addUser(db, {
        companyId,
        email: `${randomBytes(4).toString("hex")}@example.org`,
        name: "A",
      });
      const projectId = await addProject(db, { companyId, ownerId });
      await db.deleteFrom("sources").execute();
      // A custom source has no host, and keeps no other from being asked.
      for (const url of [...urls, "custom:1"]) await addSource(db, projectId, url);
      await db.updateTable("sources").set({ kind: "tracker" }).where("url", "=", "custom:1").execute();
    });

  beforeAll(async () => {
    storage = await makeStorage(engine);
    await opened(async ({ db }) => {
      const ring = new KeyRing([Buffer.from(KEY)]);
      await checkMasterKey(db, ring);
      await createSecrets(ring).store(db, await addCompany(db), { token: "a token" });
    });
  });
  afterAll(() => storage.remove());

  test("has its stored secrets opened by the right key, and by no other", async () => {
    const right = await doctor(environment());
    expect(faults(right, "stored secrets")).toEqual([]);
    expect(right.findings).toContainEqual(expect.objectContaining({ says: "1 stored secrets were opened." }));
    const wrong = await doctor(environment({ CLEW_MASTER_KEY: `${KEY}, and another one` }));
    expect([wrong.status, faults(wrong, "master key")]).toEqual([
      1,
      [expect.stringContaining("is not the one that the database was sealed with")],
    ]);
    expect(faults(await doctor(environment({ CLEW_MASTER_KEY: "" })), "master key")).toEqual([
      expect.stringContaining("There is no master key"),
    ]);
  });

  test("a damaged secret is counted", async () => {
    await opened(({ db }) =>
      db
        .updateTable("secrets")
        .set({ cipher: Buffer.from("02deadbeef00", "hex") })
        .execute(),
    );
    expect(faults(await doctor(environment()), "stored secrets")).toEqual([
      expect.stringContaining("1 stored secrets cannot be opened; 0 were opened."),
    ]);
  });

  test("a host with a wrong clock, one that is down, one that is private and one without TLS", async () => {
    const late = createServer((_, response) => {
      response.writeHead(200, { date: new Date(Date.now() - 3_600_000).toUTCString() }).end();
    }).listen(0, "127.0.0.1");
    await once(late, "listening");
    const clock = `http://127.0.0.1:${portOf(late)}`;
    const down = `http://127.0.0.1:${await freePort()}`;
    const shell = await freePort();
    await sourcesAt(`${clock}/a.git`, `${down}/b.git`, "http://10.9.8.7/c.git", `ssh://git@127.0.0.1:${shell}/d.git`);
    const checked = await doctor(environment({ CLEW_ALLOWED_NETWORKS: "127.0.0.1" }));
    late.close();
    expect(faults(checked, "clock")).toEqual([expect.stringContaining(`By the clock of ${clock} this machine is 360`)]);
    expect(faults(checked, `host ${down}`)).toEqual([expect.stringContaining("does not accept connections")]);
    expect(faults(checked, `host ssh://127.0.0.1:${shell}`)).toEqual([expect.stringContaining("the firewall between")]);
    expect(faults(checked, "host http://10.9.8.7")).toEqual([expect.stringContaining("CLEW_ALLOWED_NETWORKS")]);
  });

  test.skipIf(spawnSync("openssl", ["version"]).error)("a self-signed certificate", async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "5"];
    spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject]);
    const tls = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
      response.end('{"status":"live"}'),
    ).listen(0, "127.0.0.1");
    await once(tls, "listening");
    const url = `https://127.0.0.1:${portOf(tls)}`;
    await sourcesAt(`${url}/a.git`);
    const checked = await doctor(environment({ CLEW_PUBLIC_URL: url }));
    // As an operator with an authority of their own: the certificate is believed, and ends soon.
    const trusting = spawn(process.execPath, [productEntry("clew"), "doctor", "--json"], {
      env: {
        PATH: process.env["PATH"],
        NODE_EXTRA_CA_CERTS: cert,
        CLEW_DATA: folder,
        PORT: "0",
        CLEW_PUBLIC_URL: url,
      },
    });
    const findings = JSON.parse(await text(trusting.stdout)) as Finding[];
    tls.closeAllConnections();
    tls.close();
    expect(faults(checked, `host ${url}`)).toEqual([expect.stringContaining("NODE_EXTRA_CA_CERTS")]);
    expect(faults(checked, "public address")).toEqual([expect.stringContaining("certificate")]);
    expect(faults({ status: 0, findings }, "certificate")).toEqual([expect.stringContaining("Renew it")]);
  });

  test("a clock of the database that is another one", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    const checked = await doctor(environment()).finally(() => vi.useRealTimers());
    expect(faults(checked, "database clock")).toEqual([expect.stringContaining("seconds ahead of this machine's")]);
  });

  test("a database of a newer version", async () => {
    const row = { name: "9999_future", timestamp: new Date().toISOString() };
    await opened(({ run }) => run("insert into kysely_migration values ($1, $2)", [row.name, row.timestamp]));
    expect(faults(await doctor(environment()), "migrations")).toEqual([
      expect.stringContaining("A newer version of Clew has changed this database (9999_future)"),
    ]);
    await opened(({ run }) => run("delete from kysely_migration where name = $1", [row.name]));
  });
});

describe("the machine", () => {
  const facts = { node: "24.1.0", memory: 4e9, files: 65_536, hasSsh: true };
  test.each<[object, string, string]>([
    [{ node: "22.9.0" }, "node", "Install Node 24"],
    [{ memory: 300e6 }, "memory", "at least 512 MB"],
    [{ memory: 1e9 }, "memory", "up to 1500 MB"],
    [{ files: 1024 }, "open files", "LimitNOFILE="],
    [{ hasSsh: false }, "ssh", "openssh-client"],
  ])("%j", async (fault, check, advice) => {
    const findings = await machineFindings({ ...facts, ...fault });
    expect(faults({ status: 0, findings })).toEqual([expect.stringMatching(new RegExp(`^${check}: .*${advice}`))]);
  });

  test("its limits and its git are those of the process", async () => {
    const entry = productEntry("clew");
    const script = 'ulimit -n 512; exec "$0" "$@"';
    const { stdout, status } = spawnSync("/bin/bash", ["-c", script, process.execPath, entry, "doctor", "--json"], {
      env: { PATH: "/nowhere", HOME: temporaryFolder() },
      encoding: "utf8",
    });
    const checked = { status: status ?? 0, findings: JSON.parse(stdout) as Finding[] };
    expect(faults(checked, "open files")).toEqual([expect.stringContaining("512 files may be open")]);
    expect(faults(checked, "git")).toEqual([expect.stringContaining("Install git 2.37 or newer")]);
    expect(faults(checked, "ssh")).toHaveLength(1);
    expect(status).toBe(1);
  });
});

describe("settings and the data folder", () => {
  const inFolder = (more: Environment = {}) => ({ CLEW_DATA: temporaryFolder(), PORT: "0", ...more });

  test.each<[Environment, string]>([
    [{ PORT: "x" }, "PORT must be a number from 0 to 65535"],
    [{ CLEW_SMTP_UR: "smtp://a" }, "Did you mean CLEW_SMTP_URL?"],
    [{ CLEW_MASTER_KEY: "x".repeat(40) }, "openssl rand -base64 48"],
    [{ CLEW_ROLE: "web" }, "the embedded database belongs to one process"],
    [{ CLEW_ALLOWED_PATHS: "/nowhere/at/all" }, "no folder that this user can see"],
    [{ HOST: "0.0.0.0" }, "Set CLEW_PUBLIC_URL"],
  ])("%j", async (wrong, words) => {
    expect(faults(await doctor(inFolder(wrong)), "settings")).toEqual([expect.stringContaining(words)]);
  });

  test("a folder that is a file, a restore that was cut short, and a disk that is nearly full", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    expect(faults(await doctor({ CLEW_DATA: join(folder, "file"), PORT: "0" }), "data folder")).toHaveLength(1);
    writeFileSync(join(folder, UNFINISHED), "");
    const checked = await doctor({ CLEW_DATA: folder, PORT: "0", CLEW_DISK_RESERVE_MB: "100000000" });
    expect(faults(checked, "data folder")).toEqual([expect.stringContaining("was cut short")]);
    expect(faults(checked, "disk")).toEqual([expect.stringContaining("Syncs wait below CLEW_DISK_RESERVE_MB")]);
  });

  test.skipIf(process.getuid?.() !== 0)("a data folder of another user is not opened", async () => {
    const storage = await makeStorage("pglite");
    chownSync(storage.dataDir, 4242, 4242);
    const checked = await doctor({ CLEW_DATA: storage.dataDir, PORT: "0" });
    expect(faults(checked, "permissions")).toEqual([expect.stringContaining("sudo -u clew")]);
    expect(checked.findings).toContainEqual(expect.objectContaining({ check: "database", state: "skipped" }));
    // The lock is what the first file of an opened database would be.
    expect(existsSync(join(storage.dataDir, "database.lock"))).toBe(false);
    await storage.remove();
  });

  test("are read from the file of the service, which takes precedence", async () => {
    const file = join(temporaryFolder(), "clew.env");
    writeFileSync(file, "# the service\nPORT=x\n");
    expect(faults(await doctor(inFolder({ PORT: "0" }), "--env-file", file), "settings")).toHaveLength(1);
    expect(await doctorCommand(["--env-file", "/nowhere"], {})).toMatchObject({ status: 2, out: "" });
  });
});

describe("mail", () => {
  const settings = (url: string) => ({
    CLEW_DATA: temporaryFolder(),
    PORT: "0",
    CLEW_SMTP_URL: url,
    CLEW_MAIL_FROM: "clew@example.org",
    CLEW_PUBLIC_URL: "https://clew.invalid",
  });

  test("a server that accepts the connection gets a mail only when it is asked for", async () => {
    const mailbox = await openMailbox();
    expect(faults(await doctor(settings(mailbox.url)), "mail")).toEqual([]);
    expect([mailbox.connections(), mailbox.received]).toEqual([1, []]);
    await doctor(settings(mailbox.url), "--mail", "ada@example.org");
    expect(mailbox.received.map(({ to }) => to)).toEqual([["ada@example.org"]]);
    const refusing = await openMailbox({ refuse: { code: 550, times: 9 } });
    expect(faults(await doctor(settings(refusing.url), "--mail", "x@example.org"), "mail")).toHaveLength(1);
    await mailbox.stop();
    await refusing.stop();
  });

  test("a server that is away, one without TLS for a password, and none", async () => {
    expect(faults(await doctor(settings(`smtp://127.0.0.1:${await freePort()}`)), "mail")).toEqual([
      expect.stringContaining("many networks block port 25"),
    ]);
    const mailbox = await openMailbox();
    const open = await doctor(settings(`smtp://me:hidden-word@0.0.0.0:${mailbox.port}`));
    await mailbox.stop();
    expect(faults(open, "mail")).toEqual([expect.stringContaining("offers no TLS")]);
    const { findings } = await doctor({ ...settings(""), CLEW_MAIL_FROM: "" });
    expect(findings).toContainEqual(expect.objectContaining({ check: "mail", state: "skipped" }));
  });
});

test("the object store is written, read and emptied; a missing bucket and a refused key are found", async () => {
  const store = await startS3(["clew"]);
  const settings = (bucket: string) => ({
    CLEW_DATA: temporaryFolder(),
    PORT: "0",
    CLEW_BLOBS: "s3",
    CLEW_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    CLEW_S3_BUCKET: bucket,
    CLEW_S3_KEY: S3_KEYS.accessKeyId,
    CLEW_S3_SECRET: S3_KEYS.secretAccessKey,
  });
  const right = settings("clew");
  const seen = await store.requestsOf(async () => {
    expect(faults(await doctor(right), "object store")).toEqual([]);
  });
  expect(seen.map(({ method }) => method)).toEqual(expect.arrayContaining(["PUT", "GET", "DELETE"]));
  expect(faults(await doctor(settings("other")), "object store")).toEqual([
    expect.stringContaining("There is no bucket other"),
  ]);
  // May look at the bucket, and not write.
  store.outage = (request, response, answer) => {
    if (request.method !== "PUT") return answer();
    request.resume();
    return response.writeHead(403).end("<Error><Code>AccessDenied</Code><Message>No.</Message></Error>");
  };
  expect(faults(await doctor(right), "object store")).toEqual([expect.stringContaining("s3:PutObject")]);
  await store.stop();
});

test("no secret is printed for any failure", async () => {
  const secret = (name: string): string => `hidden-${name}-0123456789-0123456789`;
  const environment = {
    CLEW_DATA: temporaryFolder(),
    PORT: "0",
    DATABASE_URL: `postgres://clew:${secret("database")}@127.0.0.1:${await freePort()}/clew`,
    CLEW_MASTER_KEY: secret("key"),
    CLEW_SMTP_URL: `smtp://clew:${secret("mail")}@127.0.0.1:${await freePort()}`,
    CLEW_MAIL_FROM: "clew@example.org",
    CLEW_METRICS_TOKEN: secret("metrics"),
    CLEW_BACKUP_PASSPHRASE: secret("backup"),
    CLEW_BLOBS: "s3",
    CLEW_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    CLEW_S3_BUCKET: "clew",
    CLEW_S3_KEY: "clew-key",
    CLEW_S3_SECRET: secret("s3"),
    CLEW_GITHUB_CLIENT_ID: "clew",
    CLEW_GITHUB_CLIENT_SECRET: secret("github"),
  };
  for (const args of [[], ["--format", "json"], ["--format", "tsv"], ["--format", "jsonl"]]) {
    const { status, out } = await doctorCommand(args, environment);
    expect([status, /hidden-/.exec(out)]).toEqual([1, null]);
    for (const check of ["database", "mail", "object store"]) expect(out).toContain(check);
  }
  const wrong = { ...environment, DATABASE_URL: `mysql://${secret("database")}` };
  expect((await doctorCommand([], wrong)).out).not.toContain("hidden-");
});
