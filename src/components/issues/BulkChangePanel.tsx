import type { Ref } from "react";
import type { IssueChange } from "../../../contract/issues/issueWrites.ts";
import type { BulkOffers } from "../../domain/bulkOffers.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Text } from "../ui/Text.tsx";
import { ActionReasons } from "./ActionReasons.tsx";
import { type ChangeControls, IssueChangeControls } from "./IssueChangeControls.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./SelectionBar.module.css";

export interface BulkChangePanelProps {
  /** What can be done to all of them; null where they are in several trackers. */
  offers: BulkOffers | null;
  /** The change that is on its way to the server. */
  pending: IssueChange | null;
  /** Why the last change is not at the server. */
  failure: string | null;
  /** Sends the last change again, which the server stores once; omitted where it refused it. */
  onSendAgain?: (() => void) | undefined;
  controlsRef?: Ref<ChangeControls> | undefined;
  onChange: (change: IssueChange) => void;
}

/** What a member does to the selected issues. */
export function BulkChangePanel({
  offers,
  pending,
  failure,
  onSendAgain,
  controlsRef,
  onChange,
}: BulkChangePanelProps) {
  const { t } = useTranslation("issueWrites");
  const reason = offers === null ? t("bulk.trackers") : (offers.blocked?.text ?? null);
  return (
    <Card as="section" padding={1} className={styles.bar} aria-label={t("bulk.label")}>
      {failure !== null && (
        <Callout intent="danger" role="alert">
          <Text as="p" overflow="anywhere">
            {failure}
          </Text>
          {onSendAgain && (
            <Button size="small" text={t("bulk.again")} loading={pending !== null} onClick={onSendAgain} />
          )}
        </Callout>
      )}
      {reason !== null || offers === null ? (
        <Text tone="muted" overflow="anywhere">
          {reason}
        </Text>
      ) : (
        <>
          <Text size="small" tone="muted">
            {t("as", { account: offers.account ?? "" })}
          </Text>
          <IssueChangeControls
            isForMany
            actions={offers.actions}
            pending={pending?.action ?? null}
            controlsRef={controlsRef}
            onChange={onChange}
          />
          <ActionReasons label={t("notHere")} reasons={offers.actions} />
          {offers.skipped.length > 0 && (
            <>
              <Text size="small" tone="muted">
                {t("bulk.skipped")}
              </Text>
              <ActionReasons label={t("bulk.skipped")} reasons={offers.skipped} />
            </>
          )}
        </>
      )}
    </Card>
  );
}
