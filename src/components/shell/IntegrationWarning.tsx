import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CrossIcon, WarningSignIcon } from "../ui/icons.ts";
import styles from "./IntegrationWarning.module.css";

export interface IntegrationWarningProps {
  /** The text, and the address of the page that resolves it; null without a warning. */
  warning: { text: string; href: string } | null;
  onClose: () => void;
}

/**
 * The snackbar about integrations that are not connected. It stays until it is closed, so it has a place in the page and covers nothing, and
 * only its icon has the colour of a warning.
 * Its live region is always rendered, so that screen readers announce new content.
 */
export function IntegrationWarning({ warning, onClose }: IntegrationWarningProps) {
  const { t } = useTranslation("shell");
  return (
    <div role="status">
      {warning && (
        <div className={styles.warning}>
          <span className={styles.icon} data-color="warning">
            <Icon of={WarningSignIcon} size={14} />
          </span>
          <span className={styles.text}>
            {warning.text} <a href={warning.href}>{t("snackbar.openIntegrations")}</a>
          </span>
          <Button
            size="small"
            variant="minimal"
            icon={<CrossIcon />}
            aria-label={t("snackbar.close")}
            onClick={onClose}
          />
        </div>
      )}
    </div>
  );
}
