import { MAX_RAW_BYTES } from "../../../contract/code/code.ts";
import type { Db } from "../../db/openDb.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import { codeOf, textOfFile } from "../../index/OpenedIndex.ts";
import { message } from "../../messages/messages.ts";
import type { CodeSource } from "../../project/codeDeps.ts";
import { resolveRevision } from "../../project/revisions.ts";

/** The bytes of a file. @throws NotFound without such a file, Invalid for one that is too large */
export async function rawFile(
  db: Db,
  code: CodeSource,
  { path, revision }: { readonly path: string; readonly revision?: string | undefined },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const resolved = await resolveRevision(db, code, revision, signal);
  const { mirror, index, source } = code;
  if (resolved.status !== "found") throw new NotFound(message("code.no_revision"));
  if (mirror === null) {
    const code = codeOf(index, source.id);
    const file = resolved.revision.is_head ? (code?.files.find(path) ?? -1) : -1;
    if (!code || file < 0) throw new NotFound(message("code.unread"));
    return Buffer.from(textOfFile(code, file));
  }
  try {
    const node = await mirror.findNode(resolved.revision.hash, path, signal);
    if (node?.kind !== "file") throw new NotFound(message("code.no_file"));
    if ((node.size ?? 0) > MAX_RAW_BYTES)
      throw new Invalid({ path: [message("code.too_large", { max: MAX_RAW_BYTES >> 20 })] });
    return await mirror.readBlobStart(node.oid, MAX_RAW_BYTES, signal);
  } catch (error) {
    if (hasGitFailed(error)) throw new NotFound(message("code.unread"));
    throw error;
  }
}
