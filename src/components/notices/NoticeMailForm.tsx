import type { ReactNode } from "react";
import { WEEK_DAYS } from "../../../contract/notices/noticeKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { TimeZoneSelect } from "../patterns/TimeZoneSelect.tsx";
import { Select } from "../ui/Select.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Switch } from "../ui/Switch.tsx";
import styles from "./NoticeChannelTable.module.css";

export interface NoticeMailChoice {
  readonly mails: boolean;
  /** Null: that of the company. */
  readonly time_zone: string | null;
  readonly digest_hour: number;
  /** Minutes of the local day. */
  readonly quiet: { readonly from: number; readonly to: number } | null;
  /** Null: no weekly mail. `day`: from 1 for Monday. */
  readonly weekly: { readonly day: number; readonly hour: number } | null;
}

export interface NoticeMailFormProps {
  value: NoticeMailChoice;
  companyTimeZone: string;
  onChange: (value: NoticeMailChoice) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Monday at eight. */
const FIRST_WEEKLY = { day: 1, hour: 8 };
/** Ten in the evening to seven in the morning. */
const FIRST_QUIET = { from: 22 * 60, to: 7 * 60 };

/** `08:00`: the form of times is the same in the languages of the app. */
const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** When mails about notices are sent. */
export function NoticeMailForm({ value, companyTimeZone, onChange }: NoticeMailFormProps) {
  const { t } = useTranslation("notices");
  const { mails, time_zone, digest_hour, quiet, weekly } = value;
  const hours = HOURS.map((hour) => ({ value: String(hour * 60), text: timeOf(hour * 60) }));
  const quietHours = (minute: number) =>
    hours.some((hour) => hour.value === String(minute))
      ? hours
      : [{ value: String(minute), text: timeOf(minute) }, ...hours];
  const row = (label: string, field: ReactNode) => (
    <div className={styles.row}>
      <span>{label}</span>
      {field}
    </div>
  );
  return (
    <Stack gap={2}>
      <Switch
        label={t("settings.mails")}
        checked={mails}
        onChange={({ currentTarget }) => onChange({ ...value, mails: currentTarget.checked })}
      />
      {row(
        t("settings.hour"),
        <Select
          aria-label={t("settings.hour")}
          disabled={!mails}
          value={String(digest_hour * 60)}
          options={hours}
          onValueChange={(minute) => onChange({ ...value, digest_hour: Number(minute) / 60 })}
        />,
      )}
      {row(
        t("settings.zone"),
        <TimeZoneSelect
          label={t("settings.zone")}
          disabled={!mails}
          value={time_zone}
          none={t("settings.zoneOfCompany", { zone: companyTimeZone.replaceAll("_", " ") })}
          onChange={(zone) => onChange({ ...value, time_zone: zone })}
        />,
      )}
      <Switch
        label={t("settings.weekly")}
        checked={weekly !== null}
        disabled={!mails}
        onChange={({ currentTarget }) => onChange({ ...value, weekly: currentTarget.checked ? FIRST_WEEKLY : null })}
      />
      {weekly &&
        row(
          t("settings.weeklyDay"),
          <Select
            aria-label={t("settings.weeklyDay")}
            disabled={!mails}
            value={String(weekly.day)}
            options={WEEK_DAYS.map((day) => ({ value: String(day), text: t(`settings.days.${day}`) }))}
            onValueChange={(day) => onChange({ ...value, weekly: { ...weekly, day: Number(day) } })}
          />,
        )}
      {weekly &&
        row(
          t("settings.weeklyHour"),
          <Select
            aria-label={t("settings.weeklyHour")}
            disabled={!mails}
            value={String(weekly.hour * 60)}
            options={hours}
            onValueChange={(minute) => onChange({ ...value, weekly: { ...weekly, hour: Number(minute) / 60 } })}
          />,
        )}
      <Switch
        label={t("settings.quiet")}
        checked={quiet !== null}
        disabled={!mails}
        onChange={({ currentTarget }) => onChange({ ...value, quiet: currentTarget.checked ? FIRST_QUIET : null })}
      />
      {quiet &&
        row(
          t("settings.quietFrom"),
          <Select
            aria-label={t("settings.quietFrom")}
            disabled={!mails}
            value={String(quiet.from)}
            options={quietHours(quiet.from)}
            onValueChange={(minute) => onChange({ ...value, quiet: { ...quiet, from: Number(minute) } })}
          />,
        )}
      {quiet &&
        row(
          t("settings.quietTo"),
          <Select
            aria-label={t("settings.quietTo")}
            disabled={!mails}
            value={String(quiet.to)}
            options={quietHours(quiet.to)}
            onValueChange={(minute) => onChange({ ...value, quiet: { ...quiet, to: Number(minute) } })}
          />,
        )}
    </Stack>
  );
}
