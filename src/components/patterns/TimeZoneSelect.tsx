import { Select } from "../ui/Select.tsx";

export interface TimeZoneSelectProps {
  label: string;
  /** A name of the IANA database; null: that of the company. */
  value: string | null;
  /** The text of the choice for null; omitted where a zone is required. */
  none?: string;
  disabled?: boolean;
  isBusy?: boolean;
  onChange: (zone: string | null) => void;
}

/** Chooses a time zone of this browser. UTC and an alias that is stored are added, because some browsers' lists lack them. */
export function TimeZoneSelect({
  label,
  value,
  none,
  disabled = false,
  isBusy = false,
  onChange,
}: TimeZoneSelectProps) {
  const zones = new Set(["UTC", ...(value === null ? [] : [value]), ...Intl.supportedValuesOf("timeZone")]);
  return (
    <Select
      aria-label={label}
      disabled={disabled}
      loading={isBusy}
      value={value ?? ""}
      options={[
        ...(none === undefined ? [] : [{ value: "", text: none }]),
        ...[...zones].toSorted().map((zone) => ({ value: zone, text: zone.replaceAll("_", " ") })),
      ]}
      onValueChange={(zone) => onChange(zone === "" ? null : zone)}
    />
  );
}
