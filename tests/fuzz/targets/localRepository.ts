import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { RepositoryPathError, checkObjectLinks, findLocalRepository } from "../../../server/git/localRepository.ts";
import { copyObjects, copyRefs } from "../../../server/git/snapshot.ts";
import { isRecord } from "../../../server/sources/rest/restFailure.ts";
import { type Target, jsonOf, promise, textOf, wordOf } from "../engine/Target.ts";

const MARK = "0123456789abcdef0123456789abcdef01234567";
const SIGNAL = new AbortController().signal;
const OBJECT = "objects/ab/cdef0123456789abcdef0123456789abcdef01";
/** A second repository next to the allowed folder. Its contents may not get into the copy. */
const OUTSIDE: Readonly<Record<string, string>> = {
  HEAD: `${MARK}\n`,
  config: `[extensions]\n\tobjectFormat = ${MARK}\n`,
  "packed-refs": `${MARK} refs/heads/main\n`,
  shallow: `${MARK}\n`,
  "refs/heads/main": `${MARK}\n`,
  [OBJECT]: MARK,
  "objects/pack/pack-a.pack": MARK,
  "objects/info/alternates": `/${MARK}\n`,
};

/** Inputs name files by their path below the allowed folder, with their text or, in a list, the target of a link. `@OUT` and `@IN` are replaced by the two folders. */
export const target: Target = {
  promise:
    "A local repository of any files and links is copied or refused with a RepositoryPathError; nothing that lies outside of the allowed folder is in the copy.",
  shape: "json",
  run: async (input) => {
    const files = jsonOf(input);
    if (!isRecord(files)) return undefined;
    const root = mkdtempSync(join(tmpdir(), "clew-fuzz-"));
    const [allowed, outside, copy] = [join(root, "in"), join(root, "out"), join(root, "copy")];
    const named = (text: string): string => text.replaceAll("@OUT", outside).replaceAll("@IN", allowed);
    try {
      for (const [path, text] of Object.entries(OUTSIDE)) place(join(outside, path), text);
      mkdirSync(join(allowed, "repo"), { recursive: true });
      for (const [path, content] of Object.entries(files).slice(0, 40)) {
        const at = normalize(join(allowed, path));
        if (!at.startsWith(`${allowed}/`)) continue;
        if (Array.isArray(content)) place(at, null, named(wordOf(content[0])));
        else place(at, named(wordOf(content)));
      }
      await copied(join(allowed, "repo"), allowed, copy);
      const isKnown = textOf(input).includes(MARK.slice(0, 8));
      promise(isKnown || !contentsOf(copy).includes(MARK), "What lies outside is in the copy.");
    } finally {
      rmSync(root, { recursive: true });
    }
    return undefined;
  },
};

async function copied(folder: string, allowed: string, into: string): Promise<void> {
  try {
    const repository = await findLocalRepository(folder, [allowed]);
    for (const path of [repository.gitDir, repository.commonDir, ...repository.objectFolders])
      promise(path === allowed || path.startsWith(`${allowed}/`), "A part lies outside.");
    await checkObjectLinks(repository);
    await copyRefs(repository, into);
    await copyObjects(repository, into, SIGNAL);
  } catch (error) {
    if (!(error instanceof RepositoryPathError)) throw error;
    promise(!error.message.includes(allowed), "A message contains a path.");
  }
}

/** What the file system itself refuses, such as a name that is too long, is left out. */
function place(path: string, text: string | null, link = ""): void {
  try {
    let folder = dirname(path);
    while (!existsSync(folder)) folder = dirname(folder);
    // What was placed before may be a link to anywhere.
    if (!realpathSync(folder).startsWith(realpathSync(tmpdir()) + "/clew-fuzz-")) return;
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    if (text === null) symlinkSync(link, path);
    else writeFileSync(path, text);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

const contentsOf = (folder: string): string =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .map((entry) => (entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), "latin1") : ""))
        .join("\n")
    : "";
