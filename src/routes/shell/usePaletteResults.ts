import { useEffect, useState } from "react";
import type { Project } from "../../../contract/projects.ts";
import type { SearchAllAnswer } from "../../../contract/search.ts";
import { useServices } from "../appContext.tsx";

/** Debounce of the requests, in milliseconds. */
const PAUSE = 150;
const SHORTEST = 2;
const LIMIT = 8;

export type PaletteResult = SearchAllAnswer["results"][number];

export interface PaletteResults {
  readonly projects: readonly Project[];
  readonly finds: readonly PaletteResult[];
  readonly isLoading: boolean;
  /** Names of the projects that were not searched, because their indexes were not open. */
  readonly notSearched: readonly string[];
  readonly hasFailed: boolean;
}

const NOTHING: {
  finds: readonly PaletteResult[];
  notSearched: readonly string[];
  query: string;
  hasFailed: boolean;
} = {
  finds: [],
  notSearched: [],
  query: "",
  hasFailed: false,
};

/**
 * The palette's requests: the projects once it is open; issues, files and people while the user types.
 * @param here the project on the screen: it is always searched
 */
export function usePaletteResults(query: string, here: string | undefined): PaletteResults {
  const { projects: projectsService, search } = useServices();
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const [found, setFound] = useState(NOTHING);
  const wanted = query.trim().length >= SHORTEST ? query.trim() : "";

  useEffect(() => {
    const leaving = new AbortController();
    void projectsService.list(leaving.signal).then((answer) => {
      if (answer.success) setProjects(answer.data);
    });
    return () => leaving.abort();
  }, [projectsService]);

  useEffect(() => {
    if (wanted === "") return undefined;
    const newer = new AbortController();
    const timer = setTimeout(() => {
      void search
        .all(
          {
            q: wanted,
            project: undefined,
            kind: ["issue", "code", "person"],
            limit: LIMIT,
            scope: "ready",
            first: here,
          },
          newer.signal,
        )
        .then((answer) => {
          if (newer.signal.aborted) return;
          const { results = [], projects: asked = [] } = answer.success ? answer.data : {};
          const notSearched = asked.flatMap(({ searched, name }) => (searched ? [] : [name]));
          setFound({ query: wanted, finds: results, notSearched, hasFailed: !answer.success });
        });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      newer.abort();
    };
  }, [search, wanted, here]);

  // Results of an earlier query are not shown.
  const isCurrent = found.query === wanted;
  return {
    projects,
    finds: wanted !== "" && isCurrent ? found.finds : [],
    notSearched: wanted !== "" && isCurrent ? found.notSearched : [],
    isLoading: wanted !== "" && !isCurrent,
    hasFailed: wanted !== "" && isCurrent && found.hasFailed,
  };
}
