import { observer } from "mobx-react-lite";
import { useLoaderData, type LoaderFunctionArgs } from "react-router-dom";
import { ThreadIllustration } from "../../components/patterns/ThreadIllustration.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { ProjectFilters } from "../../components/projects/ProjectFilters.tsx";
import { ProjectTable } from "../../components/projects/ProjectTable.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { useProjectsFilter } from "./useProjectsFilter.ts";
import { Button } from "../../components/ui/Button.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { FilterRemoveIcon, PlusIcon } from "../../components/ui/icons.ts";
import { Stack } from "../../components/ui/Stack.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context.get(appContext);
  return services.projects.list(request.signal);
}

/** The filter is applied on the client, so a change of it in the address causes no request. */
export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

export const Component = observer(function ProjectsRoute() {
  const query = useLoaderState(useLoaderData<typeof loader>());
  const store = useStore();
  const { t, format } = useTranslation("projects");
  usePageTitle(t("title"));
  const [filter, setFilter] = useProjectsFilter(store.projectsFilter);
  const create = <LinkButton intent="primary" icon={<PlusIcon />} text={t("create")} href={hrefTo.wizard()} />;

  if (!query.data) {
    return (
      <>
        <PageHeader title={t("title")} />
        <QueryFailure query={query} failed={t("failed")} />
      </>
    );
  }

  const all = query.data;
  const { lastUse } = store.preferences;
  const shown = store.projectsFilter
    .apply(all, store.session.user?.email ?? null)
    .toSorted((a, b) => (filter.sort === "recent" ? lastUse(b) - lastUse(a) : format.compare(a.name, b.name)));
  return (
    <>
      <PageHeader title={t("title")} actions={store.canCreateProject && all.length > 0 ? create : undefined} />
      {all.length === 0 ? (
        <EmptyState icon={<ThreadIllustration reach={1} />} title={t("empty.title")} action={create}>
          {t("empty.text")}
        </EmptyState>
      ) : (
        <Stack gap={4}>
          <ProjectFilters value={filter} count={{ shown: shown.length, total: all.length }} onChange={setFilter} />
          {shown.length === 0 ? (
            <EmptyState
              icon={<FilterRemoveIcon size={40} />}
              title={t("nothing.title")}
              action={
                <Button
                  text={t("filter.clear")}
                  onClick={() => setFilter({ ...filter, text: "", isMine: false, role: "All" })}
                />
              }
            >
              {t("nothing.text")}
            </EmptyState>
          ) : (
            <ProjectTable projects={shown} hrefOf={hrefTo.project} />
          )}
        </Stack>
      )}
    </>
  );
});
