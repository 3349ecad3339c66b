import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.ts";
import { CrossIcon } from "../ui/icons.ts";
import styles from "./FilterTokens.module.css";

/** A filter of the query, or a chosen value of a facet. */
export interface FilterToken {
  readonly id: string;
  /** As it is written in the query, or the name of the facet. */
  readonly name: string;
  readonly value: string;
  /** What fulfils it is left out. */
  readonly isExcluded: boolean;
}

export interface FilterTokensProps {
  tokens: readonly FilterToken[];
  onRemove: (id: string) => void;
  /** Removes all of them. */
  onClear: () => void;
}

/** The filters of a search, each of which can be removed. Nothing without filters. */
export function FilterTokens({ tokens, onRemove, onClear }: FilterTokensProps) {
  const { t } = useTranslation("search");
  if (tokens.length === 0) return null;
  return (
    <ul className={styles.tokens} aria-label={t("token.title")}>
      {tokens.map(({ id, name, value, isExcluded }) => (
        <li key={id} className={styles.token} data-excluded={isExcluded || undefined}>
          {isExcluded && <span>{t("token.excluded")}</span>}
          <span className={styles.name}>{name}</span>
          <span className={styles.value}>{value}</span>
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={12} />}
            aria-label={t(isExcluded ? "token.removeExcluded" : "token.remove", { name, value })}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
      {tokens.length > 1 && (
        <li>
          <Button variant="minimal" size="small" text={t("token.clear")} onClick={onClear} />
        </li>
      )}
    </ul>
  );
}
