import { canName } from "./lexical/lexicalRules.ts";
import type { FilePlace } from "./imports/ModuleResolver.ts";
import { type FileFacts, fileFactsOf } from "./FileFacts.ts";
import type { Definition } from "./lookup/Definition.ts";
import { type LookupFiles, isSameFile, keyOf, termOf } from "./lookup/LookupFiles.ts";

/** The field of the code segment that has the text of a file. */
const BODY = 1;
/** More than any rank. */
const WITHOUT_OWNER_RANK = 1000;
const SAME_REPOSITORY_RANK = 2;
const OTHER_REPOSITORY_RANK = 50;

/**
 * Files whose text has a name, in languages that can mean one of the definitions: the nearest to them first, those that name the type of a
 * member before others. The order depends on the definitions and the place of the question alone, so that pages follow each other.
 */
export function candidateFiles(
  files: LookupFiles,
  name: string,
  targets: readonly Definition[],
  origin: FilePlace,
): readonly FilePlace[] {
  const { index } = files;
  const term = termOf(name);
  const homes = targets.map(({ place }) => place);
  const owners = [...new Set(targets.map(({ kind, container }) => (kind === "member" ? container : "")))];
  const isOfType = owners.length > 0 && !owners.includes("");
  const canMean = languageTest(targets.map(({ place }) => files.read(place).language.name));
  const result: { readonly place: FilePlace; readonly rank: number }[] = [];
  // What is read for sure: a name of one letter is no term, and has no other candidates.
  const seen = new Set([...homes, origin].map(keyOf));
  for (const key of seen) {
    const [repository = 0, file = 0] = key.split(":").map(Number);
    const place = { repository, file };
    result.push({ place, rank: homes.some((home) => isSameFile(home, place)) ? 0 : 1 });
  }
  index.code.forEach((code, repository) => {
    const number = code.segment.find(term);
    if (number < 0) return;
    const facts = fileFactsOf(code);
    const rankOf = folderRanks(homes, repository, facts);
    code.segment.eachDocument(number, (file, mask) => {
      if ((mask & BODY) === 0) return;
      const place = { repository, file };
      if (!canMean(facts.language(file)) || seen.has(keyOf(place))) return;
      // A file that names the type of the member has most of its uses.
      const isWithoutOwner = isOfType && !owners.some((owner) => files.mayContain(place, owner));
      const rank =
        rankOf(facts.folder(file)) +
        (code.files.kind(file) === "code" ? 0 : 0.5) +
        (isWithoutOwner ? WITHOUT_OWNER_RANK : 0);
      result.push({ place, rank });
    });
  });
  return result.sort((a, b) => a.rank - b.rank).map(({ place }) => place);
}

/** Whether a language can name definitions in some others. */
function languageTest(languages: readonly string[]): (language: string) => boolean {
  const targets = [...new Set(languages)];
  const cached = new Map<string, boolean>([["", false]]);
  return (language) => {
    let can = cached.get(language);
    if (can === undefined) cached.set(language, (can = targets.some((target) => canName(language, target))));
    return can;
  };
}

/** How far the files of a folder are from the nearest definition: folders up from there and down again. */
function folderRanks(homes: readonly FilePlace[], repository: number, facts: FileFacts): (folder: number) => number {
  const ranks = new Map<number, number>();
  let root = OTHER_REPOSITORY_RANK;
  for (const home of homes) {
    if (home.repository !== repository) continue;
    let up = SAME_REPOSITORY_RANK;
    for (let folder = facts.folder(home.file); folder >= 0; folder = facts.parent(folder), up++) {
      ranks.set(folder, Math.min(ranks.get(folder) ?? Infinity, up));
      root = Math.min(root, up);
    }
  }
  ranks.set(0, Math.min(ranks.get(0) ?? Infinity, root));
  const near = new Set(ranks.keys());
  const rankOf = (folder: number): number => {
    const rank = ranks.get(folder);
    const parent = facts.parent(folder);
    if (rank !== undefined && (!near.has(folder) || parent < 0)) return rank;
    near.delete(folder);
    const best = Math.min(rank ?? Infinity, parent < 0 ? Infinity : rankOf(parent) + 1);
    ranks.set(folder, best);
    return best;
  };
  return rankOf;
}
