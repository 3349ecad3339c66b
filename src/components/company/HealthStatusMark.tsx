import type { HealthState } from "../../../contract/access/health.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { ErrorIcon, TickCircleIcon, WarningSignIcon } from "../ui/icons.ts";
import styles from "./HealthStatusMark.module.css";

const ICONS = { good: TickCircleIcon, attention: WarningSignIcon, bad: ErrorIcon } as const;

/** A health state by shape and by word, not by colour alone. */
export function HealthStatusMark({ state, hasWord = false }: { state: HealthState; hasWord?: boolean }) {
  const { t } = useTranslation("settings");
  const word = t(`health.state.${state}`);
  return (
    <span className={styles.mark} data-state={state} title={hasWord ? undefined : word}>
      <Icon of={ICONS[state]} />
      <span className={hasWord ? undefined : "visually-hidden"}>{word}</span>
    </span>
  );
}
