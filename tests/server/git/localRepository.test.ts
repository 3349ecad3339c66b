/** A repository on this machine is read only where all that it is made of is inside of the allowed folders. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LocalRepository, findLocalRepository } from "../../../server/git/localRepository.ts";
import { copyObjects, copyRefs } from "../../../server/git/snapshot.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { type GitAddress, readGitAddress } from "../../../server/sources/git/gitAddress.ts";
import { updateMirror } from "../../../server/sources/git/mirror.ts";
import { readRemoteHead } from "../../../server/sources/git/remote.ts";
import { git, temporaryFolder } from "../sources/gitFixture.ts";

const WHO = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
const MARKED = "TOPSECRETOUTSIDE";

let folder: ReturnType<typeof temporaryFolder>;
let allowed: string;
let secret: string;
/** The commit of the repository outside. */
let head: string;
beforeEach(() => {
  folder = temporaryFolder();
  allowed = join(folder.path, "allowed");
  secret = join(folder.path, "secret");
  mkdirSync(allowed);
  head = made(secret, `${MARKED} = 1\n`);
});
afterEach(() => {
  folder.remove();
});

/** A work tree with one commit. */
function made(path: string, text: string, ...options: string[]): string {
  mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet", "--initial-branch=main", ...options);
  writeFileSync(join(path, "s.py"), text);
  git(path, "add", ".");
  git(path, ...WHO, "commit", "--quiet", "-m", "one");
  return git(path, "rev-parse", "HEAD");
}
/** A work tree of which the branch names the commit outside; the objects are not there. */
function pointing(path: string): string {
  mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(path, ".git/refs/heads/main"), `${head}\n`);
  return path;
}
function alternates(path: string, line: string): void {
  writeFileSync(join(pointing(path), ".git/objects/info/alternates"), `${line}\n`);
}
function linkInstead(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}

/** All that linking and syncing do with a path. @returns what git reads in the copy of our own */
async function readAll(path: string): Promise<string> {
  const address: GitAddress = await readGitAddress(path, {
    egress: { check: () => undefined },
    allowedPaths: [allowed],
  });
  const access = { protocols: ["file"] as const, config: [] };
  await readRemoteHead(address, access);
  const mirror = join(folder.path, "mirror.git");
  const signal = new AbortController().signal;
  await updateMirror({ folder: mirror, address, access, signal });
  expect(readdirSync(folder.path).filter((name) => name.startsWith("mirror.git."))).toEqual([]);
  return git(mirror, "grep", "-h", "", "refs/clew/head");
}
const codeOf = async (path: string): Promise<string> => {
  try {
    return await readAll(path);
  } catch (error) {
    return error instanceof SourceError ? error.code : String(error);
  }
};

