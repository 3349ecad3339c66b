import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { usePartTitle, useProject } from "../project/useProject.ts";
import { type CodeState, readCodeUrl } from "./codeUrl.ts";
import { CompareSection } from "./CompareSection.tsx";
import { ContentSection } from "./ContentSection.tsx";
import { RepositoriesSection } from "./RepositoriesSection.tsx";

/** The code of a project: its repositories, and a folder, a file or a comparison of one of them. */
export function Component() {
  const { project } = useProject();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const state = useMemo(() => readCodeUrl(pathname, search), [pathname, search]);
  usePartTitle("code", state.path.split("/").findLast(Boolean) ?? state.repository);
  const { slug } = project;
  if (state.repository === "") return <RepositoriesSection slug={slug} />;
  return state.base === null ? (
    <ContentSection slug={slug} state={state} />
  ) : (
    <CompareSection slug={slug} state={{ ...state, base: state.base } satisfies CodeState} base={state.base} />
  );
}
