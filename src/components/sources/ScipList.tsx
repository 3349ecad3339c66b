import type { ScipUpload } from "../../../contract/code/references.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { RowAction } from "../patterns/RowAction.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { TrashIcon } from "../ui/icons.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ListedScip extends ScipUpload {
  /** Name of its repository. */
  readonly name: string;
}

export interface ScipListProps {
  indexes: readonly ListedScip[];
  /** Omit for users who may not remove an index. */
  onRemove?: ((index: ListedScip) => void) | undefined;
}

/** The SCIP indexes that were uploaded for repositories of a project. Renders nothing without any. */
export function ScipList({ indexes, onRemove }: ScipListProps) {
  const { t, format } = useTranslation("project");
  if (indexes.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={t("scip.title")}>
      <h3>{t("scip.title")}</h3>
      <Text as="p" tone="muted">
        {t("scip.text")}
      </Text>
      <Stack as="ul" gap={2}>
        {indexes.map((index) => (
          <ActionRow
            key={index.source}
            fact={
              <Text size="small" tone="muted">
                <RelativeTime at={index.uploaded_at} />
              </Text>
            }
            actions={
              onRemove && (
                <RowAction
                  icon={<TrashIcon />}
                  name={t("scip.removeName", { name: index.name })}
                  onClick={() => onRemove(index)}
                />
              )
            }
          >
            <NameLines name={t("scip.of", { name: index.name, revision: shortHash(index.revision) })}>
              {index.tool !== "" && (
                <Text size="small" tone="muted">
                  {index.tool}
                </Text>
              )}
              <Text size="small" tone="muted">
                {t("scip.documents", { count: index.documents, formatted: format.number(index.documents) })}
              </Text>
            </NameLines>
          </ActionRow>
        ))}
      </Stack>
    </Stack>
  );
}
