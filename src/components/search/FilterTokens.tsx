import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { CrossIcon } from "../ui/icons.ts";
import styles from "./FilterTokens.module.css";

/** A filter of the query, or a chosen value of a facet. */
export interface FilterToken {
  readonly id: string;
  /** As it is written in the query, or the name of the facet. */
  readonly name: string;
  readonly value: string;
  /** Results that fulfil it are left out. */
  readonly isExcluded: boolean;
}

export interface FilterTokensProps {
  tokens: readonly FilterToken[];
  onRemove: (id: string) => void;
  /** Removes all of them. */
  onClear: () => void;
  /** The last token was removed by its button: the focus needs a place. */
  onEmptied?: (() => void) | undefined;
}

/** The filters of a search, each of which can be removed. Nothing without filters. */
export function FilterTokens({ tokens, onRemove, onClear, onEmptied }: FilterTokensProps) {
  const { t } = useTranslation("search");
  const list = useRef<HTMLUListElement>(null);
  /** The place of the token whose button had the focus when it was removed, and the number of tokens then; null: none. */
  const removed = useRef<{ readonly at: number; readonly of: number } | null>(null);
  const count = tokens.length;
  useEffect(() => {
    if (!removed.current || removed.current.of === count) return;
    const { at } = removed.current;
    removed.current = null;
    if (count === 0) onEmptied?.();
    else list.current?.children[Math.min(at, count - 1)]?.querySelector("button")?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the removal moves the focus
  }, [count]);
  if (tokens.length === 0) return null;
  return (
    <ul ref={list} className={styles.tokens} aria-label={t("token.title")}>
      {tokens.map(({ id, name, value, isExcluded }, at) => (
        <li key={id} className={styles.token} data-excluded={isExcluded || undefined}>
          {isExcluded && <span>{t("token.excluded")}</span>}
          <span className={styles.name}>{name}</span>
          <span className={styles.value}>{value}</span>
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={12} />}
            aria-label={t(isExcluded ? "token.removeExcluded" : "token.remove", { name, value })}
            onClick={() => {
              removed.current = { at, of: count };
              onRemove(id);
            }}
          />
        </li>
      ))}
      {tokens.length > 1 && (
        <li>
          <Button
            variant="minimal"
            size="small"
            text={t("token.clear")}
            onClick={() => {
              removed.current = { at: 0, of: count };
              onClear();
            }}
          />
        </li>
      )}
    </ul>
  );
}
