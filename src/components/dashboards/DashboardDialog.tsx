import { useRef, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";
import { DASHBOARD_SHARING, type DashboardSharing } from "../../../contract/insights/dashboardRules.ts";
import { INCIDENT_FILTER } from "../../domain/doraMetrics.ts";
import { DASHBOARD_TEMPLATES, type DashboardTemplate } from "../../domain/dashboardTemplates.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Callout } from "../ui/Callout.tsx";

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
  const required = useRequired();
  const first = useRef<HTMLInputElement>(null);
  const [fields, setFields] = useState<DashboardFields>({
    name: dashboard?.name ?? "",
    sharing: dashboard?.sharing ?? "private",
    template: "empty",
    project: null,
    incidents: INCIDENT_FILTER,
  });
  const change = (changes: Partial<DashboardFields>): void => setFields({ ...fields, ...changes });
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
        name: required(name),
        sharing: null,
        "definition -> filter": isDora ? required(fields.incidents) : null,
      }}
      canSubmit={!isDora || owner !== undefined}
      failure={failure}
      failureTitle={t("saveFailed")}
      onSubmit={() => onSave({ ...fields, name, project: owner?.project ?? null })}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          <TextField
            name="name"
            label={t("dialog.name")}
            errors={errorsOf("name")}
            inputRef={first}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={fields.name}
            onChange={(next) => change({ name: next })}
          />
          {canShare && (
            <SelectField
              label={t("dialog.sharing")}
              help={t("dialog.sharingHelp")}
              errors={errorsOf("sharing")}
              value={fields.sharing}
              options={DASHBOARD_SHARING.filter((value) => canBePrivate || value !== "private").map((value) => ({
                value,
                text: t(`sharing.${value}`),
              }))}
              onChange={(sharing) => change({ sharing })}
            />
          )}
          {dashboard === null && (
            <SelectField
              label={t("dialog.template")}
              help={t(`templates.${fields.template}.text`)}
              value={fields.template}
              options={DASHBOARD_TEMPLATES.map((value) => ({ value, text: t(`templates.${value}.name`) }))}
              onChange={(template) => change({ template })}
            />
          )}
          {isDora && (
            <DoraFields
              owners={metricOwners}
              owner={owner}
              incidents={fields.incidents}
              errors={errorsOf("definition -> filter")}
              onChange={change}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface DoraFieldsProps {
  owners: readonly MetricOwner[] | null;
  owner: MetricOwner | undefined;
  incidents: string;
  errors: readonly string[] | undefined;
  onChange: (change: Partial<DashboardFields>) => void;
}

/** Where the template "dora" defines its metrics, and which issues are incidents. */
function DoraFields({ owners, owner, incidents, errors, onChange }: DoraFieldsProps) {
  const { t } = useTranslation("dashboards");
  if (owners === null || owner === undefined)
    return owners && <Callout intent="warning">{t("dialog.mayNotDefine")}</Callout>;
  return (
    <>
      {owners.length > 1 && (
        <SelectField
          label={t("dialog.metricsOf")}
          value={owner.project ?? ""}
          options={owners.map(({ project, name }) => ({ value: project ?? "", text: name }))}
          onChange={(project) => onChange({ project: project === "" ? null : project })}
        />
      )}
      <TextField
        name="incidents"
        label={t("dialog.incidents")}
        help={t("dialog.incidentsHelp")}
        errors={errors}
        maxLength={OWN_METRIC_LIMITS.filterChars}
        value={incidents}
        onChange={(filter) => onChange({ incidents: filter })}
      />
    </>
  );
}
