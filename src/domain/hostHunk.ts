import type { DiffHunk } from "../../contract/code/commits.ts";

/** Lines above a comment that are shown: the ones next to it. */
const SHOWN_LINES = 12;
const HEAD = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The end of a hunk as a host shows it above a comment, with the numbers of its lines; null for another text. */
export function readHostHunk(text: string): DiffHunk | null {
  const [head = "", ...all] = text.split("\n");
  const match = HEAD.exec(head);
  if (!match) return null;
  const lines = all.filter((line) => /^[ +\\-]/.test(line));
  const skipped = lines.slice(0, Math.max(0, lines.length - SHOWN_LINES));
  const shown = lines.slice(skipped.length);
  const countLines = (diffLines: readonly string[], sign: string): number =>
    diffLines.filter((line) => line.startsWith(sign) || line.startsWith(" ")).length;
  return {
    old_start: Number(match[1]) + countLines(skipped, "-"),
    old_lines: countLines(shown, "-"),
    new_start: Number(match[2]) + countLines(skipped, "+"),
    new_lines: countLines(shown, "+"),
    heading: match[3] ?? "",
    lines: shown,
  };
}
