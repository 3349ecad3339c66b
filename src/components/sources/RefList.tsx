import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Inline } from "../ui/Inline.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";

export interface RefListProps {
  refs: SourceDetail["refs"]["found"];
}

const INTENTS = { missing: "warning", over_limit: "warning", failed: "danger" } as const;

/** Branches and tags that are searched in addition to the default branch, each with its state. Nothing where the project names none. */
export function RefList({ refs }: RefListProps) {
  const { t, format } = useTranslation("project");
  if (refs.length === 0) return null;
  return (
    <Inline as="ul" gap={2} aria-label={t("refs.title")}>
      {refs.map(({ name, kind, state, files, text }) => (
        <li key={`${kind} ${name}`}>
          <Tag intent={INTENTS[state as keyof typeof INTENTS] ?? "none"}>
            <ForeignText text={name} />
            {" · "}
            {t(`refs.states.${state}`, { count: files, formatted: format.number(files) })}
          </Tag>
          {text !== null && (
            <Text as="p" size="small" tone="muted">
              {text}
            </Text>
          )}
        </li>
      ))}
    </Inline>
  );
}
