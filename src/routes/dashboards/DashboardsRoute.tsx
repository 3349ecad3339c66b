import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import type { DashboardEntry } from "../../../contract/dashboards.ts";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { DashboardDialog, type DashboardFields } from "../../components/dashboards/DashboardDialog.tsx";
import { DashboardList } from "../../components/dashboards/DashboardList.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { DashboardIcon, DocumentOpenIcon, PlusIcon, ShareIcon } from "../../components/ui/icons.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { layoutOfTemplate } from "../../domain/dashboardTemplates.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { useDashboardFile } from "./useDashboardFile.ts";

/** Null where the plan has no dashboards. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  if (!store.plan.has("custom_reports")) return null;
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

function Dashboards({ dashboards }: { dashboards: Result<DashboardEntry[]> }) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("dashboards");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const formatError = useErrorMessage();
  const query = useLoaderState(dashboards);
  const [isNew, setNew] = useState(false);
  const [leaving, setLeaving] = useState<DashboardEntry | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const create = useMutation(
    ({ template, ...fields }: DashboardFields) =>
      services.dashboards.create({
        ...fields,
        layout: layoutOfTemplate(template, (card) => t(`triage.${card}`)),
      }),
    { onSuccess: ({ id }) => navigate(hrefTo.dashboard(id)) },
  );
  const remove = useMutation((id: string) => services.dashboards.remove(id), {
    onSuccess: async () => {
      setLeaving(null);
      await revalidate();
    },
  });
  const file = useDashboardFile(({ id }) => {
    notifications.show(t("imported"), "success");
    void navigate(hrefTo.dashboard(id));
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
            <Button
              icon={<DocumentOpenIcon />}
              text={t("import")}
              loading={file.isPending}
              onClick={() => input.current?.click()}
            />
            {button}
          </>
        }
      />
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t("importLabel")}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file can be chosen again once it is corrected.
          if (chosen) void file.read(chosen).finally(() => (currentTarget.value = ""));
        }}
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
              busy={new Set(remove.pending.map(([id]) => id))}
              onDelete={setLeaving}
            />
          )
        }
      </AsyncContent>
      {isNew && (
        <DashboardDialog
          dashboard={null}
          isBusy={create.isPending}
          failure={create.error && formatError(create.error)}
          onSave={(fields) => void create.mutate(fields)}
          onClose={() => setNew(false)}
        />
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t("remove.title")}
        text={t("remove.text", { name: leaving?.name ?? "" })}
        action={t("remove.action")}
        isBusy={remove.isPending}
        failure={remove.error ? `${t("deleteFailed")}. ${formatError(remove.error).text}` : undefined}
        onConfirm={() => {
          if (leaving) void remove.mutate(leaving.id);
        }}
        onCancel={() => {
          remove.reset();
          setLeaving(null);
        }}
      />
    </Stack>
  );
}
