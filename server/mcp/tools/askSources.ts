/** The same question to each of several sources. */
import { mapConcurrent } from "../../concurrency.ts";
import type { SourceRef } from "../namedSources.ts";

/** Sources that one call asks, and those at a time. */
const MAX_SOURCES = 50;
const CONCURRENCY = 4;

/** Sources that `askEach` does not ask. */
export const unaskedOf = (sources: readonly SourceRef[]): number => Math.max(0, sources.length - MAX_SOURCES);

/** Asks the first sources for something, and leaves out those that have it not. */
export async function askEach<T>(
  sources: readonly SourceRef[],
  ask: (source: SourceRef) => Promise<T | null>,
): Promise<{ readonly source: SourceRef; readonly answer: T }[]> {
  const answers = await mapConcurrent(sources.slice(0, MAX_SOURCES), CONCURRENCY, async (source) => ({
    source,
    answer: await ask(source),
  }));
  return answers.flatMap(({ source, answer }) => (answer === null ? [] : [{ source, answer }]));
}
