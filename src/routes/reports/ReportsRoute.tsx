import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useLoaderData, useRevalidator, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { ISSUE_TYPES } from "../../../contract/constants.ts";
import type { Report, ReportBody, ReportPage, Reports } from "../../../contract/insights/reports.ts";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { ReportDialog } from "../../components/reports/ReportDialog.tsx";
import { NO_FILTERS } from "../../components/reports/ReportFilters.tsx";
import { ReportList } from "../../components/reports/ReportList.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { PlusIcon, ShareIcon } from "../../components/ui/icons.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import { isPeriod, periodChoice } from "../../domain/insightPeriods.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { ReportArchivePanel } from "./ReportArchivePanel.tsx";

/** Null where the plan has no reports. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  if (!store.plan.has("custom_reports")) return null;
  return { reports: await services.reports.list(request.signal) };
}

/** The reports that the user owns or receives. `?dashboard=ID` and `?project=SLUG` begin a new one, with the filters that follow. */
export const Component = observer(function ReportsRoute() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("reports");
  usePageTitle(t("title"));
  if (data) return <ReportsScreen reports={data.reports} />;
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <UpgradeNotice feature="custom_reports" contactHref={hrefTo.support({ topic: "upgrade" })} />
    </>
  );
});

function ReportsScreen({ reports }: { reports: Result<Reports> }) {
  const { t } = useTranslation("reports");
  const query = useLoaderState(reports);
  return (
    <AsyncContent query={query} failed={t("failed")}>
      {(data) => <ReportsPage {...data} />}
    </AsyncContent>
  );
}

/** Milliseconds after which the list is read again while a report is made. */
const POLL_INTERVAL_MS = 5000;

/** The period and the filters of the page that the report is begun on. */
function filtersOf(search: URLSearchParams, { kind }: ReportPage) {
  const period = search.get("period");
  return {
    ...(isPeriod(period) && periodChoice(period, search.get("granularity") ?? "")),
    project: kind === "dashboard" ? search.getAll("project") : [],
    repository: search.getAll("repository"),
    ...(kind === "insights" && {
      tracker: search.getAll("tracker"),
      person: search.getAll("person"),
      label: search.getAll("label"),
      type: ISSUE_TYPES.filter((type) => search.getAll("type").includes(type)),
    }),
  };
}

type Page = Reports["pages"][number];

/** Every Monday at eight, about three months. */
const blankReport = ({ name, page }: Page) =>
  ({
    name,
    page,
    period: "3m",
    granularity: "weekly",
    ...NO_FILTERS,
    schedule: { every: "week", hour: 8, weekday: 1, day: 1 },
    is_enabled: true,
  }) satisfies Omit<ReportBody, "files" | "receivers">;

/** A stored report as the form changes it. */
const bodyOf = ({ receivers, ...report }: Report): ReportBody => ({
  name: report.name,
  page: report.page,
  period: report.period,
  granularity: report.granularity,
  project: report.project,
  repository: report.repository,
  tracker: report.tracker,
  person: report.person,
  label: report.label,
  type: report.type,
  schedule: report.schedule,
  files: report.files,
  is_enabled: report.is_enabled,
  receivers: receivers.map(({ id }) => id),
});

type Open = { readonly id: string | null; readonly body: ReportBody } | null;

