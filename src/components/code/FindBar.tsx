import { useEffect, useRef } from "react";
import { MAX_MATCHES } from "../../domain/findInLines.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";
import { ChevronDownIcon, ChevronRightIcon, CrossIcon, SearchIcon } from "../ui/icons.ts";
import styles from "./FindBar.module.css";

export interface FindBarProps {
  text: string;
  /** Places that were found, and which of them is the current one (from 0). */
  count: number;
  current: number;
  onChange: (text: string) => void;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/** Finds a text in a file of which the page has only the visible lines, so that the browser's own search does not find it. */
export function FindBar({ text, count, current, onChange, onStep, onClose }: FindBarProps) {
  const { t, format } = useTranslation("code");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className={styles.bar} role="search" aria-label={t("find.title")}>
      <InputGroup
        inputRef={field}
        size="small"
        leftIcon={<SearchIcon />}
        aria-label={t("find.title")}
        placeholder={t("find.placeholder")}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
        }}
      />
      <Text size="small" tone="muted" role="status">
        {text === ""
          ? ""
          : count === 0
            ? t("find.none")
            : t(count >= MAX_MATCHES ? "find.placeOfMany" : "find.place", {
                place: format.number(current + 1),
                count: format.number(count),
              })}
      </Text>
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronRightIcon className={styles.up} />}
        aria-label={t("find.previous")}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronDownIcon />}
        aria-label={t("find.next")}
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
      <Button size="small" variant="minimal" icon={<CrossIcon />} aria-label={t("find.close")} onClick={onClose} />
    </div>
  );
}
