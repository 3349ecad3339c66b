import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { type LocalRepository, readInside } from "./localRepository.ts";

const inflated = promisify(inflate);
const MAX_TAG_BYTES = 256 * 1024;
/** Tags of tags. */
const MAX_DEPTH = 5;
/** Objects that are read: git packs refs, with the commits of tags, when there are many. */
const MAX_OBJECTS_READ = 5000;

/**
 * The lines `<commit>\trefs/tags/<name>^{}` that a host adds for tags with a message of their own. They are taken from the list of packed
 * refs and from loose objects, because git itself does not run in a folder of a user.
 * @param folder with a copy of the refs
 * @param tags lines `<id>\trefs/tags/<name>`
 */
export async function peelLocalTags(repository: LocalRepository, folder: string, tags: string): Promise<string[]> {
  const packed = parsePackedRefs(await readFile(join(folder, "packed-refs"), "utf8").catch(() => ""));
  const lines: string[] = [];
  let left = MAX_OBJECTS_READ;
  for (const line of tags.split("\n")) {
    const [id = "", ref = ""] = line.split("\t");
    const peeled = packed.get(ref);
    if (ref === "" || (peeled?.id === id && peeled.commit === null)) continue;
    const commit = peeled?.id === id ? peeled.commit : left-- > 0 ? await readTag(repository, id, MAX_DEPTH) : null;
    if (commit !== null) lines.push(`${commit}\t${ref}^{}`);
  }
  return lines;
}

/** `commit` is null for a ref that names one itself. */
function parsePackedRefs(text: string): Map<string, { readonly id: string; readonly commit: string | null }> {
  const refs = new Map<string, { readonly id: string; readonly commit: string | null }>();
  // Without this word a tag may lack its commit.
  const isPeeled = /^#.*\bpeeled\b/.test(text);
  let last = "";
  for (const line of isPeeled ? text.split("\n") : []) {
    const [, id = "", name = ""] = /^([0-9a-f]{40,64}) (refs\/tags\/.+)$/.exec(line) ?? [];
    const previous = refs.get(last);
    if (line.startsWith("^") && previous) refs.set(last, { ...previous, commit: line.slice(1) });
    else if (name !== "") refs.set(name, { id, commit: null });
    last = name;
  }
  return refs;
}

/** The commit of a tag that is a loose object; null for everything else. */
async function readTag(repository: LocalRepository, id: string, depth: number): Promise<string | null> {
  for (const objects of repository.objectFolders) {
    const path = join(objects, id.slice(0, 2), id.slice(2));
    const bytes = await readInside(path, repository.allowed, "its object store", MAX_TAG_BYTES).catch(() => null);
    if (bytes === null) continue;
    const text = await inflated(bytes, { maxOutputLength: MAX_TAG_BYTES }).catch(() => null);
    const [, target = "", type] =
      /^tag \d+\0object ([0-9a-f]{40,64})\ntype (commit|tag)\n/.exec(text?.toString("latin1", 0, 200) ?? "") ?? [];
    if (type === "commit") return target;
    return type === "tag" && depth > 0 ? readTag(repository, target, depth - 1) : null;
  }
  return null;
}
