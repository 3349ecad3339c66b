import type { PlanName } from "../../../contract/access/companies.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PlanLimitNotice, sourcesLeft } from "./PlanLimitNotice.tsx";
import type { Provider } from "../../domain/sourceDraft.ts";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { RowAction } from "../patterns/RowAction.tsx";
import type { SourceKind } from "../../domain/linkedSources.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Button } from "../ui/Button.tsx";
import { EditIcon, TrashIcon } from "../ui/icons.ts";
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
  /** The source that is changed in the form. */
  edited?: string | null;
  onRemove: (id: string) => void;
  /** Shows a source in the form, also to enter the token that was lost. */
  onEdit: (id: string) => void;
}

const EMPTY = { repository: "repositories.empty", tracker: "trackers.empty", wiki: "wikis.empty" } as const;

/** Sources of one kind: the added ones, and the form for the next, as long as the plan allows more. */
export function SourcesStep({ kind, sources, plan, total, form, edited = null, onRemove, onEdit }: SourcesStepProps) {
  const { t } = useTranslation("wizard");
  const { t: tProject } = useTranslation("project");
  const left = sourcesLeft(plan, total);
  const hasRoom = left === null || left > 0;
  const editedName = sources.find(({ id }) => id === edited)?.name;
  const place = useRef<HTMLElement>(null);
  // A saved source has another id and the same place.
  const at = sources.findIndex(({ id }) => id === edited);
  const focused = useRef(at);
  useEffect(() => {
    const before = focused.current;
    focused.current = at;
    if (before === at) return;
    const find = (part: string) => place.current?.querySelector<HTMLInputElement>(`form input[${part}]`);
    const token = find("type=password");
    const target =
      at < 0
        ? place.current?.querySelectorAll("li")[before]?.querySelector<HTMLElement>("[data-edit] button")
        : token?.value === ""
          ? token
          : find("name=url");
    target?.focus();
  }, [at]);
  return (
    <Stack gap={5} ref={place}>
      <PlanLimitNotice plan={plan} sources={total} />
      <PendingSources kind={kind} sources={sources} edited={edited} onRemove={onRemove} onEdit={onEdit} />
      {sources.length === 0 && !hasRoom && (
        <Text as="p" tone="muted" className={styles.none}>
          {t(EMPTY[kind])}
        </Text>
      )}
      {(hasRoom || editedName !== undefined) && (
        <Card as="section">
          <h3 className={styles.formTitle}>
            {editedName === undefined ? tProject(`sources.addKind.${kind}`) : t("editName", { name: editedName })}
          </h3>
          {form}
        </Card>
      )}
    </Stack>
  );
}

interface PendingSourcesProps {
  kind: SourceKind;
  sources: readonly PendingSource[];
  edited?: string | null;
  onRemove?: (id: string) => void;
  onEdit?: (id: string) => void;
}

/** The list of a step, and without its buttons that of the review. */
export function PendingSources({ kind, sources, edited = null, onRemove, onEdit }: PendingSourcesProps) {
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
        <li key={source.id} data-edited={source.id === edited || undefined}>
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
                {onEdit && source.id !== edited && (
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
          <div className={styles.actions}>
            {onEdit &&
              (source.id === edited ? (
                <Text size="small" tone="muted">
                  {t("editing")}
                </Text>
              ) : (
                <span data-edit="">
                  <RowAction
                    icon={<EditIcon />}
                    text={t("edit")}
                    name={t("editName", { name: source.name })}
                    onClick={() => onEdit(source.id)}
                  />
                </span>
              ))}
            {onRemove && (
              <RowAction
                icon={<TrashIcon />}
                name={tProject("sources.removeName", { name: source.name })}
                onClick={() => onRemove(source.id)}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
