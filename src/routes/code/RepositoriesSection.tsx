import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { RepositoryList } from "../../components/code/RepositoryList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { GitRepoIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

export interface RepositoriesSectionProps {
  slug: string;
  /** A repository of the address that the project does not have. */
  missing?: string;
}

/** The code of the answer to a repository that the project does not have. */
export const UNKNOWN_REPOSITORY = "document.source_not_found";

/** The repositories of a project. The only one opens at once, unless the address names another one. */
export function RepositoriesSection({ slug, missing }: RepositoriesSectionProps) {
  const { code } = useServices();
  const { t } = useTranslation("code");
  const navigate = useNavigate();
  const query = useQuery(queryKeys.codeRepositories(slug), (signal) => code.repositories(slug, signal), {
    isLive: true,
  });
  const only = missing === undefined && query.data?.length === 1 ? query.data[0]?.address : undefined;
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
          <Stack gap={4}>
            {missing !== undefined && (
              <EmptyState title={t("repositories.missing", { name: missing })}>
                {t("repositories.missingText")}
              </EmptyState>
            )}
            <RepositoryList
              repositories={repositories}
              hrefOf={({ address }) => hrefTo.code(slug, { repository: address })}
            />
          </Stack>
        )
      }
    </AsyncContent>
  );
}