const ReportsPage = observer(function ReportsPage({ reports, people, pages, has_browser, sends_mail }: Reports) {
  const services = useServices();
  const { session } = useStore();
  const { t } = useTranslation("reports");
  const formatError = useErrorMessage();
  const [search, setSearch] = useSearchParams();
  const me = session.user?.id;
  const dashboardId = search.get("dashboard");
  const requested = pages.find(({ page }) =>
    page.kind === "dashboard"
      ? page.id === dashboardId
      : dashboardId === null && page.project === search.get("project"),
  );
  const first = requested ?? pages[0];
  const blank = (page: Page): ReportBody => ({
    ...blankReport(page),
    files: has_browser ? ["pdf"] : [],
    receivers: people.filter(({ id }) => id === me).map(({ id }) => id),
  });
  const [open, setOpen] = useState<Open>(
    requested ? { id: null, body: { ...blank(requested), ...filtersOf(search, requested.page) } } : null,
  );
  const options = useQuery(open && insightKeys.insightOptions(null), (signal) => services.insights.options([], signal));
  const [archiveId, setArchiveId] = useState<string | null>(null);
  const archive = reports.find(({ id }) => id === archiveId);
  const close = (): void => {
    setOpen(null);
    setSearch({}, { replace: true });
  };
  const { save, removal, order, leave } = useReportActions(reports, close);
  return (
    <Stack gap={4}>
      <PageHeader
        above={<a href={hrefTo.dashboards()}>{t("dashboards")}</a>}
        title={t("title")}
        description={t("text")}
        actions={
          <Button
            intent="primary"
            icon={<PlusIcon />}
            text={t("new")}
            disabled={!first}
            onClick={() => first && setOpen({ id: null, body: blank(first) })}
          />
        }
      />
      {!first && <Callout>{t("noPages")}</Callout>}
      {!sends_mail && (
        <Callout intent="warning">
          {t("noMail")}{" "}
          {session.isCompanyAdmin && <a href={`${hrefTo.settings("setup")}#setup-mail`}>{t("setUpMail")}</a>}
        </Callout>
      )}
      {reports.length === 0 ? (
        <EmptyState icon={<ShareIcon size={40} />} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      ) : (
        <ReportList
          reports={reports}
          busy={new Set(order.pending.map(([id]) => id))}
          onArchive={({ id }) => setArchiveId(id)}
          onOrder={({ id }) => void order.mutate(id)}
          onLeave={({ id }) => void leave.mutate(id)}
          onEdit={(report) => setOpen({ id: report.id, body: bodyOf(report) })}
          onDelete={removal.ask}
        />
      )}
      {archive && (
        <ReportArchivePanel
          key={archive.id}
          report={archive}
          hasBrowser={has_browser}
          onClose={() => setArchiveId(null)}
        />
      )}
      {open && (
        <ReportDialog
          report={open.body}
          isNew={open.id === null}
          people={people}
          pages={pages}
          options={options.data}
          hasBrowser={has_browser}
          isBusy={save.isPending}
          failure={save.error && formatError(save.error)}
          onSave={(body) => void save.mutate(open.id, body)}
          onClose={() => {
            save.reset();
            close();
          }}
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

/** What the user does with the reports; the list is read again after each change, and while one is made. */
function useReportActions(reports: readonly Report[], onSaved: () => void) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("reports");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const isMaking = reports.some(({ last }) => last?.state === "waiting");
  useEffect(() => {
    if (!isMaking) return undefined;
    const timer = setInterval(() => void revalidate(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isMaking, revalidate]);
  const save = useMutation(
    (id: string | null, body: ReportBody) =>
      id === null ? services.reports.create(body) : services.reports.update(id, body),
    {
      onSuccess: async () => {
        onSaved();
        await revalidate();
      },
    },
  );
  const removal = useConfirmation(({ id }: Report) => services.reports.remove(id), { onSuccess: revalidate });
  const order = useMutation((id: string) => services.reports.order(id), {
    onSuccess: async () => {
      notifications.show(t("ordered"), "success");
      await revalidate();
    },
    onError: (error) => notifications.show(`${t("orderFailed")}. ${formatError(error).text}`, "error"),
  });
  const leave = useMutation((id: string) => services.reports.leave(id), {
    onSuccess: async () => {
      notifications.show(t("left"), "success");
      await revalidate();
    },
    onError: (error) => notifications.show(`${t("leaveFailed")}. ${formatError(error).text}`, "error"),
  });
  return { save, removal, order, leave };
}
