import { createReadStream } from "node:fs";
import { z } from "zod";
import { rankSimilar } from "../../engines/similar/similar.ts";
import { corpusIndex } from "./corpusIndex.ts";
import { linesOf } from "../linesOf.ts";

const AnyId = z.union([z.string(), z.number()]);
const CorpusLine = z.object({
  id: AnyId,
  title: z.string().nullish(),
  body: z.string().nullish(),
  labels: z.array(z.string()).nullish(),
  created_at: z.string().nullish(),
});
const SimilarLine = CorpusLine.extend({ id: AnyId.nullish() });

const MAX_SIMILAR = 100;

/**
 * Reads a corpus of `{"id","title","body"}` lines and gives what answers to one parsed query of the same form: the ids of the texts
 * that are most like it, best first, never its own. Ids are printed as the corpus has them, numbers as numbers.
 * @throws Error naming the line that is not of this form
 */
export async function openCorpus(file: string): Promise<(line: unknown) => { ids: (string | number)[] }> {
  const texts = new Map<string, z.infer<typeof CorpusLine>>();
  let number = 0;
  for await (const line of linesOf(createReadStream(file))) {
    number++;
    if (line.trim() === "") continue;
    try {
      const text = CorpusLine.parse(JSON.parse(line));
      texts.set(String(text.id), text);
    } catch (error) {
      throw new Error(`Line ${number} of ${file} is not of the form {"id","title","body"}.`, { cause: error });
    }
  }
  const index = await corpusIndex(
    [...texts].map(([id, { title, body, labels, created_at }]) => ({
      id,
      title: title ?? "",
      body: body ?? "",
      labels: labels ?? [],
      createdAt: timeOf(created_at) ?? 0,
    })),
  );
  return (line) => {
    const { id, title, body, labels, created_at } = SimilarLine.parse(line);
    const ids = rankSimilar(
      index,
      {
        title: title ?? "",
        body: body ?? "",
        labels: labels ?? [],
        createdAtMs: timeOf(created_at),
        self: id == null ? null : String(id),
      },
      MAX_SIMILAR,
    );
    return { ids: ids.map((issueId) => texts.get(issueId)?.id ?? issueId) };
  };
}

function timeOf(text: string | null | undefined): number | null {
  const time = text == null ? NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
