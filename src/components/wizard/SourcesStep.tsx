import type { PlanName } from "../../../contract/access/companies.ts";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PlanLimitNotice, sourcesLeft } from "./PlanLimitNotice.tsx";
import type { Provider } from "../../domain/sourceDraft.ts";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { RowAction } from "../patterns/RowAction.tsx";
import type { SourceKind } from "../../domain/linkedSources.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Button } from "../ui/Button.tsx";
import { TrashIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./SourcesStep.module.css";

/** A validated source that is added when the project is created. */
export interface PendingSource {
  /** Local to this wizard. */
  id: string;
  provider: Provider;
  url: string;
  /** The host's name for it. */
  name: string;
  /** The folders that it is limited to. */
  folders?: readonly string[];
  /** Its token was lost in a reload and has to be entered again. */
  isTokenMissing?: boolean;
  /** The host reports it as private, and the plan is for open source. */
  isBeyondPlan?: boolean;
  /** The server's messages for it when the project was created. */
  errors?: readonly string[] | undefined;
}

export interface SourcesStepProps {
  kind: SourceKind;
  sources: readonly PendingSource[];
  plan: PlanName;
  /** Number of sources of all kinds in this project. */
  total: number;
  /** The form that links the next source; hidden when the plan allows no more. */
  form: ReactNode;
  onRemove: (id: string) => void;
  /** Moves a source whose token was lost back into the form. */
  onEdit: (id: string) => void;
}

const EMPTY = { repository: "repositories.empty", tracker: "trackers.empty", wiki: "wikis.empty" } as const;

/** Sources of one kind: the added ones, and the form for the next, as long as the plan allows more. */
export function SourcesStep({ kind, sources, plan, total, form, onRemove, onEdit }: SourcesStepProps) {
  const { t } = useTranslation("wizard");
  const { t: tProject } = useTranslation("project");
  const left = sourcesLeft(plan, total);
  const hasRoom = left === null || left > 0;
  return (
    <Stack gap={5}>
      <PlanLimitNotice plan={plan} sources={total} />
      <PendingSources kind={kind} sources={sources} onRemove={onRemove} onEdit={onEdit} />
      {sources.length === 0 && !hasRoom && (
        <Text as="p" tone="muted" className={styles.none}>
          {t(EMPTY[kind])}
        </Text>
      )}
      {hasRoom && (
        <Card as="section">
          <h3 className={styles.formTitle}>{tProject(`sources.addKind.${kind}`)}</h3>
          {form}
        </Card>
      )}
    </Stack>
  );
}

interface PendingSourcesProps {
  kind: SourceKind;
  sources: readonly PendingSource[];
  onRemove?: (id: string) => void;
  onEdit?: (id: string) => void;
}

/** The list of a step, and without its buttons that of the review. */
export function PendingSources({ kind, sources, onRemove, onEdit }: PendingSourcesProps) {
  const { t } = useTranslation("wizard");
  const { t: tProject, format } = useTranslation("project");
  if (sources.length === 0) return null;
  return (
    <ul
      className={styles.list}
      data-framed={onRemove !== undefined || undefined}
      aria-label={tProject(`kinds.${kind}`)}
    >
      {sources.map((source) => (
        <li key={source.id}>
          <SourceIcon provider={source.provider} kind={kind} />
          <div className={styles.about}>
            <Text weight="medium" overflow="anywhere">
              <ForeignText text={source.name} />
            </Text>
            <Text tone="muted" className={styles.url}>
              {source.url}
            </Text>
            {source.folders && source.folders.length > 0 && (
              <Text tone="muted">
                {tProject("sources.folders", { count: source.folders.length, names: format.list(source.folders) })}
              </Text>
            )}
            {source.isTokenMissing && (
              <p className={styles.wrong}>
                {t("tokenAgain")}{" "}
                {onEdit && (
                  <Button size="small" variant="outlined" text={t("enterToken")} onClick={() => onEdit(source.id)} />
                )}
              </p>
            )}
            {source.isBeyondPlan && <p className={styles.wrong}>{t("beyondPlan")}</p>}
            {source.errors && source.errors.length > 0 && (
              <p className={styles.wrong} role="alert">
                {source.errors.join("\n")}
              </p>
            )}
          </div>
          {onRemove && (
            <RowAction
              icon={<TrashIcon />}
              name={tProject("sources.removeName", { name: source.name })}
              onClick={() => onRemove(source.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
