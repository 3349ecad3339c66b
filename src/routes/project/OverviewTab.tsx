import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { ClipboardIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { isMissingEndpoint } from "../failures/isMissingEndpoint.ts";
import { hrefTo } from "../paths.ts";
import { OverviewSearch } from "./OverviewSearch.tsx";
import { OverviewSection } from "./OverviewSection.tsx";
import { useTabTitle, useProject } from "./useProject.ts";
import styles from "./OverviewTab.module.css";

const SearchStart = lazyComponent(() => import("../search/SearchStart.tsx"), "SearchStart");

/** The front page of a project: the search, and what matters in it now. */
export const Component = observer(function OverviewTab() {
  const { project } = useProject();
  const { slug, role } = project;
  const { t } = useTranslation("overview");
  const { projects } = useServices();
  useTabTitle("overview");
  const overview = useQuery(queryKeys.overview(slug), (signal) => projects.overview(slug, signal), {
    isLive: true,
    keepPreviousData: false,
  });
  const waiting = <Skeleton shape="rows" count={5} height="6rem" />;
  return (
    <Stack gap={5}>
      <div className={styles.top}>
        <div className={styles.search}>
          <OverviewSearch slug={slug} />
        </div>
        <LinkButton size="large" icon={<ClipboardIcon />} text={t("paste")} href={hrefTo.localizeText(slug)} />
      </div>
      {overview.error && overview.data === null && isMissingEndpoint(overview.error) ? (
        <Suspense fallback={waiting}>
          <SearchStart scope={{ slug, role }} />
        </Suspense>
      ) : (
        <AsyncContent query={overview} failed={t("failed")} loading={waiting}>
          {(data) => <OverviewSection overview={data} />}
        </AsyncContent>
      )}
    </Stack>
  );
});
