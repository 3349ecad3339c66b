import { Classes, H2, IconSize } from "@blueprintjs/core";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "./Button.tsx";
import { SmallCrossIcon } from "./icons.ts";
import styles from "./LayerHeader.module.css";

export interface LayerHeaderProps {
  layer: "dialog" | "drawer";
  title: string;
  /** The id of the heading, which names the layer. */
  titleId: string;
  /** Left out where no button closes the layer. */
  onClose?: (() => void) | undefined;
  /** While a request runs the layer cannot be closed. */
  isBusy?: boolean;
}

/** The heading of a dialog or drawer, with the button that closes it. Blueprint's own names that button in English only. */
export function LayerHeader({ layer, title, titleId, onClose, isBusy = false }: LayerHeaderProps) {
  const { t } = useTranslation("controls");
  return (
    <div
      className={`${styles.header} ${layer === "dialog" ? Classes.DIALOG_HEADER : `${Classes.DRAWER_HEADER} ${styles.drawer}`}`}
    >
      <H2 id={titleId} className={styles.title}>
        {title}
      </H2>
      {onClose && (
        <Button
          aria-label={t("close")}
          className={Classes.DIALOG_CLOSE_BUTTON}
          icon={<SmallCrossIcon size={layer === "dialog" ? IconSize.STANDARD : IconSize.LARGE} />}
          variant="minimal"
          disabled={isBusy}
          onClick={onClose}
        />
      )}
    </div>
  );
}
