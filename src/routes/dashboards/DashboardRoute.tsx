import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useNavigate, useRevalidator, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import type { DashboardPage } from "../../../contract/insights/dashboards.ts";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { type DashboardChoice, DashboardFilters } from "../../components/dashboards/DashboardFilters.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { DashboardIcon } from "../../components/ui/icons.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { appContext, useServices } from "../appContext.tsx";
import { type DashboardEvent, useDashboardEvents } from "../connection/useDashboardEvents.ts";
import { unwrap } from "../failures/unwrap.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { DashboardActions } from "./DashboardActions.tsx";
import { DashboardEditor } from "./DashboardEditor.tsx";
import { DashboardView } from "./DashboardView.tsx";
import { choiceQuery, readChoice } from "./dashboardUrl.ts";

// The period and the filters of the address are those of the cards, which have a request of their own.
export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

/** Null where the plan has no dashboards. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  if (!store.plan.hasDashboards) return null;
  return unwrap(await services.dashboards.read(params["id"] ?? "", request.signal));
}

/** One dashboard, to read and to edit. */
export const Component = observer(function DashboardRoute() {
  const dashboard = useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboards");
  usePageTitle(dashboard?.name, t("title"));
  if (dashboard) return <Dashboard key={dashboard.id} dashboard={dashboard} />;
  return (
    <>
      <PageHeader title={t("title")} />
      <UpgradeNotice feature="custom_reports" contactHref={hrefTo.support({ topic: "upgrade" })} />
    </>
  );
});

function Dashboard({ dashboard }: { dashboard: DashboardPage }) {
  const { insights } = useServices();
  const { t } = useTranslation("dashboards");
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [isEditing, setEditing] = useState(false);
  const { id, layout } = dashboard;
  const { revalidate } = useRevalidator();
  /** What another page has done since the editor was opened. */
  const [news, setNews] = useState<DashboardEvent | null>(null);
  useDashboardEvents((event) => {
    if (event.id !== id) return;
    if (isEditing) setNews(event);
    else if (event.kind === "removed" || event.version > dashboard.version) void revalidate();
  });
  const close = (): void => {
    setEditing(false);
    if (news) void revalidate();
    setNews(null);
  };
  const choice = readChoice(params, layout);
  const options = useQuery(insightKeys.insightOptions(null), (signal) => insights.options([], signal), {
    isLive: true,
  });
  const choose = (next: Partial<DashboardChoice>): void => {
    void navigate(hrefTo.dashboard(id, choiceQuery({ ...choice, ...next }, layout)), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const projects = options.data?.projects ?? [];
  const filters = (
    <DashboardFilters
      choice={choice}
      projects={projects}
      repositories={options.data?.repositories ?? []}
      onChange={choose}
    />
  );
  if (isEditing)
    return (
      <DashboardEditor dashboard={dashboard} choice={choice} projects={projects} news={news} onClose={close}>
        {filters}
      </DashboardEditor>
    );
  return (
    <Stack gap={4}>
      <PageHeader
        above={<a href={hrefTo.dashboards()}>{t("all")}</a>}
        title={dashboard.name}
        actions={<DashboardActions dashboard={dashboard} choice={choice} onEdit={() => setEditing(true)} />}
      />
      {filters}
      {layout.cards.length === 0 ? (
        <EmptyState icon={<DashboardIcon size={40} />} title={t("noCards.title")}>
          {t(dashboard.can_edit ? "noCards.text" : "noCards.readOnly")}
        </EmptyState>
      ) : (
        <DashboardView cards={layout.cards} choice={choice} />
      )}
    </Stack>
  );
}
