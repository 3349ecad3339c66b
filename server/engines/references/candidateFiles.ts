import { normalizeIdentifier } from "../../index/text/normalizeText.ts";
import { languageOf } from "../../index/text/languages.ts";
import { canName } from "./lexical/lexicalRules.ts";
import type { FilePlace } from "./imports/ModuleResolver.ts";
import type { Definition } from "./lookup/Definition.ts";
import { type LookupFiles, isSame } from "./lookup/LookupFiles.ts";

/** The field of the code segment that has the text of a file. */
const BODY = 1;

/** Files whose text has a name, in languages that can mean one of the definitions: the nearest to them first. */
export function candidateFiles(
  files: LookupFiles,
  name: string,
  targets: readonly Definition[],
  asked: FilePlace,
): readonly FilePlace[] {
  const { index } = files;
  const term = normalizeIdentifier(name.replaceAll(/^[_$]+|[_$]+$/g, ""));
  const languages = new Set(targets.map(({ place }) => files.read(place).language.name));
  const homes = targets.map(({ place }) => ({ place, path: files.read(place).path }));
  const found: { readonly place: FilePlace; readonly rank: number }[] = [];
  index.code.forEach((code, member) => {
    const number = code.segment.find(term);
    if (number < 0) return;
    code.segment.eachDocument(number, (file, mask) => {
      if ((mask & BODY) === 0) return;
      const path = code.files.path(file);
      const language = languageOf(path)?.name;
      if (language === undefined || !languages.values().some((one) => canName(language, one))) return;
      const place = { member, file };
      found.push({ place, rank: rankOf(place, path, homes, asked) + (code.files.kind(file) === "code" ? 0 : 0.5) });
    });
  });
  // A name of one letter is no term: only the files that are known to have it are read.
  for (const place of [asked, ...targets.map((one) => one.place)])
    if (!found.some((one) => isSame(one.place, place))) found.push({ place, rank: -1 });
  return found.sort((a, b) => a.rank - b.rank).map(({ place }) => place);
}

function rankOf(
  place: FilePlace,
  path: string,
  homes: readonly { readonly place: FilePlace; readonly path: string }[],
  asked: FilePlace,
): number {
  if (homes.some((home) => isSame(home.place, place))) return 0;
  if (isSame(place, asked)) return 1;
  let best = 100;
  for (const home of homes) {
    const rank = (home.place.member === place.member ? 2 : 50) + distance(home.path, path);
    if (rank < best) best = rank;
  }
  return best;
}

/** Folders up from one path and down to the other one. */
function distance(a: string, b: string): number {
  let shared = 0;
  for (let at = a.indexOf("/"); at >= 0 && a.slice(0, at + 1) === b.slice(0, at + 1); at = a.indexOf("/", at + 1))
    shared = at + 1;
  return depthOf(a.slice(shared)) + depthOf(b.slice(shared));
}

const depthOf = (path: string): number => path.split("/").length - 1;
