import { useEffect, useMemo, useState } from "react";
import type { SearchAnswer } from "../../../contract/search.ts";
import type { KnownValues } from "../../components/search/queryCompletions.ts";

const FACETS = ["language", "author", "label", "folder"] as const;
type Seen = Readonly<Record<(typeof FACETS)[number], readonly string[]>>;
const NOTHING: Seen = { language: [], author: [], label: [], folder: [] };

/**
 * Values for completions of filters: those of the facets since the page was opened, and the names of the sources. They accumulate, so that
 * the other values remain when a filter has narrowed the facets.
 */
export function useKnownValues(
  answer: SearchAnswer | null,
  sourceNames: Readonly<Record<string, string>>,
): KnownValues {
  const [seen, setSeen] = useState<Seen>(NOTHING);
  useEffect(() => {
    if (!answer) return;
    setSeen((before) => {
      const values = (name: (typeof FACETS)[number]) => [
        ...new Set([...before[name], ...answer.facets[name].map(({ value }) => value)]),
      ];
      return {
        language: values("language"),
        author: values("author"),
        label: values("label"),
        folder: values("folder"),
      };
    });
  }, [answer]);
  const names = JSON.stringify(Object.values(sourceNames));
  return useMemo(
    () => ({
      repo: JSON.parse(names) as string[],
      lang: seen.language,
      author: seen.author,
      label: seen.label,
      path: seen.folder.filter((path) => path !== "/"),
    }),
    [seen, names],
  );
}