const ESCAPES: readonly (readonly [name: string, make: (at: string) => void])[] = [
  [
    "a .git file that names a folder outside",
    (at) => {
      mkdirSync(at);
      writeFileSync(join(at, ".git"), `gitdir: ${secret}/.git\n`);
    },
  ],
  [
    "a relative .git file",
    (at) => {
      mkdirSync(at);
      writeFileSync(join(at, ".git"), "gitdir: ../../secret/.git\n");
    },
  ],
  [
    "a .git that is a link",
    (at) => {
      mkdirSync(at);
      symlinkSync(`${secret}/.git`, join(at, ".git"));
    },
  ],
  [
    "a .git file behind a link",
    (at) => {
      mkdirSync(at);
      mkdirSync(join(allowed, "sibling"));
      symlinkSync(secret, join(allowed, "sibling/link"));
      writeFileSync(join(at, ".git"), `gitdir: ${allowed}/sibling/link/.git\n`);
    },
  ],
  ["alternates", (at) => alternates(at, `${secret}/.git/objects`)],
  ["relative alternates", (at) => alternates(at, "../../../../secret/.git/objects")],
  ["quoted alternates", (at) => alternates(at, `"${folder.path}/\\163ecret/.git/objects"`)],
  [
    "alternates behind a comment and others",
    (at) => alternates(at, `# one\n\n${allowed}/none\n${secret}/.git/objects`),
  ],
  [
    "alternates of alternates",
    (at) => {
      alternates(join(allowed, "first"), `${secret}/.git/objects`);
      alternates(at, `${allowed}/first/.git/objects`);
    },
  ],
  [
    "alternates that are a link",
    (at) => {
      symlinkSync(`${secret}/.git/objects`, join(allowed, "link"));
      alternates(at, `${allowed}/link`);
    },
  ],
  [
    "a list of alternates that is a link",
    (at) => {
      writeFileSync(join(folder.path, "list"), `${secret}/.git/objects\n`);
      symlinkSync(join(folder.path, "list"), join(pointing(at), ".git/objects/info/alternates"));
    },
  ],
  ["alternates outside that do not exist", (at) => alternates(at, `${folder.path}/nothing/objects`)],
  [
    "a common folder",
    (at) => {
      mkdirSync(at);
      writeFileSync(join(at, "HEAD"), "ref: refs/heads/main\n");
      writeFileSync(join(at, "commondir"), `${secret}/.git\n`);
    },
  ],
  ["a linked work tree of a repository outside", (at) => git(secret, "worktree", "add", "--quiet", "--detach", at)],
  ["an object store that is a link", (at) => linkInstead(join(pointing(at), ".git/objects"), `${secret}/.git/objects`)],
  [
    "a folder of objects that is a link",
    (at) =>
      linkInstead(join(pointing(at), ".git/objects", head.slice(0, 2)), join(secret, ".git/objects", head.slice(0, 2))),
  ],
  [
    "an object that is a link",
    (at) => {
      const name = join(".git/objects", head.slice(0, 2), head.slice(2));
      mkdirSync(join(pointing(at), ".git/objects", head.slice(0, 2)));
      symlinkSync(join(secret, name), join(at, name));
    },
  ],
  [
    "packs behind a link",
    (at) => {
      git(secret, "gc", "--quiet");
      linkInstead(join(pointing(at), ".git/objects/pack"), `${secret}/.git/objects/pack`);
    },
  ],
  ["refs behind a link", (at) => linkInstead(join(pointing(at), ".git/refs"), `${secret}/.git/refs`)],
  [
    "a ref that is a link",
    (at) => linkInstead(join(pointing(at), ".git/refs/heads/main"), `${secret}/.git/refs/heads/main`),
  ],
  [
    "packed refs that are a link",
    (at) => {
      git(secret, "pack-refs", "--all");
      symlinkSync(`${secret}/.git/packed-refs`, join(pointing(at), ".git/packed-refs"));
    },
  ],
  ["a HEAD that is a link", (at) => linkInstead(join(pointing(at), ".git/HEAD"), `${secret}/.git/HEAD`)],
  [
    "a list of cut commits that is a link",
    (at) => {
      made(at, "good\n");
      writeFileSync(join(folder.path, "shallow"), `${head}\n`);
      symlinkSync(join(folder.path, "shallow"), join(at, ".git/shallow"));
    },
  ],
  [
    "a configuration that is a link",
    (at) => {
      made(at, "good\n");
      linkInstead(join(at, ".git/config"), `${secret}/.git/config`);
    },
  ],
  [
    "a submodule whose repository is outside",
    (at) => {
      mkdirSync(at);
      renameSync(join(secret, ".git"), join(folder.path, "module"));
      writeFileSync(join(at, ".git"), "gitdir: ../../module\n");
    },
  ],
];

describe("out of the allowed folders leads no", () => {
  test.each(ESCAPES)("%s", async (_name, make) => {
    const at = join(allowed, "repository");
    make(at);
    expect(await codeOf(at)).toBe("path_not_allowed");
    expect(existsSync(join(folder.path, "mirror.git"))).toBe(false);
  });
});

