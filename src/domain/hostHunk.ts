import type { DiffHunk } from "../../contract/code/commits.ts";

/** Lines above a comment that are shown: the ones next to it. */
const SHOWN_LINES = 12;
const HEAD = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The end of a hunk as a host shows it above a comment, with the numbers of its lines; null for another text. */
export function readHostHunk(text: string): DiffHunk | null {
  const [head = "", ...all] = text.split("\n");
  const found = HEAD.exec(head);
  if (!found) return null;
  const lines = all.filter((line) => /^[ +\\-]/.test(line));
  const cut = lines.slice(0, Math.max(0, lines.length - SHOWN_LINES));
  const shown = lines.slice(cut.length);
  const of = (some: readonly string[], sign: string): number =>
    some.filter((line) => line.startsWith(sign) || line.startsWith(" ")).length;
  return {
    old_start: Number(found[1]) + of(cut, "-"),
    old_lines: of(shown, "-"),
    new_start: Number(found[2]) + of(cut, "+"),
    new_lines: of(shown, "+"),
    heading: found[3] ?? "",
    lines: shown,
  };
}
