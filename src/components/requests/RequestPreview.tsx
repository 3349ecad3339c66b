import type { Person } from "../../../contract/fieldSchemas.ts";
import type { RequestCard } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { PreviewPanel } from "../patterns/PreviewPanel.tsx";
import { PreviewText, type PreviewTextState } from "../patterns/PreviewText.tsx";
import { Text } from "../ui/Text.tsx";
import { RequestStateTag } from "../patterns/RequestStateTag.tsx";

export interface RequestPreviewProps {
  request: RequestCard;
  /** Its description, which is not part of the row. */
  text: PreviewTextState;
  href: string;
  personHref: (person: Person) => string;
  onRetry: () => void;
  onClose: () => void;
}

/** A request of the list next to it. */
export function RequestPreview({ request, text, href, personHref, onRetry, onClose }: RequestPreviewProps) {
  const { t } = useTranslation("requests");
  const { key, title, state, is_draft: isDraft, source_branch: from, target_branch: to } = request;
  return (
    <PreviewPanel
      label={t("preview.label", { key })}
      title={title}
      isTitleShown
      heading={
        <>
          <RequestStateTag state={state} isDraft={isDraft} />
          <Text tone="muted" overflow="ellipsis">
            {key}
          </Text>
        </>
      }
      open={{ href, text: t("preview.open") }}
      closeLabel={t("preview.close")}
      onClose={onClose}
    >
      <Text as="p" size="small" tone="muted" overflow="anywhere">
        {request.author ? (
          <PersonName name={request.author.name} href={personHref(request.author)} />
        ) : (
          t("table.noAuthor")
        )}
        {from !== null && to !== null && ` · ${t("facts.into", { from, to })}`}
      </Text>
      <PreviewText
        text={text}
        base={request.url}
        empty={t("preview.noText")}
        failed={t("preview.failed")}
        onRetry={onRetry}
      />
    </PreviewPanel>
  );
}
