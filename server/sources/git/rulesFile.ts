import { RULES_FILE } from "../../../contract/integrations/ruleKinds.ts";
import { gitFailure } from "./gitFailure.ts";
import { runSourceGit } from "./sourceGit.ts";

/**
 * The rules file of a commit; null where there is none, or where it is a link.
 * @returns `text` null for one with more bytes than `maxBytes`
 * @throws SourceError
 */
export async function readRulesFile(
  folder: string,
  commit: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<{ readonly oid: string; readonly text: string | null } | null> {
  const listed = await outputOf(folder, ["ls-tree", "-l", commit, "--", RULES_FILE], signal);
  const [, oid, size] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t/.exec(listed) ?? [];
  if (oid === undefined) return null;
  return { oid, text: Number(size) > maxBytes ? null : await outputOf(folder, ["cat-file", "blob", oid], signal) };
}

async function outputOf(folder: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { code, output, stderr } = await runSourceGit(["-C", folder, ...args], { signal });
  if (code !== 0) throw gitFailure(stderr, "");
  return output.toString("utf8");
}
