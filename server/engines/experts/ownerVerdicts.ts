import { type OpenedCode, type OpenedIndex, textOfFile } from "../../index/OpenedIndex.ts";
import { CODEOWNERS_PATHS, type OwnerRule, parseCodeOwners } from "./codeOwners.ts";
import type { QuestionFile } from "./personValues.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import type { RankedPerson } from "./rankPeople.ts";

const MAX_RULES = 20;
/** A ranking agrees with CODEOWNERS when one of the owners has this rank or a better one. */
const MAX_AGREEING_RANK = 3;

/** A line of CODEOWNERS that decides for some of the files in question. */
export interface DecidingRule {
  readonly code: OpenedCode;
  /** Path of the CODEOWNERS file. */
  readonly path: string;
  readonly rule: OwnerRule;
  /** How many of the files it decides for. */
  readonly files: number;
}

/** The lines of CODEOWNERS that decide for the files in question, those with the most files first. */
export function decidingRules(index: OpenedIndex, files: readonly QuestionFile[]): DecidingRule[] {
  const deciding = new Map<string, DecidingRule>();
  index.code.forEach((code, member) => {
    const path = CODEOWNERS_PATHS.find((candidate) => code.files.find(candidate) >= 0);
    if (path === undefined) return;
    const { ownersOf } = parseCodeOwners(textOfFile(code, code.files.find(path)));
    for (const { file } of files.filter((candidate) => candidate.member === member)) {
      const rule = ownersOf(code.files.path(file));
      if (!rule || rule.owners.length === 0) continue;
      const key = `${member}:${rule.line}`;
      deciding.set(key, { code, path, rule, files: (deciding.get(key)?.files ?? 0) + 1 });
    }
  });
  return [...deciding.values()].sort((a, b) => b.files - a.files).slice(0, MAX_RULES);
}

/** Logins of the owners that are people at a host, in lower case. */
export const loginsOfOwners = (rules: readonly DecidingRule[]): string[] =>
  rules.flatMap(({ rule }) => rule.owners.flatMap((owner) => loginOfOwner(owner) ?? []));

const loginOfOwner = (owner: string): string | null =>
  owner.startsWith("@") && !owner.includes("/") ? owner.slice(1).toLowerCase() : null;

export interface OwnerVerdict {
  /** `person` is a number in the table, -1 for an owner who is not in it; `rank` is null for who is not ranked. */
  readonly owners: readonly { readonly text: string; readonly person: number; readonly rank: number | null }[];
  readonly verdict: "agree" | "disagree" | "unknown";
}

/**
 * Whether the ranking has an owner of a rule among its first.
 * @param accounts by login in lower case: a login identifies a person better with the name and address from the tracker
 */
export function ownerVerdict(
  { rule }: DecidingRule,
  table: PeopleTable,
  ranked: readonly Pick<RankedPerson, "person">[],
  accounts: ReadonlyMap<string, { readonly name: string; readonly email: string | null }>,
): OwnerVerdict {
  const owners = rule.owners.map((text) => {
    const login = loginOfOwner(text);
    const email = text.startsWith("@") ? null : text;
    const account = login === null ? undefined : accounts.get(login);
    const person =
      login === null && email === null ? -1 : table.find({ ...account, login, email: email ?? account?.email });
    const at = person < 0 ? -1 : ranked.findIndex((candidate) => candidate.person === person);
    return { text, person, rank: at < 0 ? null : at + 1 };
  });
  const agrees = owners.some(({ rank }) => rank !== null && rank <= MAX_AGREEING_RANK);
  const isKnown = owners.some(({ person }) => person >= 0);
  return { owners, verdict: agrees ? "agree" : isKnown ? "disagree" : "unknown" };
}
