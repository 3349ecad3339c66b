import { useEffect, useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { RepositoryList } from "../../components/code/RepositoryList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { GitRepoIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { codeKeys } from "../../queries/codeKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useTabTitle, useProject } from "../project/useProject.ts";
import { type CodeState, readCodeUrl } from "./codeUrl.ts";
import { CompareSection } from "./CompareSection.tsx";
import { ContentSection, type ContentSectionProps } from "./ContentSection.tsx";

/** The code of a project: its repositories, and a folder, a file or a comparison of one of them. */
export function Component() {
  const { project } = useProject();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const state = useMemo(() => readCodeUrl(pathname, search), [pathname, search]);
  useTabTitle("code", state.path.split("/").findLast(Boolean) ?? state.repository);
  const { slug } = project;
  const folders = useMemo(
    () => Object.fromEntries(project.repositories.map(({ id, folders: chosen = [] }) => [id, chosen])),
    [project],
  );
  if (state.repository === "") return <Repositories slug={slug} folders={folders} />;
  return state.base === null ? (
    <ContentSection slug={slug} state={state} folders={folders} />
  ) : (
    <CompareSection slug={slug} state={{ ...state, base: state.base } satisfies CodeState} base={state.base} />
  );
}

/** The only repository of a project opens at once. */
function Repositories({ slug, folders }: Pick<ContentSectionProps, "slug" | "folders">) {
  const { code } = useServices();
  const { t } = useTranslation("code");
  const navigate = useNavigate();
  const query = useQuery(codeKeys.codeRepositories(slug), (signal) => code.repositories(slug, signal), {
    isLive: true,
  });
  const only = query.data?.length === 1 ? query.data[0]?.address : undefined;
  useEffect(() => {
    if (only !== undefined) void navigate(hrefTo.code(slug, { repository: only }), { replace: true });
  }, [only, slug, navigate]);
  return (
    <AsyncContent
      query={query}
      failed={t("repositories.failed")}
      loading={<Skeleton shape="rows" count={4} height="2.5rem" />}
    >
      {(repositories) =>
        repositories.length === 0 ? (
          <EmptyState
            icon={<GitRepoIcon size={40} />}
            title={t("repositories.none")}
            action={<LinkButton href={hrefTo.projectTab(slug, "sources")} text={t("repositories.noneAction")} />}
          >
            {t("repositories.noneText")}
          </EmptyState>
        ) : (
          <RepositoryList
            repositories={repositories}
            folders={folders}
            hrefOf={({ address }) => hrefTo.code(slug, { repository: address })}
          />
        )
      }
    </AsyncContent>
  );
}
