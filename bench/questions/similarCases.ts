import { DAY_MS } from "../../contract/durations.ts";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readLog } from "../../server/git/readLog.ts";

/** A text of a corpus. */
export interface Document {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
/** A text and the earlier ones that belong to the same issue. */
export interface SimilarCase {
  readonly query: Document;
  readonly right: readonly string[];
}

const PairLine = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  /** When the report was opened; if missing, lines are in the order of their reports, a day apart. */
  created_at: z.iso.datetime({ offset: true }).optional(),
  /** Ids of the reports that a person marked as its duplicates. */
  duplicate_of: z.union([z.string(), z.array(z.string())]).nullish(),
});

/**
 * Reports with the duplicates that people marked, one JSON line each: the closest data to the real question. The query is a report that
 * duplicates another one; correct are the marked report and all reports in the same group of duplicates.
 */
export async function readPairs(file: string): Promise<{ corpus: Document[]; cases: SimilarCase[] }> {
  const lines = (await readFile(file, "utf8"))
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => PairLine.parse(JSON.parse(line)));
  const corpus = lines.map(({ id, title, body, created_at }, at) => ({
    id,
    title,
    body: body ?? "",
    at: created_at === undefined ? (at + 1) * DAY_MS : Date.parse(created_at),
  }));
  const groupOf = new Map(lines.map(({ id }) => [id, new Set([id])]));
  for (const { id, duplicate_of } of lines) {
    for (const other of [duplicate_of ?? []].flat()) {
      const [group, theirs] = [groupOf.get(id), groupOf.get(other)];
      if (!group || !theirs || group === theirs) continue;
      for (const member of theirs) {
        group.add(member);
        groupOf.set(member, group);
      }
    }
  }
  const times = new Map(corpus.map(({ id, at }) => [id, at]));
  const cases = corpus.flatMap((query): SimilarCase[] => {
    const right = [...(groupOf.get(query.id) ?? [])].filter((id) => (times.get(id) ?? Infinity) < query.at);
    return right.length === 0 ? [] : [{ query, right }];
  });
  return { corpus, cases };
}

const KEY = /\b[A-Z][A-Z0-9]{2,9}-\d{1,6}\b|(?:#|\bgh-)\d{1,6}\b/gi;
const WORD = /[a-z]{3,}/gi;
const MECHANICAL = /^(revert|merge|release|bump|backport|cherry|update (changelog|dependenc|lock)|prepare|polish)/i;
/** More commits than this about one key are a task in steps, not duplicates. */
const MOST_OF_A_KEY = 6;

/**
 * Two commits that name the same issue describe it in different words: the closest to a pair of duplicate reports that a
 * repository contains. Keys, hashes and trailers are removed from the texts, and two texts with the same title count as one.
 */
export async function mineSimilar(
  gitDir: string,
  limit: number,
): Promise<{ corpus: Document[]; cases: SimilarCase[] }> {
  const corpus: Document[] = [];
  const byKey = new Map<string, Document[]>();
  for await (const { hash, message, committedAt, parents } of readLog(gitDir, "HEAD")) {
    const [subject = "", ...rest] = message.split("\n");
    if (parents > 1 || MECHANICAL.test(subject)) continue;
    const title = cleaned(subject);
    if ((title.match(WORD) ?? []).length < 4) continue;
    const document = { id: hash, title, body: cleaned(rest.join("\n")), at: committedAt * 1000 };
    corpus.push(document);
    for (const key of new Set(message.match(KEY)?.map((issueKey) => issueKey.toLowerCase().replace(/^gh-/, "#")))) {
      const same = byKey.get(key);
      if (same) same.push(document);
      else byKey.set(key, [document]);
    }
  }
  const rights = new Map<string, { query: Document; right: Set<string> }>();
  for (const documents of byKey.values()) {
    if (documents.length < 2 || documents.length > MOST_OF_A_KEY) continue;
    const [query, ...duplicates] = documents.toSorted((a, b) => b.at - a.at);
    if (!query) continue;
    const right = duplicates
      .filter(({ title }) => title.toLowerCase() !== query.title.toLowerCase())
      .map(({ id }) => id);
    if (right.length === 0) continue;
    const rightCase = rights.get(query.id);
    if (rightCase) for (const id of right) rightCase.right.add(id);
    else rights.set(query.id, { query, right: new Set(right) });
  }
  const cases = [...rights.values()].map(({ query, right }) => ({ query, right: [...right] }));
  return { corpus, cases: cases.sort((a, b) => b.query.at - a.query.at).slice(0, limit) };
}

function cleaned(text: string): string {
  return text
    .replaceAll(
      /^\s*(signed-off-by|co-authored-by|reviewed-by|reviewers?|author|cc|closes?|fixes|see|refs?)\b.*$/gim,
      " ",
    )
    .replaceAll(/https?:\/\/\S+/g, " ")
    .replaceAll(KEY, " ")
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, " ")
    .trim();
}
