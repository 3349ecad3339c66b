import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { gitUrl, readGitAddress, repositoryName } from "../../../server/sources/git/gitAddress.ts";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { withGitAccess } from "../../../server/sources/git/gitAccess.ts";
import { gitFailure } from "../../../server/sources/git/gitFailure.ts";
import { isAncestor } from "../../../server/git/commitLookup.ts";
import { gitEnvironment, spawnGit } from "../../../server/git/gitProcess.ts";
import { runSourceGit as runGit } from "../../../server/sources/git/sourceGit.ts";
import { type HistoryCommit, listCommits, parseLog, readCommits } from "../../../server/sources/git/commitHistory.ts";
import { mirroredCommit, parseProgress, updateMirror } from "../../../server/sources/git/mirror.ts";
import { parseRemoteHead, readRemoteHead } from "../../../server/sources/git/remote.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { git, makeRepository, temporaryFolder } from "./gitFixture.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const egress = createEgress({
  allowed: ["10.1.0.0/16"],
  lookup: async () => [{ address: "93.184.215.14", family: 4 }],
});
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "none";
  } catch (error) {
    return error instanceof SourceError ? error.code : String(error);
  }
};

describe("addresses", () => {
  const read = (text: string, allowedPaths: string[] = []) => readGitAddress(text, { egress, allowedPaths });

  test.each([
    ["https://example.org/a/b.git", "https://example.org/a/b.git", "a/b"],
    ["https://EXAMPLE.org/a/b/?x=1#y", "https://example.org/a/b/", "a/b"],
    ["git@example.org:a/b.git", "ssh://git@example.org:22/a/b.git", "a/b"],
    ["example.org:a/b", "ssh://git@example.org:22/a/b", "a/b"],
    ["ssh://deploy@example.org:2222/a/b.git", "ssh://deploy@example.org:2222/a/b.git", "a/b"],
    ["http://10.1.2.3/a/b", "http://10.1.2.3/a/b", "a/b"],
  ])("%s", async (text, url, name) => {
    const address = await read(text);
    expect([gitUrl(address), repositoryName(address)]).toEqual([url, name]);
  });

  test.each([
    ["ext::sh -c touch% /tmp/owned", "address"],
    ["fd::17/foo", "address"],
    ["git://example.org/a/b", "protocol"],
    ["ftp://example.org/a", "protocol"],
    ["ssh://-oProxyCommand=touch/x", "address"],
    ["-oProxyCommand=x:y", "address"],
    ["--upload-pack=touch /tmp/owned", "address"],
    ["ssh://example.org/-x", "none"],
    ["git@example.org:-x", "address"],
    ["ssh://git:secret@example.org/a", "address"],
    ["ssh://a b@example.org/a", "address"],
    ["https://me:secret@example.org/a", "address"],
    ["https://example.org", "address"],
    ["https://127.0.0.1/a/b", "private_network"],
    ["https://0x7f.1/a/b", "private_network"],
    ["http://example.org/a/b", "protocol"],
    ["https://example.org/a\nb", "address"],
    ["", "address"],
    ["hello", "address"],
    ["../../etc", "address"],
    ["/etc", "path_not_allowed"],
    ["/does/not/exist", "path_not_allowed"],
    ["file:///etc", "path_not_allowed"],
    ["file://host/etc", "address"],
  ])("%s is %s", async (text, code) => {
    expect(await codeOf(read(text))).toBe(code);
  });

  test("a path counts by where it really leads", async () => {
    const inside = join(folder.path, "allowed");
    const outside = join(folder.path, "secret");
    mkdirSync(inside);
    mkdirSync(outside);
    mkdirSync(`${inside}-not`);
    symlinkSync(outside, join(inside, "link"));
    mkdirSync(join(inside, "repository"));
    expect(await read(join(inside, "repository"), [inside])).toEqual({
      kind: "path",
      path: join(inside, "repository"),
      allowed: [inside],
    });
    expect(await read(`file://${inside}/repository`, [inside])).toEqual({
      kind: "path",
      path: join(inside, "repository"),
      allowed: [inside],
    });
    expect(await codeOf(read(join(inside, "link"), [inside]))).toBe("path_not_allowed");
    expect(await codeOf(read(join(inside, "..", "secret"), [inside]))).toBe("path_not_allowed");
    expect(await codeOf(read(`${inside}-not`, [inside]))).toBe("path_not_allowed");
    expect(await codeOf(read(join(inside, "nothing"), [inside]))).toBe("not_found");
  });
});

