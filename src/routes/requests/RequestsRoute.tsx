import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { useProject } from "../project/useProject.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { keepOnSameKey } from "../keepOnSameKey.ts";
import { withGracePeriod } from "../withGracePeriod.ts";
import { RequestListPage } from "./RequestListPage.tsx";
import { dataKey, readRequestUrl, requestsQuery } from "./requestUrl.ts";

/** The screen does not wait for a slow answer: a skeleton replaces the requests until they arrive. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const { searchParams } = new URL(request.url);
  const page = app.services.requests.list(slug, requestsQuery(readRequestUrl(searchParams)), request.signal);
  await withGracePeriod(page);
  return { key: `${slug} ${dataKey(searchParams)}`, page };
}

/** The preview is part of the address too, but needs no new data. */
export const shouldRevalidate = keepOnSameKey(dataKey);

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
