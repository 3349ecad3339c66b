import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import type { Option } from "../ui/option.ts";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { CrossIcon } from "../ui/icons.ts";
import { TextFilter, type TextFilterProps } from "./TextFilter.tsx";
import styles from "./FilterBar.module.css";

/** A filter that can only be removed. */
export interface FilterRestriction {
  readonly text: string;
  readonly onRemove: () => void;
}

export interface FilterBarProps {
  /** The accessible name. */
  label: string;
  text: Omit<TextFilterProps, "className">;
  /** The filter with few values, each of which is shown. */
  state: {
    readonly label: string;
    readonly value: string;
    readonly options: readonly Option<string>[];
    readonly onChange: (value: string) => void;
  };
  /** Sort order and columns, at the end of the first line. */
  arrangement: ReactNode;
  /** Filters of the address that have no control of their own. */
  restrictions?: readonly FilterRestriction[];
  /** Removes all filters; omitted while there are none. */
  onClear?: (() => void) | undefined;
  /** The other filters. On a phone they are hidden until they are asked for. */
  children: ReactNode;
}

/** The filters of a list, and how it is arranged. */
export function FilterBar({ label, text, state, arrangement, restrictions = [], onClear, children }: FilterBarProps) {
  const { t } = useTranslation("controls");
  const [hasMore, setHasMore] = useState(false);
  return (
    <search className={styles.bar} aria-label={label} data-more={hasMore || undefined}>
      <TextFilter {...text} className={styles.text} />
      <SegmentedControl
        className={styles.state}
        label={state.label}
        value={state.value}
        onValueChange={state.onChange}
        options={state.options}
      />
      {/* Its words change with its state, so that it needs no aria-expanded. */}
      <Button
        className={styles.more}
        variant="outlined"
        text={t(hasMore ? "filter.fewer" : "filter.more")}
        onClick={() => setHasMore(!hasMore)}
      />
      <div className={styles.arrangement}>{arrangement}</div>
      <div className={styles.filters}>
        {children}
        {onClear && <Button variant="minimal" icon={<CrossIcon />} text={t("filter.clear")} onClick={onClear} />}
      </div>
      {restrictions.length > 0 && (
        <ul className={styles.restrictions} aria-label={t("filter.restrictions")}>
          {restrictions.map((restriction) => (
            <li key={restriction.text}>
              <Button
                size="small"
                variant="outlined"
                text={restriction.text}
                endIcon={<CrossIcon />}
                aria-label={t("filter.remove", { text: restriction.text })}
                onClick={restriction.onRemove}
              />
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