describe("the surroundings of a git process", () => {
  test("a token is in the environment, never among the words of the command", async () => {
    const address = await readGitAddress("https://example.org/a/b", { egress, allowedPaths: [] });
    const credential = new Credential({
      username: "x-access-token",
      token: "very-secret",
      origin: "https://example.org",
    });
    const access = await withGitAccess(address, credential, { egress, sshFolder: folder.path }, async (given) => given);
    const basic = Buffer.from("x-access-token:very-secret").toString("base64");
    expect(access.config).toContainEqual(["http.https://example.org/.extraHeader", `authorization: Basic ${basic}`]);
    expect(access.config).toContainEqual(["http.curloptResolve", "example.org:443:93.184.215.14"]);
    expect(gitUrl(address)).not.toContain("secret");
    expect(Object.values(gitEnvironment(access)).filter((value) => value.includes(basic))).toHaveLength(1);
  });
  test("only the transport of the address is allowed, and nothing of the machine's configuration counts", () => {
    const environment = gitEnvironment({ protocols: ["https"], config: [] });
    expect(environment["GIT_ALLOW_PROTOCOL"]).toBe("https");
    expect(environment).toMatchObject({
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_SSH_COMMAND: "false",
      HOME: "/nonexistent",
    });
    for (const name of ["HTTP_PROXY", "https_proxy", "GIT_DIR", "LD_PRELOAD"])
      expect(environment).not.toHaveProperty(name);
  });
  test.each(["ext::sh -c 'touch OWNED'", "file:///etc", "git://127.0.0.1/a", "fd::7"])(
    "git itself refuses %s",
    async (url) => {
      const { code } = await runGit(["ls-remote", "--", url], {
        access: { protocols: ["https"], config: [] },
        timeoutMs: 5000,
      });
      expect(code).not.toBe(0);
      expect(existsSync("OWNED")).toBe(false);
    },
  );
  test("ssh is strict, pinned to the checked address, and its key file is gone afterwards", async () => {
    const address = await readGitAddress("git@example.org:a/b", { egress, allowedPaths: [] });
    const token = "-----BEGIN OPENSSH PRIVATE KEY-----\nx\n-----END OPENSSH PRIVATE KEY-----";
    let key = "";
    await withGitAccess(
      address,
      new Credential({ username: "git", token, origin: "ssh://example.org:22" }),
      { egress, sshFolder: folder.path },
      async ({ sshCommand = "" }) => {
        for (const part of [
          "'HostName=93.184.215.14'",
          "'HostKeyAlias=example.org'",
          "'StrictHostKeyChecking=accept-new'",
          "'BatchMode=yes'",
          "'ProxyCommand=none'",
        ]) {
          expect(sshCommand).toContain(part);
        }
        key = /IdentityFile=([^']+)/.exec(sshCommand)?.[1] ?? "";
        expect(existsSync(key)).toBe(true);
      },
    );
    expect(existsSync(key)).toBe(false);
    expect(
      await codeOf(
        withGitAccess(
          address,
          new Credential({ username: "git", token: "ghp_x", origin: "ssh://example.org:22" }),
          { egress, sshFolder: folder.path },
          async () => 1,
        ),
      ),
    ).toBe("unauthorized");
  });
  test("a command that hangs is killed with its helpers", async () => {
    const started = runGit(["-c", "alias.hang=!sleep 100", "hang"], { timeoutMs: 200 });
    expect(await codeOf(started)).toBe("timeout");
    const controller = new AbortController();
    const second = runGit(["-c", "alias.hang=!sleep 100.25", "hang"], { signal: controller.signal });
    controller.abort();
    expect(await codeOf(second)).toBe("aborted");
    const left = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.startsWith("sleep 100.25"));
    expect(left).toEqual([]);
  });
});

test("a git that is over is not killed: its number may be another group's by then", async () => {
  const killed = vi.spyOn(process, "kill");
  try {
    const { stdout, ended, kill } = spawnGit(["--version"]);
    stdout.resume();
    expect((await ended).code).toBe(0);
    kill();
    expect(killed).not.toHaveBeenCalled();

    const endless = spawnGit(["cat-file", "--batch", "--buffer"]);
    endless.stdout.resume();
    endless.kill();
    expect(killed).toHaveBeenCalledExactlyOnceWith(-(endless.pid ?? 0), "SIGKILL");
    await endless.ended;
  } finally {
    killed.mockRestore();
  }
});

describe("what git complains about, in words", () => {
  test.each([
    ["fatal: unable to access 'https://x/': Could not resolve host: x", "dns"],
    ["fatal: unable to access 'https://x/': server certificate verification failed. CAfile: none CRLfile: none", "tls"],
    ["fatal: unable to access 'https://x/': SSL certificate problem: self-signed certificate", "tls"],
    [
      "fatal: unable to access 'https://x/': Failed to connect to x port 443 after 2 ms: Couldn't connect to server",
      "refused",
    ],
    ["remote: Repository not found.\nfatal: repository 'https://x/a/' not found", "not_found"],
    ["fatal: could not read Username for 'https://x': terminal prompts disabled", "unauthorized"],
    ["fatal: Authentication failed for 'https://x/'", "unauthorized"],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 403", "forbidden"],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 429", "rate_limited"],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 502", "host_failure"],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 410", "gone"],
    ["fatal: https://x/info/refs not valid: is this a git repository?", "not_a_repository"],
    ["fatal: '/x' does not appear to be a git repository", "not_a_repository"],
    ["fatal: unable to update url base from redirection:\n  asked for: https://x/info/refs", "redirect"],
    ["git@x: Permission denied (publickey).\nfatal: Could not read from remote repository.", "unauthorized"],
    ["Host key verification failed.\nfatal: Could not read from remote repository.", "host_key"],
    ["fatal: write error: No space left on device", "disk_full"],
    ["error: RPC failed; curl 56 GnuTLS recv error (-9)\nfatal: early EOF", "tls"],
    ["error: RPC failed; curl 18 transfer closed with outstanding read data remaining\nfatal: early EOF", "cut"],
    ["fatal: fsck error in packed object", "damaged"],
    ["fatal: something new", "bad_answer"],
  ])("%s", (complaint, code) => {
    const failure = gitFailure(complaint, "x.example");
    expect(failure.code).toBe(code);
    expect(failure.message).not.toMatch(/https?:\/\//);
  });
});

