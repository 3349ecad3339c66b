import type { Mark } from "../../../contract/marks/marks.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import { MarkTags } from "../patterns/MarkTags.tsx";

export interface MarkListProps {
  marks: readonly Mark[];
  /** Left out for a member who may not remove marks. */
  onRemove?: ((mark: Mark) => void) | undefined;
  /** Ids of the marks that are being removed. */
  removing: readonly string[];
}

/** The marks of an item, each with who set it and when. */
export function MarkList({ marks, onRemove, removing }: MarkListProps) {
  const { t, format } = useTranslation("marks");
  const originOf = ({ rule, by, at }: Mark): string => {
    const time = format.dateTime(at);
    if (rule !== null) return by === null ? t("byRule", { rule, time }) : t("byRuleAs", { rule, name: by, time });
    return by === null ? t("set", { time }) : t("byMember", { name: by, time });
  };
  return (
    <ul aria-label={t("title")}>
      {marks.map((mark) => (
        <li key={mark.id}>
          <Inline>
            <MarkTags marks={[mark]} />
            <Text size="small" tone="muted" overflow="anywhere">
              {originOf(mark)}
            </Text>
            {onRemove && (
              <Button
                size="small"
                variant="minimal"
                text={t("remove")}
                aria-label={t("removeName", { mark: mark.text })}
                loading={removing.includes(mark.id)}
                onClick={() => onRemove(mark)}
              />
            )}
          </Inline>
        </li>
      ))}
    </ul>
  );
}
