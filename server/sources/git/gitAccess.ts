import { mkdir, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import type { Credential } from "../egress/Credential.ts";
import { SourceError } from "../SourceError.ts";
import { sshOrigin } from "../egress/credentialOrigins.ts";
import type { Egress } from "../egress/egress.ts";
import type { GitAddress } from "./gitAddress.ts";
import { type GitAccess, gitVersion } from "../../git/gitProcess.ts";
import { throwSourceError } from "./sourceGit.ts";
import { message } from "../../messages/messages.ts";
import { withTemporaryFolder } from "../../withTemporaryFolder.ts";

export interface GitAccessRules {
  readonly egress: Pick<Egress, "resolve">;
  /** Folder that keeps the ssh keys of hosts seen before; made when it is missing. */
  readonly sshFolder: string;
  /** Milliseconds until a connection must be established. */
  readonly connectTimeoutMs?: number;
}

/**
 * What a git process needs to reach an address, for the time of `work`: its name resolved once, checked and pinned, and the
 * credential in configuration (or, for ssh, in a file that only this user can read and that is gone afterwards).
 */
export async function withGitAccess<T>(
  address: GitAddress,
  credential: Credential | null,
  rules: GitAccessRules,
  work: (access: GitAccess) => Promise<T>,
): Promise<T> {
  switch (address.kind) {
    case "path":
      return work({ protocols: ["file"], config: [] });
    case "web":
      return work(await webAccess(address, credential, rules));
    case "ssh":
      return withTemporaryFolder("clew-ssh-", async (folder) =>
        work(await sshAccess(address, credential, rules, folder)),
      );
  }
}

async function webAccess(
  { url, host, port }: Extract<GitAddress, { kind: "web" }>,
  credential: Credential | null,
  { egress }: GitAccessRules,
): Promise<GitAccess> {
  const config: (readonly [string, string])[] = [["http.proxy", ""]];
  // Before the name is resolved: a credential of another origin causes no lookup.
  const secret = credential?.as(credential.gitScheme).headerFor(url);
  const ip = await egress.resolve(host, port);
  if (isIP(host) === 0) {
    await requirePinning();
    config.push(["http.curloptResolve", `${host}:${port}:${isIP(ip) === 6 ? `[${ip}]` : ip}`]);
  }
  // Git sends it to this origin alone: redirects are off, and with them the alternates that a host may name.
  if (secret) config.push([`http.${url.origin}/.extraHeader`, secret.join(": ")]);
  return { protocols: [url.protocol === "http:" ? "http" : "https"], config };
}

/** Before 2.37 git has no `http.curloptResolve`, and a name could answer differently between the check and the connection. */
let pinning: Promise<void> | undefined;
function requirePinning(): Promise<void> {
  pinning ??= gitVersion().then((version) => {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < 2 || (major === 2 && minor < 37)) {
      throw new SourceError("git_missing", message("git.too_old", { version }));
    }
  }, throwSourceError);
  pinning.catch(() => (pinning = undefined));
  return pinning;
}

async function sshAccess(
  { host, port }: Extract<GitAddress, { kind: "ssh" }>,
  credential: Credential | null,
  rules: GitAccessRules,
  folder: string,
): Promise<GitAccess> {
  const privateKey = credential?.privateKeyFor(sshOrigin(host, port));
  const ip = await rules.egress.resolve(host, port);
  await mkdir(rules.sshFolder, { recursive: true, mode: 0o700 });
  const options = [
    ["BatchMode", "yes"],
    // The first key seen of a host is kept, and any other is refused from then on. The operator may fill the file in advance.
    ["StrictHostKeyChecking", "accept-new"],
    ["UserKnownHostsFile", join(rules.sshFolder, "known_hosts")],
    ["GlobalKnownHostsFile", "/dev/null"],
    ["HostName", ip],
    ["HostKeyAlias", port === 22 ? host : `[${host}]:${port}`],
    ["CheckHostIP", "no"],
    ["ProxyCommand", "none"],
    ["ProxyJump", "none"],
    ["PermitLocalCommand", "no"],
    ["ClearAllForwardings", "yes"],
    ["ForwardAgent", "no"],
    ["ControlPath", "none"],
    ["IdentityAgent", "none"],
    ["IdentitiesOnly", "yes"],
    ["PasswordAuthentication", "no"],
    ["KbdInteractiveAuthentication", "no"],
    ["ConnectTimeout", String(Math.ceil((rules.connectTimeoutMs ?? 10_000) / 1000))],
    ["ServerAliveInterval", "15"],
    ["ServerAliveCountMax", "4"],
  ];
  if (privateKey !== undefined) {
    const key = join(folder, "key");
    await writeFile(key, privateKey, { mode: 0o600 });
    options.push(["IdentityFile", key]);
  } else {
    options.push(["IdentityFile", join(rules.sshFolder, "id_clew")]);
  }
  // git hands the command to a shell, so every word is quoted.
  const words = ["ssh", "-F", "/dev/null", ...options.flatMap(([name, value]) => ["-o", `${name}=${value}`])];
  return { protocols: ["ssh"], config: [], sshCommand: words.map(quote).join(" ") };
}

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