describe("the remote's HEAD", () => {
  test.each([
    ["ref: refs/heads/main\tHEAD\nabc\tHEAD\nabc\trefs/heads/main\n", { commit: "abc", branch: "main", ref: "HEAD" }],
    ["abc\tHEAD\ndef\trefs/heads/main\nabc\trefs/heads/trunk\n", { commit: "abc", branch: "trunk", ref: "HEAD" }],
    ["abc\tHEAD\n", { commit: "abc", branch: null, ref: "HEAD" }],
    ["def\trefs/heads/x\nabc\trefs/heads/master\n", { commit: "abc", branch: "master", ref: "refs/heads/master" }],
    ["", { commit: null, branch: null, ref: "HEAD" }],
  ])("%j", (text, expected) => {
    expect(parseRemoteHead(text)).toEqual(expected);
  });
  test("a folder that is no repository", async () => {
    const address = { kind: "path", path: folder.path, allowed: [folder.path] } as const;
    expect(await codeOf(readRemoteHead(address, { protocols: ["file"], config: [] }))).toBe("not_a_repository");
  });
});

describe("the mirror", () => {
  const access = { protocols: ["file"] as const, config: [] };
  const update = (path: string, signal = new AbortController().signal) =>
    updateMirror({
      folder: join(folder.path, "mirror.git"),
      address: { kind: "path", path, allowed: [folder.path] },
      access,
      signal,
    });
  const mirror = () => join(folder.path, "mirror.git");

  test("follows the remote: new commits, a rewritten history, another default branch", async () => {
    const origin = join(folder.path, "origin");
    const first = makeRepository(origin, [
      { message: "one", files: { a: "1" } },
      { message: "two", files: { a: "2" } },
    ]);
    expect(await update(origin)).toMatchObject({ commit: first, branch: "main", isNew: true });
    expect(await update(origin)).toMatchObject({ commit: first, isNew: false });
    const second = makeRepository(origin, [{ message: "three", files: { b: "3" } }], { from: first });
    expect(await update(origin)).toMatchObject({ commit: second, isNew: true });
    expect(await isAncestor(mirror(), first, second)).toBe(true);
    const rewritten = makeRepository(origin, [{ message: "other", files: { a: "9" } }]);
    expect(await update(origin)).toMatchObject({ commit: rewritten, isNew: true });
    expect(await isAncestor(mirror(), second, rewritten)).toBe(false);
    const trunk = makeRepository(origin, [{ message: "trunk", files: { t: "1" } }], { branch: "trunk" });
    git(origin, "symbolic-ref", "HEAD", "refs/heads/trunk");
    expect(await update(origin)).toMatchObject({ commit: trunk, branch: "trunk" });
    expect(await mirroredCommit(mirror())).toBe(trunk);
  });
  test("a commit-graph of the origin is not taken over", async () => {
    const origin = join(folder.path, "origin");
    makeRepository(origin, [{ message: "one", files: { a: "1" } }]);
    git(origin, "commit-graph", "write", "--reachable");
    const graph = "objects/info/commit-graph";
    expect(existsSync(join(origin, graph))).toBe(true);
    expect(await update(origin)).toMatchObject({ isNew: true });
    expect(existsSync(join(mirror(), graph))).toBe(false);
  });
  test("an empty repository has nothing to mirror yet", async () => {
    const origin = join(folder.path, "origin");
    git(folder.path, "init", "--quiet", "--bare", origin);
    expect(await update(origin)).toMatchObject({ commit: null, isNew: false });
    expect(existsSync(mirror())).toBe(false);
  });
  test("a work tree with a detached HEAD, and a cut-off history", async () => {
    const origin = join(folder.path, "origin");
    const head = makeRepository(origin, [
      { message: "one", files: { a: "1" } },
      { message: "two", files: { a: "2" } },
    ]);
    git(folder.path, "clone", "--quiet", "--depth", "1", `file://${origin}`, "shallow");
    const tree = join(folder.path, "shallow");
    git(tree, "checkout", "--quiet", "--detach");
    git(tree, "branch", "-D", "main");
    expect(await update(tree)).toMatchObject({ commit: head, branch: null, isNew: true });
  });
  test("what a killed fetch left behind does not disturb the next one", async () => {
    const origin = join(folder.path, "origin");
    const first = makeRepository(origin, [{ message: "one", files: { a: "1" } }]);
    mkdirSync(`${mirror()}.part/objects/pack`, { recursive: true });
    writeFileSync(`${mirror()}.part/objects/pack/tmp_pack_x`, "half");
    expect(await update(origin)).toMatchObject({ commit: first });
    expect(existsSync(`${mirror()}.part`)).toBe(false);
    mkdirSync(join(mirror(), "refs/clew"), { recursive: true });
    writeFileSync(join(mirror(), "refs/clew/head.lock"), "");
    mkdirSync(join(mirror(), "objects/pack"), { recursive: true });
    writeFileSync(join(mirror(), "objects/pack/tmp_pack_y"), "half");
    const second = makeRepository(origin, [{ message: "two", files: { a: "2" } }], { from: first });
    expect(await update(origin)).toMatchObject({ commit: second });
    expect(readdirSync(join(mirror(), "objects/pack")).filter((name) => name.startsWith("tmp_"))).toEqual([]);
  });
  test("a broken mirror is rebuilt", async () => {
    const origin = join(folder.path, "origin");
    const head = makeRepository(origin, [{ message: "one", files: { a: "1" } }]);
    await update(origin);
    writeFileSync(join(mirror(), "HEAD"), "garbage");
    expect(await update(origin)).toMatchObject({ commit: head, isNew: true });
  });
  test("a fetch that is cancelled leaves no mirror", async () => {
    const origin = join(folder.path, "origin");
    makeRepository(origin, [{ message: "one", files: { a: "1" } }]);
    expect(await codeOf(update(origin, AbortSignal.abort()))).toBe("aborted");
    expect(existsSync(mirror())).toBe(false);
  });
  test("progress is read from git's own words", () => {
    expect(parseProgress("Receiving objects:  45% (450/1000), 1.20 MiB | 2.00 MiB/s")).toEqual({
      phase: "receive",
      done: 450,
      total: 1000,
    });
    expect(parseProgress("Resolving deltas: 100% (7/7), done.")).toEqual({ phase: "resolve", done: 7, total: 7 });
    expect(parseProgress("remote: Compressing objects: 3% (1/30)")).toBeNull();
  });
});

