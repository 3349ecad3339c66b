import { observer } from "mobx-react-lite";
import { useState } from "react";
import { OWN_METRIC_FILE } from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetric, OwnMetricDraft } from "../../../contract/insights/ownMetrics.ts";
import type { Project } from "../../../contract/projects.ts";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { FileButton } from "../../components/ui/FileButton.tsx";
import { DocumentOpenIcon, PlusIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { downloadJson } from "../downloads/downloadJson.ts";
import { useJsonImport } from "../downloads/useJsonImport.ts";
import { OwnMetricEditor } from "./OwnMetricEditor.tsx";
import { OwnMetricEntry } from "./OwnMetricEntry.tsx";
import { useMetricScopes } from "./useMetricScopes.ts";

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
const MAX_FILE_BYTES = 100_000;

/** The metrics that were defined for a project and its company: their values, and the form that defines one. */
export const OwnMetricsSection = observer(function OwnMetricsSection({ project, choice }: OwnMetricsSectionProps) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("ownMetrics");
  const [edited, setEdited] = useState<Edited | null>(null);
  const { slug } = project;
  const list = useQuery(insightKeys.ownMetrics(slug), (signal) => services.ownMetrics.list(slug, signal));
  const invalidates = [insightKeys.allOwnMetrics(), insightKeys.insights()];
  const removal = useConfirmation(({ id }: OwnMetric) => services.ownMetrics.remove(id), {
    invalidates,
    onSuccess: (_, { name }) => notifications.show(t("removed", { name }), "success"),
  });
  const scopes = useMetricScopes()(project.role);
  const load = useJsonImport(
    (file: OwnMetricDraft & typeof OWN_METRIC_FILE) =>
      services.ownMetrics.importFile({ ...file, project: scopes[0] === "project" ? slug : null }),
    {
      maxBytes: MAX_FILE_BYTES,
      words: { tooLarge: t("tooLarge"), notJson: t("notJson") },
      invalidates,
      onSuccess: ({ name }) => notifications.show(t("saved", { name }), "success"),
    },
  );
  const save = ({ name, definition, target }: OwnMetric): void => {
    const fileName = downloadJson(name, { ...OWN_METRIC_FILE, name, definition, target });
    notifications.show(t("exported", { name: fileName }), "success");
  };
  return (
    <Section
      title={t("title")}
      headingLevel={2}
      lead={t("lead")}
      actions={
        scopes.length > 0 && (
          <Inline gap={2}>
            <FileButton
              size="small"
              icon={<DocumentOpenIcon />}
              text={t("import")}
              label={t("importLabel")}
              accept="application/json,.json"
              loading={load.isPending}
              onChoose={load.read}
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
      <FormError title={t("importFailed")} failure={load.failure} />
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
                  onRemove={metric.can_change ? () => removal.ask(metric) : undefined}
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
        {...removal.dialog}
        title={t("remove.title")}
        text={t("remove.text", { name: removal.subject?.name ?? "" })}
        action={t("remove.action")}
      />
    </Section>
  );
});

const draftOf = ({ definition, target }: OwnMetric, name: string): OwnMetricDraft | null =>
  definition && { name, definition, target };
