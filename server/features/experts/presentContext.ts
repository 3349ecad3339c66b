import { millisecondsOf } from "../../../contract/durations.ts";
import type { CodeOwnerRule, ExpertContext } from "../../../contract/people/experts.ts";
import type { DecidingRule, OwnerVerdict } from "../../engines/experts/ownerVerdicts.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { ExpertRanking } from "./expertRanking.ts";
import { presentPerson } from "../../project/personAccounts.ts";

const MAX_FILES = 5;

type RuleVerdict = OwnerVerdict & { readonly rule: DecidingRule };

/** @param repositories all of the project, also those whose history is not read yet */
export function presentContext(
  index: OpenedIndex,
  { table, expertQuery, optedOut, isFound }: ExpertRanking,
  verdicts: readonly RuleVerdict[],
  repositories: readonly { readonly id: string; readonly name: string }[],
): ExpertContext {
  const read = new Set(index.commits.map(({ part }) => part.source));
  const sources = new Set(expertQuery.files.map(({ member }) => index.code[member]?.part.source));
  return {
    files: expertQuery.files.slice(0, MAX_FILES).flatMap(({ member, file }) => {
      const code = index.code[member];
      return code ? [{ repository: code.part.source, path: code.files.path(file) }] : [];
    }),
    repositories: repositories.filter(({ id }) => sources.has(id)).map(({ name }) => name),
    found: isFound,
    code_owners: verdicts.map(({ rule: { code, path, rule, files }, owners, verdict }): CodeOwnerRule => ({
      repository: code.part.source,
      file: path,
      line: rule.line,
      pattern: rule.pattern,
      files,
      owners: owners.map(({ text, person, rank }) => ({
        text,
        person: person < 0 ? null : presentPerson(table, person),
        rank,
      })),
      verdict,
    })),
    opted_out: optedOut,
    as_of: table.nowSeconds > 0 ? new Date(millisecondsOf(table.nowSeconds)).toISOString() : null,
    missing: repositories.filter(({ id }) => !read.has(id)).map(({ name }) => name),
  };
}
