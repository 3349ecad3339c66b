import type { CommitFile } from "../../../contract/commits.ts";
import { refuse } from "../toolErrors.ts";
import { line } from "../untrusted.ts";

/** Paths of a structured answer, which is not cut: the text has all. */
export const MAX_PATHS = 10;
/** Changed files that a refusal lists. */
const MAX_LISTED = 20;

/** A file of a difference: what happened to it, and its lines as git writes them. */
export const diffLines = ({
  path,
  old_path: old,
  change,
  added,
  removed,
  kind,
  folded,
  hunks,
}: CommitFile): string[] => [
  `${change} ${old === null ? "" : `${line(old)} -> `}${line(path)} (+${added ?? "?"} -${removed ?? "?"})${kind === "text" ? "" : ` ${kind}`}`,
  ...hunks.flatMap((hunk) => [
    `@@ -${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines} @@ ${line(hunk.heading)}`.trimEnd(),
    ...hunk.lines,
  ]),
  ...(folded === null
    ? []
    : [`(${folded}: ${hunks.length > 0 ? "further " : ""}lines are left out; path=${line(path)} has more of them)`]),
];

/** What `onlyFile` needs of the difference of a commit or a request. */
interface Difference {
  readonly status: string;
  readonly files: readonly CommitFile[];
}

/**
 * The files of a difference, or with a path that one alone, read with the larger limit of a file.
 * @throws ToolRefusal with the changed paths
 */
export async function onlyFile(
  { files, status }: Difference,
  path: string | undefined,
  read: (number: number) => Promise<Difference>,
): Promise<CommitFile[]> {
  if (path === undefined || status !== "shown") return [...files];
  const found = files.find((file) => file.path === path || file.old_path === path);
  if (found) return (await read(found.number)).files.filter(({ number }) => number === found.number);
  const paths = files.slice(0, MAX_LISTED).map((file) => line(file.path));
  throw paths.length === 0
    ? refuse("not_found", "It does not change this file, and no other.")
    : refuse("not_found", "It does not change this file. It changes these:", [paths.join(", ")]);
}
