import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { OWN_METRIC_FILE } from "../../../contract/ownMetricRules.ts";
import type { OwnMetric, OwnMetricDraft } from "../../../contract/ownMetrics.ts";
import { mayInCompany, mayInProject } from "../../../contract/policy.ts";
import type { Project } from "../../../contract/projects.ts";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import type { OwnMetricScope } from "../../components/ownMetrics/OwnMetricDialog.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError, type FormErrorInfo } from "../../components/patterns/FormError.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { DocumentOpenIcon, PlusIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { downloadFile } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { OwnMetricEditor } from "./OwnMetricEditor.tsx";
import { OwnMetricEntry } from "./OwnMetricEntry.tsx";

export interface OwnMetricsSectionProps {
  project: Pick<Project, "slug" | "role">;
  choice: InsightChoice;
}

interface Edited {
  /** Null: a new one. */
  readonly id: string | null;
  readonly draft: OwnMetricDraft | null;
}

/** Bytes: more than a metric with the longest texts has. */
const MOST_BYTES = 100_000;
/** Characters that file systems refuse. */
const UNSAFE = /[^\p{L}\p{N}-]+/gu;

/** The metrics that were defined for a project and its company: their values, and the form that defines one. */
export const OwnMetricsSection = observer(function OwnMetricsSection({ project, choice }: OwnMetricsSectionProps) {
  const services = useServices();
  const { notifications, session } = useStore();
  const { t } = useTranslation("ownMetrics");
  const formatError = useErrorMessage();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [removed, setRemoved] = useState<OwnMetric | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { slug } = project;
  const list = useQuery(queryKeys.ownMetrics(slug), (signal) => services.ownMetrics.list(slug, signal));
  const invalidates = [queryKeys.ownMetrics(), queryKeys.insights()];
  const remove = useMutation(({ id }: OwnMetric) => services.ownMetrics.remove(id), {
    invalidates,
    onSuccess: (_, { name }) => {
      notifications.show(t("removed", { name }), "success");
      setRemoved(null);
    },
  });
  const role = session.user?.company?.role;
  const scopes: OwnMetricScope[] = [
    ...(mayInProject(project.role, "metrics.change") ? (["project"] as const) : []),
    ...(role !== undefined && mayInCompany(role, "metrics.change") ? (["company"] as const) : []),
  ];
  const load = useMutation(
    (file: object) =>
      services.ownMetrics.importFile({
        ...(file as OwnMetricDraft & typeof OWN_METRIC_FILE),
        project: scopes[0] === "project" ? slug : null,
      }),
    { invalidates, onSuccess: ({ name }) => notifications.show(t("saved", { name }), "success") },
  );
  const read = async (file: File): Promise<void> => {
    load.reset();
    setFault(file.size > MOST_BYTES ? t("tooLarge") : null);
    if (file.size > MOST_BYTES) return;
    try {
      // The server checks the form.
      await load.mutate(Object(JSON.parse(await file.text())) as object);
    } catch {
      setFault(t("notJson"));
    }
  };
  const save = ({ name, definition, target }: OwnMetric): void => {
    const fileName = `${name.replaceAll(UNSAFE, "-").slice(0, 80)}.json`;
    downloadFile(
      JSON.stringify({ ...OWN_METRIC_FILE, name, definition, target }, null, 2),
      fileName,
      "application/json",
    );
    notifications.show(t("exported", { name: fileName }), "success");
  };
  const failure: FormErrorInfo | null = fault === null ? load.error && formatError(load.error) : { text: fault };
  return (
    <Section
      title={t("title")}
      headingLevel={2}
      lead={t("lead")}
      actions={
        scopes.length > 0 && (
          <Inline gap={2}>
            <Button
              size="small"
              icon={<DocumentOpenIcon />}
              text={t("import")}
              loading={load.isPending}
              onClick={() => input.current?.click()}
            />
            <Button
              size="small"
              icon={<PlusIcon />}
              text={t("new")}
              onClick={() => setEdited({ id: null, draft: null })}
            />
          </Inline>
        )
      }
    >
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t("importLabel")}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file can be chosen again once it is corrected.
          if (chosen) void read(chosen).finally(() => (currentTarget.value = ""));
        }}
      />
      <FormError title={t("importFailed")} failure={failure} />
      <AsyncContent query={list} failed={t("failed")} loading={<Skeleton shape="rows" count={2} />}>
        {(metrics) =>
          metrics.length === 0 ? (
            <Text as="p" tone="muted">
              {t("empty")}
            </Text>
          ) : (
            <Stack gap={3}>
              {metrics.map((metric) => (
                <OwnMetricEntry
                  key={metric.id}
                  metric={metric}
                  choice={choice}
                  onEdit={
                    metric.can_change && metric.definition !== null
                      ? () => setEdited({ id: metric.id, draft: draftOf(metric, metric.name) })
                      : undefined
                  }
                  onCopy={
                    scopes.length > 0 && metric.definition !== null
                      ? () => setEdited({ id: null, draft: draftOf(metric, t("copyName", { name: metric.name })) })
                      : undefined
                  }
                  onExport={() => save(metric)}
                  onRemove={metric.can_change ? () => setRemoved(metric) : undefined}
                />
              ))}
            </Stack>
          )
        }
      </AsyncContent>
      {edited !== null && (
        <OwnMetricEditor
          {...edited}
          slug={slug}
          scopes={edited.id === null ? scopes : []}
          choice={choice}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        title={t("remove.title")}
        text={t("remove.text", { name: removed?.name ?? "" })}
        action={t("remove.action")}
        isBusy={remove.isPending}
        failure={remove.error ? formatError(remove.error).text : undefined}
        onConfirm={() => removed && void remove.mutate(removed)}
        onCancel={() => {
          remove.reset();
          setRemoved(null);
        }}
      />
    </Section>
  );
});

const draftOf = ({ definition, target }: OwnMetric, name: string): OwnMetricDraft | null =>
  definition && { name, definition, target };
