import type { Db } from "../../db/openDb.ts";
import { listSlugsLike } from "../../db/tables/projects/projectLists.ts";

const MAX_SLUG_LENGTH = 100;
/** Letters that lose nothing but a sign when Unicode takes them apart, except for these. */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

/** A name as a URL slug: `Işık Projesi` becomes `isik-projesi`. `project` when no character can be kept. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[ıøłđßæœþ]/g, (letter) => TRANSLITERATIONS[letter] ?? "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, "");
  return plain === "" ? "project" : plain;
}

/** The slug of a new project of a company: the name's, or with the first number that is free in that company. */
export async function freeSlug(transaction: Db, companyId: string, name: string): Promise<string> {
  const base = slugOf(name);
  const taken = new Set(await listSlugsLike(transaction, companyId, base));
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