describe("the history", () => {
  const collect = async (from: AsyncIterable<HistoryCommit>) => {
    const all: HistoryCommit[] = [];
    for await (const commit of from) all.push(commit);
    return all;
  };
  const ODD_PATHS = ["a b/c\td", 'quo"te', "new\nline", "ünï/çødé.ts", "\u0001A", "A", "M", "-x", "日本/語"];

  test("commits with every oddity arrive whole and parents come before children", async () => {
    const origin = join(folder.path, "origin");
    const head = makeRepository(origin, [
      {
        message: "root\n\nwith a body\n\nand a second paragraph",
        files: Object.fromEntries(ODD_PATHS.map((path) => [path, path])),
      },
      { message: "", files: { A: null } },
      { message: "side", parents: [0], files: { side: "1" } },
      { message: "merge", parents: [1, 2], files: { side: "1" } },
      { message: "ünï\u0001cödé ".repeat(500), author: "İpek Ünlü", time: 0, files: { M: "2", new: "3" } },
    ]);
    const hashes = await listCommits(origin, head, null);
    expect(hashes).toHaveLength(5);
    const commits = await collect(readCommits(origin, hashes));
    expect(commits.map(({ hash }) => hash)).toEqual(hashes);
    const root = commits.find(({ parents }) => parents === 0);
    expect(root?.changes.map(({ path }) => path).sort()).toEqual([...ODD_PATHS].sort());
    expect(root?.message).toBe("root\n\nwith a body\n\nand a second paragraph");
    const merge = commits.find(({ parents }) => parents === 2);
    expect(merge).toMatchObject({ message: "merge", changes: [] });
    expect(commits.find(({ message }) => message === "")).toMatchObject({ changes: [{ kind: "D", path: "A" }] });
    expect(commits.at(-1)).toMatchObject({
      authorName: "İpek Ünlü",
      authoredAt: 0,
      changes: [
        { kind: "M", path: "M" },
        { kind: "A", path: "new" },
      ],
    });
    expect(await listCommits(origin, head, hashes[3] ?? "")).toEqual([head]);
  });

  test("the parser does not care where chunks begin and end", async () => {
    const random = seeded(7);
    for (let round = 0; round < 60; round += 1) {
      const commits = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, index) => randomCommit(random, index));
      const stream = Buffer.from(commits.map(written).join(""));
      async function* chunks() {
        for (let at = 0; at < stream.length;) {
          const size = random() < 0.3 ? 1 : 1 + Math.floor(random() * 200);
          yield stream.subarray(at, at + size);
          at += size;
        }
      }
      expect(await collect(parseLog(chunks()))).toEqual(commits);
    }
  });

  test("a stream that ends inside a record is an error, not a shorter history", async () => {
    const whole = Buffer.from(written(randomCommit(seeded(3), 1)));
    for (const cut of [50, 80, whole.length - 3]) {
      async function* chunks() {
        yield whole.subarray(0, cut);
      }
      expect(await codeOf(collect(parseLog(chunks())))).toBe("damaged");
    }
  });

  test("an unknown commit is an error", async () => {
    const origin = join(folder.path, "origin");
    makeRepository(origin, [{ message: "one", files: { a: "1" } }]);
    expect(await codeOf(collect(readCommits(origin, ["f".repeat(40)])))).toBe("damaged");
    expect(await codeOf(listCommits(origin, "f".repeat(40), null))).toBe("damaged");
  });
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomText(random: () => number, length: number): string {
  const letters = ["a", "M", " ", "D", "\t", "ß", "語", "\n", "\u0001", "😀"];
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
}

