import { useRef, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";
import { DASHBOARD_SHARING, type DashboardSharing } from "../../../contract/insights/dashboardRules.ts";
import { INCIDENT_FILTER } from "../../domain/doraMetrics.ts";
import { DASHBOARD_TEMPLATES, type DashboardTemplate } from "../../domain/dashboardTemplates.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { Callout } from "../ui/Callout.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";

export interface DashboardFields {
  name: string;
  sharing: DashboardSharing;
  /** What a new one begins with. */
  template: DashboardTemplate;
  /** The project whose metrics the template "dora" defines; null: of the company. */
  project: string | null;
  /** The filter of the issues that are incidents. */
  incidents: string;
}

/** Whose metrics the user may define; null: the company's. */
export interface MetricOwner {
  readonly project: string | null;
  readonly name: string;
}

export interface DashboardDialogProps {
  /** The one that is changed; null for a new one. */
  dashboard: Pick<DashboardFields, "name" | "sharing"> | null;
  /** Only its owner and Admins may share it. */
  canShare?: boolean;
  /** Only its owner may make it private. */
  canBePrivate?: boolean;
  /** Whose metrics the user may define; null while it is loaded. */
  metricOwners?: readonly MetricOwner[] | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (fields: DashboardFields) => void;
  onClose: () => void;
}

/** The name and the sharing of a dashboard, and what a new one begins with. */
export function DashboardDialog({
  dashboard,
  canShare = true,
  canBePrivate = true,
  metricOwners = null,
  isBusy = false,
  failure = null,
  onSave,
  onClose,
}: DashboardDialogProps) {
  const { t } = useTranslation("dashboards");
  const errors = useTranslation("errors");
  const first = useRef<HTMLInputElement>(null);
  const [fields, setFields] = useState<DashboardFields>({
    name: dashboard?.name ?? "",
    sharing: dashboard?.sharing ?? "private",
    template: "empty",
    project: null,
    incidents: INCIDENT_FILTER,
  });
  const name = fields.name.trim();
  const isDora = fields.template === "dora";
  const owner = metricOwners?.find(({ project }) => project === fields.project) ?? metricOwners?.[0];
  return (
    <FormDialog
      title={t(dashboard === null ? "dialog.new" : "dialog.change")}
      size="small"
      draft={fields}
      action={t(dashboard === null ? "dialog.create" : "dialog.save")}
      initialFocus={first}
      isBusy={isBusy}
      faults={{
        name: name === "" ? errors.t("required") : null,
        sharing: null,
        "definition -> filter": isDora && fields.incidents.trim() === "" ? errors.t("required") : null,
      }}
      canSubmit={!isDora || owner !== undefined}
      failure={failure}
      failureTitle={t("saveFailed")}
      onSubmit={() => onSave({ ...fields, name, project: owner?.project ?? null })}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("dialog.name")} errors={errorsOf("name")}>
            {(control) => (
              <InputGroup
                {...control}
                inputRef={first}
                autoComplete="off"
                maxLength={TEXT_LIMITS.name}
                value={fields.name}
                onValueChange={(next) => setFields({ ...fields, name: next })}
              />
            )}
          </FormField>
          {canShare && (
            <FormField label={t("dialog.sharing")} help={t("dialog.sharingHelp")} errors={errorsOf("sharing")}>
              {(control) => (
                <Select
                  {...control}
                  fill
                  value={fields.sharing}
                  options={DASHBOARD_SHARING.filter((value) => canBePrivate || value !== "private").map((value) => ({
                    value,
                    text: t(`sharing.${value}`),
                  }))}
                  onValueChange={(sharing) => setFields({ ...fields, sharing })}
                />
              )}
            </FormField>
          )}
          {dashboard === null && (
            <FormField label={t("dialog.template")} help={t(`templates.${fields.template}.text`)}>
              {(control) => (
                <Select
                  {...control}
                  fill
                  value={fields.template}
                  options={DASHBOARD_TEMPLATES.map((value) => ({ value, text: t(`templates.${value}.name`) }))}
                  onValueChange={(template) => setFields({ ...fields, template })}
                />
              )}
            </FormField>
          )}
          {isDora && metricOwners?.length === 0 && <Callout intent="warning">{t("dialog.mayNotDefine")}</Callout>}
          {isDora && owner !== undefined && (
            <>
              {(metricOwners?.length ?? 0) > 1 && (
                <SelectField
                  label={t("dialog.metricsOf")}
                  value={owner.project ?? ""}
                  options={(metricOwners ?? []).map((one) => ({ value: one.project ?? "", text: one.name }))}
                  onChange={(project) => setFields({ ...fields, project: project === "" ? null : project })}
                />
              )}
              <FormField
                label={t("dialog.incidents")}
                help={t("dialog.incidentsHelp")}
                errors={errorsOf("definition -> filter")}
              >
                {(control) => (
                  <InputGroup
                    {...control}
                    autoComplete="off"
                    spellCheck={false}
                    maxLength={OWN_METRIC_LIMITS.filterChars}
                    value={fields.incidents}
                    onValueChange={(incidents) => setFields({ ...fields, incidents })}
                  />
                )}
              </FormField>
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
