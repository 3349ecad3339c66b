import { readFile, writeFile } from "node:fs/promises";

/** Questions that were mined before, from their file; otherwise they are mined and written there. */
export async function cachedQuestions<T>(file: string, mine: () => Promise<T>): Promise<T> {
  const stored = await readFile(file, "utf8").catch(() => null);
  if (stored !== null) return JSON.parse(stored) as T;
  const mined = await mine();
  await writeFile(file, JSON.stringify(mined));
  return mined;
}