function randomCommit(random: () => number, index: number): HistoryCommit {
  const changes = Array.from({ length: Math.floor(random() * 6) }, () => ({
    kind: "AMDT".charAt(Math.floor(random() * 4)),
    path: `p${randomText(random, 1 + Math.floor(random() * 30))}`,
  }));
  const time = Math.floor(random() * 2e9) * 1000;
  return {
    hash: index.toString(16).padStart(40, "0"),
    parents: Math.floor(random() * 3),
    authorName: randomText(random, 5).replaceAll("\n", ""),
    authorEmail: "a@b",
    authoredAt: time,
    committedAt: time,
    message: `m${randomText(random, Math.floor(random() * 80))}`.replace(/\n+$/, ""),
    changes,
  };
}

/** As git writes it. */
function written(commit: HistoryCommit): string {
  const parents = Array.from({ length: commit.parents }, () => "e".repeat(40)).join(" ");
  const head = [
    `\u0001${commit.hash}`,
    parents,
    commit.authorName,
    commit.authorEmail,
    commit.authoredAt / 1000,
    commit.committedAt / 1000,
    `${commit.message}\n`,
  ];
  const changes = commit.changes
    .map(({ kind, path }, index) => `${index === 0 ? "\n" : ""}${kind}\0${path}\0`)
    .join("");
  return `${head.join("\0")}\0${changes}\0`;
}
