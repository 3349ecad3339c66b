import { rm } from "node:fs/promises";
import {
  type LocalRepository,
  RepositoryPathError,
  checkObjectLinks,
  findLocalRepository,
} from "../../git/localRepository.ts";
import { withTemporaryFolder } from "../../withTemporaryFolder.ts";
import { peelLocalTags } from "../../git/localTags.ts";
import { copyObjects, copyRefs } from "../../git/snapshot.ts";
import { SourceError } from "../SourceError.ts";
import type { GitAddress } from "./gitAddress.ts";
import { runSourceGit } from "./sourceGit.ts";
import { message, verbatim } from "../../messages/messages.ts";

type LocalAddress = Extract<GitAddress, { kind: "path" }>;

/** The SourceError of a local repository that cannot be read; any other error as it is. */
function toSourceError(error: unknown): unknown {
  if (!(error instanceof RepositoryPathError)) return error;
  switch (error.reason) {
    case "outside":
      return new SourceError("path_not_allowed", message("path.alternate_folder"), { cause: error });
    case "format":
      return new SourceError("bad_answer", message("path.unsupported_form"), { cause: error });
    case "missing":
      return new SourceError("not_a_repository", message("repository.not_found"), {
        cause: error,
      });
  }
}

async function asSourceError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSourceError(error);
  }
}

const find = ({ path, allowed }: LocalAddress): Promise<LocalRepository> => findLocalRepository(path, allowed);

/**
 * Refuses a repository that leads out of the allowed folders. A folder that is not a repository passes: this is checked later.
 * @throws SourceError `path_not_allowed`
 */
export async function checkLocalSource(address: LocalAddress): Promise<void> {
  try {
    await checkObjectLinks(await find(address));
  } catch (error) {
    if (error instanceof RepositoryPathError && error.reason === "outside") throw toSourceError(error);
  }
}

/**
 * What `git ls-remote --symref <path> HEAD refs/heads/* refs/tags/*` prints, without running git in the repository.
 * @throws SourceError
 */
export async function readLocalRefs(address: LocalAddress, signal?: AbortSignal): Promise<string> {
  return withTemporaryFolder("clew-refs-", async (folder) => {
    const repository = await asSourceError(async () => {
      const repository = await find(address);
      await copyRefs(repository, folder);
      return repository;
    });
    const read = async (...args: string[]): Promise<string> => {
      const { code, output } = await runSourceGit([`--git-dir=${folder}`, ...args], { signal, timeoutMs: 30_000 });
      return code === 0 ? output.toString("utf8").trim() : "";
    };
    const [branch, head, branches, tags] = await Promise.all([
      read("symbolic-ref", "--quiet", "HEAD"),
      read("rev-parse", "--verify", "--quiet", "HEAD"),
      read("for-each-ref", "--format=%(objectname)%09%(refname)", "refs/heads/"),
      read("for-each-ref", "--format=%(objectname)%09%(refname)", "refs/tags/"),
    ]);
    const peeled = await peelLocalTags(repository, folder, tags);
    const ofHead = head === "" ? [] : [...(branch === "" ? [] : [`ref: ${branch}\tHEAD`]), `${head}\tHEAD`];
    return [...ofHead, branches, tags, ...peeled].join("\n");
  });
}

/** Branches and tags as `git ls-remote --refs` prints them, without running git in the repository. @throws SourceError */
export async function readLocalBranchesAndTags(address: LocalAddress, signal?: AbortSignal): Promise<string> {
  return withTemporaryFolder("clew-refs-", async (folder) => {
    await asSourceError(async () => copyRefs(await find(address), folder));
    const { code, output } = await runSourceGit(
      [`--git-dir=${folder}`, "for-each-ref", "--format=%(objectname)%09%(refname)", "refs/heads/", "refs/tags/"],
      { signal, timeoutMs: 30_000 },
    );
    return code === 0 ? output.toString("utf8") : "";
  });
}

/**
 * Makes a copy of a local repository at `folder` for as long as `work` takes, so that git runs in a repository of our own.
 * @throws SourceError
 */
export async function withLocalCopy<T>(
  address: LocalAddress,
  folder: string,
  signal: AbortSignal,
  work: (copy: LocalAddress) => Promise<T>,
): Promise<T> {
  await rm(folder, { recursive: true, force: true });
  try {
    await asSourceError(async () => {
      const repository = await find(address);
      await copyRefs(repository, folder);
      await copyObjects(repository, folder, signal);
    }).catch((error: unknown) => {
      throw signal.aborted ? new SourceError("aborted", verbatim("Cancelled."), { cause: error }) : error;
    });
    return await work({ kind: "path", path: folder, allowed: [folder] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