describe("inside of them", () => {
  const GOOD: readonly (readonly [name: string, make: (at: string) => unknown])[] = [
    ["a work tree", (at) => made(at, "good\n")],
    ["a repository with other objects", (at) => made(at, "good\n", "--object-format=sha256")],
    [
      "a linked work tree",
      (at) => {
        made(join(allowed, "main"), "good\n");
        git(join(allowed, "main"), "worktree", "add", "--quiet", "-b", "w", at);
      },
    ],
    [
      "a linked work tree of a linked work tree",
      (at) => {
        made(join(allowed, "main"), "good\n");
        git(join(allowed, "main"), "worktree", "add", "--quiet", "-b", "w", join(allowed, "w"));
        git(join(allowed, "w"), "worktree", "add", "--quiet", "-b", "x", at);
      },
    ],
    [
      "a clone that shares objects",
      (at) => {
        made(join(allowed, "main"), "good\n");
        git(allowed, "clone", "--quiet", "--shared", join(allowed, "main"), at);
      },
    ],
    [
      "links to other allowed folders",
      (at) => {
        made(join(allowed, "main"), "good\n");
        pointing(at);
        for (const name of ["objects", "refs"]) linkInstead(join(at, ".git", name), join(allowed, "main/.git", name));
      },
    ],
    [
      "an old HEAD that is a link to a ref",
      (at) => {
        made(at, "good\n");
        linkInstead(join(at, ".git/HEAD"), "refs/heads/main");
      },
    ],
    [
      "a bare repository with packs",
      (at) => {
        made(join(allowed, "main"), "good\n");
        git(allowed, "clone", "--quiet", "--bare", join(allowed, "main"), at);
        git(at, "gc", "--quiet");
      },
    ],
  ];
  test.each(GOOD)("%s is read", async (_name, make) => {
    const at = join(allowed, "repository");
    make(at);
    expect(await codeOf(at)).toBe("good");
  });

  test("the copy that a killed process has left is removed, also when nothing is new", async () => {
    const path = join(allowed, "repository");
    made(path, "a = 1\n");
    expect(await readAll(path)).toContain("a = 1");
    mkdirSync(join(folder.path, "mirror.git.source", "objects"), { recursive: true });
    expect(await readAll(path)).toContain("a = 1");
  });

  test.each<[name: string, make: (at: string) => void]>([
    [
      "a .git file that names itself",
      (at) => {
        mkdirSync(at);
        writeFileSync(join(at, ".git"), `gitdir: ${at}/.git\n`);
      },
    ],
    [
      "a link that names itself",
      (at) => {
        mkdirSync(at);
        symlinkSync(".git", join(at, ".git"));
      },
    ],
    [
      "a HEAD that is a named pipe",
      (at) => {
        made(at, "good\n");
        rmSync(join(at, ".git/HEAD"));
        execFileSync("mkfifo", [join(at, ".git/HEAD")]);
      },
    ],
  ])("%s is no repository, and nothing waits for it", async (_name, make) => {
    const at = join(allowed, "repository");
    make(at);
    expect(await codeOf(at)).toBe("not_a_repository");
  });

  test("what a repository configures is neither run nor read", async () => {
    const at = join(allowed, "repository");
    made(at, "good\n");
    const run = join(folder.path, "ran");
    const script = join(folder.path, "script");
    writeFileSync(script, `#!/bin/sh\ntouch '${run}'\n`, { mode: 0o755 });
    for (const key of [
      "core.fsmonitor",
      "core.sshCommand",
      "core.pager",
      "core.alternateRefsCommand",
      "core.gitProxy",
      "uploadpack.packObjectsHook",
      "remote.origin.uploadpack",
      "diff.external",
      "diff.x.textconv",
      "diff.x.command",
      "credential.helper",
      "gpg.program",
    ])
      git(at, "config", key, script);
    for (const [key, value] of [
      ["core.hooksPath", folder.path],
      ["include.path", "~/../secret"],
      ["include.path", join(secret, ".git/config")],
      ["core.worktree", secret],
      ["protocol.ext.allow", "always"],
      ["remote.origin.url", `ext::${script}`],
      ["remote.origin.promisor", "true"],
      ["extensions.partialClone", "origin"],
      ["core.repositoryformatversion", "1"],
    ] as const)
      git(at, "config", "--add", key, value);
    mkdirSync(join(at, ".git/hooks"), { recursive: true });
    for (const hook of ["post-checkout", "reference-transaction", "pre-auto-gc", "post-index-change"])
      writeFileSync(join(at, ".git/hooks", hook), `#!/bin/sh\ntouch '${run}'\n`, { mode: 0o755 });
    expect(await codeOf(at)).toBe("good");
    expect(existsSync(run)).toBe(false);
  });
});

describe("what is changed between the check and the reading", () => {
  const swapped = async (swap: (repository: LocalRepository) => void): Promise<string> => {
    made(join(allowed, "repository"), "good\n");
    const repository = await findLocalRepository(join(allowed, "repository"), [allowed]);
    swap(repository);
    const copy = join(folder.path, "copy");
    try {
      await copyRefs(repository, copy);
      await copyObjects(repository, copy, new AbortController().signal);
    } catch (error) {
      return String(error);
    }
    return execFileSync("git", ["--git-dir", copy, "cat-file", "--batch-all-objects", "--batch-check"], {
      encoding: "utf8",
    });
  };
  test.each<[name: string, swap: (repository: LocalRepository) => void]>([
    ["the object store", ({ objectFolders: [objects = ""] }) => linkInstead(objects, join(secret, ".git/objects"))],
    ["the whole repository", ({ gitDir }) => linkInstead(gitDir, join(secret, ".git"))],
    [
      "a folder of objects",
      ({ objectFolders: [objects = ""] }) =>
        linkInstead(join(objects, head.slice(0, 2)), join(secret, ".git/objects", head.slice(0, 2))),
    ],
    [
      "an object",
      ({ objectFolders: [objects = ""] }) => {
        mkdirSync(join(objects, head.slice(0, 2)), { recursive: true });
        linkInstead(
          join(objects, head.slice(0, 2), head.slice(2)),
          join(secret, ".git/objects", head.slice(0, 2), head.slice(2)),
        );
      },
    ],
  ])("%s leads nowhere", async (_name, swap) => {
    const read = await swapped(swap);
    expect(read).toMatch(/RepositoryPathError/);
    expect(read).not.toContain(head);
  });
});
