import { useRef, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { REPORT_FILES, REPORT_INTERVALS } from "../../../contract/insights/reportRules.ts";
import type { ReportBody, ReportPage, Reports } from "../../../contract/insights/reports.ts";
import { measureFormatters } from "../../domain/measureFormatters.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CheckboxGroup } from "../patterns/CheckboxGroup.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { PeriodFields } from "../patterns/PeriodFields.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { NO_FILTERS, ReportFilters, type ReportFiltersProps } from "./ReportFilters.tsx";
import styles from "./ReportDialog.module.css";

export interface ReportDialogProps {
  /** The one that is changed, or what a new one begins with. */
  report: ReportBody;
  isNew: boolean;
  people: Reports["people"];
  pages: Reports["pages"];
  /** Filters of the user's projects; null before they are loaded. */
  options: ReportFiltersProps["options"];
  /** PDF and PNG can be made. */
  hasBrowser: boolean;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (report: ReportBody) => void;
  onClose: () => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const keyOf = (page: ReportPage): string => (page.kind === "dashboard" ? `d:${page.id}` : `i:${page.project}`);

/** What is sent of which page, when, and to whom. */
export function ReportDialog({
  report,
  isNew,
  people,
  pages,
  options,
  hasBrowser,
  isBusy = false,
  failure = null,
  onSave,
  onClose,
}: ReportDialogProps) {
  const { t } = useTranslation("reports");
  const errors = useTranslation("errors");
  const first = useRef<HTMLInputElement>(null);
  const [fields, setFields] = useState(report);
  const change = (changes: Partial<ReportBody>): void => setFields({ ...fields, ...changes });
  const { receivers, files } = fields;
  const name = fields.name.trim();
  return (
    <FormDialog
      title={t(isNew ? "dialog.new" : "dialog.change")}
      draft={fields}
      action={t(isNew ? "dialog.create" : "dialog.save")}
      initialFocus={first}
      isBusy={isBusy}
      faults={{
        name: name === "" ? errors.t("required") : null,
        receivers: receivers.length === 0 ? t("dialog.noReceiver") : null,
      }}
      failure={failure}
      failureTitle={t("saveFailed")}
      onSubmit={() => onSave({ ...fields, name })}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          <TextField
            label={t("dialog.name")}
            errors={errorsOf("name")}
            inputRef={first}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={fields.name}
            onChange={(next) => change({ name: next })}
          />
          <SelectField
            label={t("dialog.page")}
            help={t("dialog.pageHelp")}
            value={keyOf(fields.page)}
            options={pages.map((one) => ({
              value: keyOf(one.page),
              text: t(one.page.kind === "dashboard" ? "dialog.dashboard" : "dialog.insights", { name: one.name }),
            }))}
            onChange={(key) => {
              const found = pages.find((one) => keyOf(one.page) === key);
              // The filters are those of the page before.
              if (found) change({ page: found.page, ...NO_FILTERS });
            }}
          />
          <div className={styles.row}>
            <PeriodFields hasLabels value={fields} onChange={change} />
          </div>
          <ReportFilters value={fields} pages={pages} options={options} onChange={change} />
          <ScheduleFields value={fields.schedule} onChange={(schedule) => change({ schedule })} />
          <CheckboxGroup
            inline
            label={t("dialog.files")}
            help={hasBrowser ? undefined : t("dialog.noBrowser")}
            options={REPORT_FILES.map((kind) => ({
              value: kind,
              text: t(`files.${kind}`),
              disabled: kind !== "csv" && !hasBrowser,
            }))}
            chosen={files}
            onChange={(chosen) => change({ files: chosen })}
          />
          <CheckboxGroup
            label={t("dialog.receivers")}
            help={t("dialog.receiversHelp")}
            errors={errorsOf("receivers")}
            filterLabel={t("dialog.filter")}
            options={people.map((person) => ({ value: person.id, text: `${person.name} (${person.email})` }))}
            chosen={receivers}
            onChange={(chosen) => change({ receivers: chosen })}
          />
          <Checkbox
            label={t("dialog.enabled")}
            checked={fields.is_enabled}
            onChange={({ currentTarget: { checked } }) => change({ is_enabled: checked })}
          />
        </>
      )}
    </FormDialog>
  );
}

interface ScheduleFieldsProps {
  value: ReportBody["schedule"];
  onChange: (schedule: ReportBody["schedule"]) => void;
}

function ScheduleFields({ value, onChange }: ScheduleFieldsProps) {
  const { t, locale } = useTranslation("reports");
  return (
    <div className={styles.row}>
      <SelectField
        label={t("dialog.every")}
        value={value.every}
        options={REPORT_INTERVALS.map((every) => ({ value: every, text: t(`every.${every}`) }))}
        onChange={(every) => onChange({ ...value, every })}
      />
      {value.every === "week" && (
        <SelectField
          label={t("dialog.weekday")}
          value={String(value.weekday)}
          options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
            value: String(day),
            text: measureFormatters(locale).weekday(day, "long"),
          }))}
          onChange={(weekday) => onChange({ ...value, weekday: Number(weekday) })}
        />
      )}
      {value.every === "month" && (
        <SelectField
          label={t("dialog.day")}
          help={t("dialog.dayHelp")}
          value={String(value.day)}
          options={Array.from({ length: 31 }, (_, day) => ({ value: String(day + 1), text: String(day + 1) }))}
          onChange={(day) => onChange({ ...value, day: Number(day) })}
        />
      )}
      <SelectField
        label={t("dialog.hour")}
        help={t("dialog.hourHelp")}
        value={String(value.hour)}
        options={HOURS.map((hour) => ({ value: String(hour), text: `${String(hour).padStart(2, "0")}:00` }))}
        onChange={(hour) => onChange({ ...value, hour: Number(hour) })}
      />
    </div>
  );
}
