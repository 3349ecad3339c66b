/** OpenLDAP's server of the machine as a temporary process, for tests: with TLS, groups that name their members, and accounts that can be locked. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "ldapts";
import { freePort } from "../../scripts/freePort.ts";
import { makeCertificate } from "../../server/sources/saml/ownCertificate.ts";

export const BASE = "dc=acme,dc=example";
const ROOT = { dn: `cn=root,${BASE}`, password: "root of the test" };
const SCHEMAS = "/etc/ldap/schema";
const START_MS = 20_000;

export interface Slapd {
  readonly ldaps: string;
  /** Without TLS until StartTLS. */
  readonly ldap: string;
  /** In PEM. */
  readonly certificate: string;
  /** Changes the directory as its administrator. */
  asRoot<T>(work: (client: Client) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** The program, on the PATH or where Debian has it. */
export const findSlapd = (): string | undefined =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
    .map((folder) => join(folder, "slapd"))
    .find((path) => existsSync(path));

/** Passwords only over TLS, none by anonymous clients, and nothing to read without a bind. */
const settings = (folder: string): string => `
include ${SCHEMAS}/core.schema
include ${SCHEMAS}/cosine.schema
include ${SCHEMAS}/inetorgperson.schema
pidfile ${folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
moduleload ppolicy
TLSCertificateFile ${folder}/certificate.pem
TLSCertificateKeyFile ${folder}/key.pem
disallow bind_anon
require authc
security simple_bind=128

database mdb
maxsize 16777216
suffix "${BASE}"
rootdn "${ROOT.dn}"
rootpw "${ROOT.password}"
directory ${folder}/data
overlay memberof
overlay ppolicy
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=clew,${BASE}" read by * none
`;

async function untilOpen(port: number, program: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (program.exitCode !== null) throw new Error(`slapd did not start: ${output()}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(50);
  }
  throw new Error(`slapd does not listen: ${output()}`);
}

/** Starts an empty directory with the account `cn=clew`, which reads, in a folder of its own. */
export async function startSlapd(path: string): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), "clew-slapd-"));
  const { privateKey, certificate: der } = await makeCertificate("localhost");
  const certificate = `-----BEGIN CERTIFICATE-----\n${der.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
  writeFileSync(join(folder, "certificate.pem"), certificate);
  writeFileSync(join(folder, "key.pem"), privateKey, { mode: 0o600 });
  writeFileSync(join(folder, "slapd.conf"), settings(folder), { mode: 0o600 });
  mkdirSync(join(folder, "data"), { mode: 0o700 });
  const [plain, secure] = [await freePort(), await freePort()];
  const addresses = `ldap://127.0.0.1:${plain}/ ldaps://127.0.0.1:${secure}/`;
  // AppArmor of Ubuntu confines the program at its own path to the folders of the system.
  copyFileSync(path, join(folder, "slapd"));
  // With -d it stays in the foreground, as a child that ends with the test.
  const program = spawn(join(folder, "slapd"), ["-f", join(folder, "slapd.conf"), "-h", addresses, "-d", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  program.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-4000);
  });
  const asRoot: Slapd["asRoot"] = async (work) => {
    const client = new Client({ url: `ldaps://localhost:${secure}`, tlsOptions: { ca: [certificate] } });
    await client.bind(ROOT.dn, ROOT.password);
    try {
      return await work(client);
    } finally {
      await client.unbind();
    }
  };
  const stop = async (): Promise<void> => {
    if (program.exitCode === null && program.signalCode === null) {
      program.kill("SIGTERM");
      await once(program, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const port of [plain, secure]) await untilOpen(port, program, () => log);
    await asRoot(async (client) => {
      await client.add(BASE, { objectClass: ["dcObject", "organization"], dc: "acme", o: "Acme" });
      await client.add(`ou=groups,${BASE}`, { objectClass: "organizationalUnit", ou: "groups" });
      await client.add(`cn=clew,${BASE}`, {
        objectClass: ["organizationalRole", "simpleSecurityObject"],
        cn: "clew",
        userPassword: "reader",
      });
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ldaps: `ldaps://localhost:${secure}`,
    ldap: `ldap://localhost:${plain}`,
    certificate,
    asRoot,
    stop,
  };
}
