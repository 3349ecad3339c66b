import { findMissingFolders } from "../../git/folderPaths.ts";
import type { CodePart } from "../../index/manifest.ts";
import { message } from "../../messages/messages.ts";
import { throwSourceError } from "../../sources/git/sourceGit.ts";
import { findSuspiciousTreeEntries } from "../../sources/git/suspiciousTreeEntries.ts";
import type { SyncContext } from "../source/SyncContext.ts";

/** Folders that a note names. */
const MAX_NAMED = 5;

/** Adds notes on entries of a commit that are harmless for the server, but of interest to the users who linked the repository. */
export async function noteSuspiciousEntries(
  { signal, maxFiles, addNote }: SyncContext,
  commit: {
    readonly folder: string;
    readonly head: string;
    readonly skipped: CodePart["skipped"] | undefined;
    /** The folders that the repository is limited to. */
    readonly folders: readonly string[];
  },
): Promise<void> {
  const { folder, head, skipped, folders } = commit;
  const { outside, disguised, unseen, submodules, pointers } = await findSuspiciousTreeEntries(
    folder,
    head,
    signal,
    maxFiles,
    folders,
  );
  const notes = [
    ["large_files", skipped?.large ?? 0, "note.large_files"],
    ["too_many_files", skipped?.overLimit ?? 0, "note.excess_files"],
    ["ignored_files", skipped?.ignored ?? 0, "note.ignored_files"],
    ["missing_files", skipped?.missing ?? 0, "note.missing_files"],
    ["links_outside", outside, "note.outside_links"],
    ["disguised_paths", disguised, "note.git_paths"],
    ["unseen_names", unseen, "note.invisible_names"],
    ["submodules", submodules, "note.submodules"],
    ["lfs_files", pointers, "note.lfs_files"],
  ] as const;
  for (const [code, count, text] of notes) if (count > 0) addNote({ code, text: message(text, { count }) });
  const missing = await findMissingFolders(folder, head, folders, signal).catch(throwSourceError);
  if (missing.length === 0) return;
  const named = missing.slice(0, MAX_NAMED).join(", ");
  addNote({
    code: "missing_folders",
    text: message("note.missing_folders", { folders: missing.length > MAX_NAMED ? `${named}, …` : named }),
  });
}
