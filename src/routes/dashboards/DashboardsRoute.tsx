import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import type { DashboardEntry, DashboardFile } from "../../../contract/insights/dashboards.ts";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { DashboardDialog, type DashboardFields } from "../../components/dashboards/DashboardDialog.tsx";
import { DashboardList } from "../../components/dashboards/DashboardList.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { FileButton } from "../../components/ui/FileButton.tsx";
import { DashboardIcon, DocumentOpenIcon, PlusIcon, ShareIcon } from "../../components/ui/icons.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { templateLayout } from "../../domain/dashboardTemplates.ts";
import { doraLayout } from "../../domain/doraMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useJsonImport } from "../downloads/useJsonImport.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { useMetricScopes } from "../ownMetrics/useMetricScopes.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { defineDoraMetrics } from "./defineDoraMetrics.ts";

/** Bytes: more than forty cards with the longest texts have. */
const MAX_FILE_BYTES = 1_000_000;

/** Null where the plan has no dashboards. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  if (!store.plan.hasDashboards) return null;
  return { dashboards: await services.dashboards.list(request.signal) };
}

/** The dashboards of the user and of the company. */
export const Component = observer(function DashboardsRoute() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("dashboards");
  usePageTitle(t("title"));
  if (data) return <Dashboards dashboards={data.dashboards} />;
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <UpgradeNotice feature="custom_reports" contactHref={hrefTo.support({ topic: "upgrade" })} />
    </>
  );
});

const Dashboards = observer(function Dashboards({ dashboards }: { dashboards: Result<DashboardEntry[]> }) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("dashboards");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const formatError = useErrorMessage();
  const query = useLoaderState(dashboards);
  const [isNew, setNew] = useState(false);
  const scopesOf = useMetricScopes();
  const options = useQuery(isNew ? insightKeys.insightOptions(null) : null, (signal) =>
    services.insights.options([], signal),
  );
  const metricOwners = options.data && [
    ...(scopesOf(null).includes("company") ? [{ project: null, name: t("dialog.ofCompany") }] : []),
    ...options.data.projects
      .filter(({ role }) => scopesOf(role).includes("project"))
      .map(({ slug, name }) => ({ project: slug, name })),
  ];
  const create = useMutation(
    async ({ name, sharing, template, project, incidents }: DashboardFields) => {
      const dashboard = { name, sharing };
      if (template !== "dora")
        return services.dashboards.create({
          ...dashboard,
          layout: templateLayout(template, (card) => t(`triage.${card}`)),
        });
      const metrics = await defineDoraMetrics(services, { project, incidents }, (metric) => t(`dora.${metric}`));
      if (!metrics.success) return metrics;
      const layout = doraLayout((metric) => metrics.data.get(metric) ?? "", project, t("dora.note"));
      return services.dashboards.create({ ...dashboard, layout });
    },
    { invalidates: [insightKeys.allOwnMetrics()], onSuccess: ({ id }) => navigate(hrefTo.dashboard(id)) },
  );
  const removal = useConfirmation(({ id }: DashboardEntry) => services.dashboards.remove(id), {
    onSuccess: revalidate,
  });
  const file = useJsonImport((content: DashboardFile) => services.dashboards.importFile(content), {
    maxBytes: MAX_FILE_BYTES,
    words: { tooLarge: t("tooLarge"), notJson: t("notJson") },
    onSuccess: ({ id }) => {
      notifications.show(t("imported"), "success");
      void navigate(hrefTo.dashboard(id));
    },
  });
  const button = <Button intent="primary" icon={<PlusIcon />} text={t("new")} onClick={() => setNew(true)} />;
  return (
    <Stack gap={4}>
      <PageHeader
        title={t("title")}
        description={t("text")}
        actions={
          <>
            <LinkButton icon={<ShareIcon />} text={t("reports")} href={hrefTo.reports()} />
            <FileButton
              icon={<DocumentOpenIcon />}
              text={t("import")}
              label={t("importLabel")}
              accept="application/json,.json"
              loading={file.isPending}
              onChoose={file.read}
            />
            {button}
          </>
        }
      />
      <FormError title={t("importFailed")} failure={file.failure} />
      <AsyncContent query={query} failed={t("failed")}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<DashboardIcon size={40} />} title={t("empty.title")}>
              {t("empty.text")}
            </EmptyState>
          ) : (
            <DashboardList
              dashboards={list}
              hrefOf={hrefTo.dashboard}
              busy={new Set(removal.pending.map(({ id }) => id))}
              onDelete={removal.ask}
            />
          )
        }
      </AsyncContent>
      {isNew && (
        <DashboardDialog
          dashboard={null}
          metricOwners={metricOwners}
          isBusy={create.isPending}
          failure={create.error && formatError(create.error)}
          onSave={(fields) => void create.mutate(fields)}
          onClose={() => setNew(false)}
        />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={t("remove.title")}
        text={t("remove.text", { name: removal.subject?.name ?? "" })}
        action={t("remove.action")}
        failure={removal.dialog.failure && `${t("deleteFailed")}. ${removal.dialog.failure}`}
      />
    </Stack>
  );
});
