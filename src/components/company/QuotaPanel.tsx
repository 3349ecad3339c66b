import type { CompanyQuotas } from "../../../contract/access/quotas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { ErrorIcon, WarningSignIcon } from "../ui/icons.ts";
import { Meter } from "../ui/Meter.tsx";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./QuotaPanel.module.css";

export interface QuotaPanelProps {
  quotas: CompanyQuotas;
}

/** Share of a quota from which a warning is shown. */
const NEAR = 0.8;

type Level = "good" | "near" | "full";
const TONES = { good: "primary", near: "warning", full: "danger" } as const;
const ICONS = { near: WarningSignIcon, full: ErrorIcon } as const;

/** Usage of a company's quotas: each in words and as a bar, with advice where it is nearly or fully used. */
export function QuotaPanel({ quotas }: QuotaPanelProps) {
  const { t, format } = useTranslation("settings");
  const { disk, sources, syncs } = quotas;
  return (
    <ul className={styles.list}>
      <Quota
        name={t("quotas.disk")}
        used={disk.used_bytes}
        allowed={disk.allowed_bytes}
        formatAmount={format.bytes}
        advice={t("quotas.diskAdvice")}
        facts={[
          t("quotas.parts", {
            copies: format.bytes(disk.parts.copies),
            index: format.bytes(disk.parts.index),
            rows: format.bytes(disk.parts.rows),
          }),
          ...(disk.waiting > 0
            ? [t("quotas.waitForRoom", { count: disk.waiting, shown: format.number(disk.waiting) })]
            : []),
        ]}
      />
      <Quota
        name={t("quotas.sources")}
        used={sources.used}
        allowed={sources.allowed}
        formatAmount={format.number}
        advice={t("quotas.sourcesAdvice")}
      />
      <Quota
        name={t("quotas.syncs")}
        used={syncs.running}
        allowed={syncs.allowed}
        formatAmount={format.number}
        facts={
          syncs.waiting > 0
            ? [t("quotas.waitForTurn", { count: syncs.waiting, shown: format.number(syncs.waiting) })]
            : []
        }
      />
    </ul>
  );
}

interface QuotaProps {
  name: string;
  used: number;
  /** Null: no limit. */
  allowed: number | null;
  formatAmount: (amount: number) => string;
  facts?: readonly string[];
  /** What to do when it is used up. Omitted for usage that drops by itself: it causes no warning. */
  advice?: string;
}

function Quota({ name, used, allowed, formatAmount, facts = [], advice }: QuotaProps) {
  const { t } = useTranslation("settings");
  const share = allowed === null ? 0 : allowed === 0 ? 1 : used / allowed;
  const level: Level = advice === undefined || share < NEAR ? "good" : share < 1 ? "near" : "full";
  return (
    <Card as="li" className={styles.quota} data-level={level}>
      <div className={styles.line}>
        <Text weight="strong">{name}</Text>
        <Text isNumeric>
          {allowed === null
            ? t("quotas.noLimit", { used: formatAmount(used) })
            : t("quotas.usedOf", { used: formatAmount(used), allowed: formatAmount(allowed) })}
        </Text>
      </div>
      {allowed !== null && (
        // Hidden from screen readers: the text next to it states the same.
        <Meter share={share} tone={TONES[level]} size="large" />
      )}
      {level !== "good" && (
        <p className={styles.warning}>
          <Icon of={ICONS[level]} />
          <span>
            <strong>{t(`quotas.${level}`)}</strong> {advice}
          </span>
        </p>
      )}
      {facts.map((fact) => (
        <Text as="p" key={fact} tone="muted">
          {fact}
        </Text>
      ))}
    </Card>
  );
}
