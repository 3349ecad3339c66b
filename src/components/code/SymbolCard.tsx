import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Definitions } from "../../../contract/code/references.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";
import { PrecisionTag } from "./PrecisionTag.tsx";
import styles from "./SymbolCard.module.css";

export interface SymbolCardProps {
  /** Null while it is looked up. */
  found: Definitions | null;
  /** What went wrong; null for nothing. */
  failure?: string | null;
  /** The page of a definition. */
  hrefOf: (definition: Definitions["definitions"][number]) => string;
  personHref: (person: Person) => string;
  onReferences: () => void;
  onCalls: () => void;
  onClose: () => void;
}

const CALLED = new Set(["function", "method", "class", "other"]);

/** What a name in the code means: signature, comment, who knows it, and the ways on from it. */
export function SymbolCard({
  found,
  failure = null,
  hrefOf,
  personHref,
  onReferences,
  onCalls,
  onClose,
}: SymbolCardProps) {
  const { t } = useTranslation("symbols");
  const { t: tKinds } = useTranslation("symbolKinds");
  const [first, ...others] = found?.definitions ?? [];
  const close = <Button size="small" variant="minimal" text={t("close")} onClick={onClose} />;
  if (failure !== null || found === null || !first) {
    const name = found?.name ?? null;
    return (
      <div className={styles.card}>
        {failure === null && found === null ? (
          <Skeleton count={2} height="1.25rem" />
        ) : (
          <Text as="p" role={failure === null ? undefined : "alert"}>
            {failure ??
              (found?.is_indexed === false ? t("unindexed") : name === null ? t("nothing") : t("none", { name }))}
          </Text>
        )}
        <div className={styles.actions}>{close}</div>
      </div>
    );
  }
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Text tone="muted" size="small">
          {tKinds(`kind.${first.kind}`)}
          {first.container !== "" && ` · ${first.container}`}
        </Text>
        <PrecisionTag precision={found.precision} />
      </div>
      {first.signature !== "" && <code className={styles.signature}>{first.signature}</code>}
      {first.doc !== "" && <Text as="p">{first.doc}</Text>}
      <Text as="p" size="small" tone="muted">
        {t("place", { path: first.path, line: first.line })}
        {others.length > 0 && ` ${t("others", { count: others.length })}`}
      </Text>
      {found.owner !== null && (
        <Text as="p" size="small" tone="muted">
          <Sentence
            text={t("owner", { name: "<name/>" })}
            parts={{ name: <PersonName name={found.owner.name} href={personHref(found.owner)} /> }}
          />
        </Text>
      )}
      <Text as="p" size="small" tone="muted">
        {found.precision === "precise" ? t("preciseHint") : t("byNameHint")}
      </Text>
      <div className={styles.actions}>
        <LinkButton size="small" intent="primary" href={hrefOf(first)} text={t("definition")} />
        {first.kind !== "module" && <Button size="small" text={t("references")} onClick={onReferences} />}
        {CALLED.has(first.kind) && <Button size="small" text={t("calls")} onClick={onCalls} />}
        {close}
      </div>
    </div>
  );
}
