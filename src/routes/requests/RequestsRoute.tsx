import { Suspense } from "react";
import { useLoaderData } from "react-router-dom";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { listLoader } from "../lists/listLoader.ts";
import { useProject } from "../project/useProject.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { keepOnSameKey } from "../loading/keepOnSameKey.ts";
import { RequestListPage } from "./RequestListPage.tsx";
import { requestDataKey, readRequestUrl, requestsQuery } from "./requestUrl.ts";

export const loader = listLoader(requestDataKey, ({ requests }, slug, search, signal) =>
  requests.list(slug, requestsQuery(readRequestUrl(search)), signal),
);

/** The preview is part of the address too, but needs no new data. */
export const shouldRevalidate = keepOnSameKey(requestDataKey);

/** The pull and merge requests of a project. */
export function Component() {
  const { key, page } = useLoaderData<typeof loader>();
  const { project } = useProject();
  const { t } = useTranslation("requests");
  usePageTitle(t("title"), project.name);
  return (
    <>
      <Text as="h2" size="heading">
        {t("title")}
      </Text>
      <Suspense fallback={<Skeleton shape="rows" count={10} height="3rem" />}>
        <RequestListPage dataKey={key} page={page} project={project} />
      </Suspense>
    </>
  );
}
