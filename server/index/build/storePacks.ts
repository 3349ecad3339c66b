import { ContentPack, ContentPackWriter } from "../segment/contentPack.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";

/**
 * Old packs are kept as they are and new texts go into one more, until there are too many: then all live texts move into one.
 * @param fresh null when no text is new
 */
export async function storePacks<R extends { readonly pack: number; readonly item: number }>(
  rows: readonly R[],
  fresh: ContentPackWriter | null,
  old: readonly string[],
  maxPacks: number,
  { blobs }: Pick<BuildContext, "blobs">,
): Promise<{ readonly rows: readonly R[]; readonly content: string[] }> {
  const content = [...old];
  if (fresh) content.push(await blobs.put(fresh.finish()));
  if (content.length <= maxPacks) return { rows, content };
  const packs: ContentPack[] = [];
  for (const hash of content) packs.push(new ContentPack(await requireBlob(blobs, hash, "content pack")));
  const writer = new ContentPackWriter();
  const moved = rows.map((row) => {
    const bytes = packs[row.pack]?.bytes(row.item) ?? [];
    return { ...row, pack: 0, item: writer.add(Buffer.from(bytes)) };
  });
  return { rows: moved, content: [await blobs.put(writer.finish())] };
}
