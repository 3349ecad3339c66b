import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { FilterRemoveIcon } from "../ui/icons.ts";
import { EmptyState } from "./EmptyState.tsx";

export interface NoMatchesProps {
  title: string;
  /** A sentence about what to change. */
  text: string;
  /** Removes all filters. */
  onClear: () => void;
}

/** In place of a list whose filters match nothing. */
export function NoMatches({ title, text, onClear }: NoMatchesProps) {
  const { t } = useTranslation("controls");
  return (
    <EmptyState
      icon={<FilterRemoveIcon size={40} />}
      title={title}
      action={<Button text={t("filter.clear")} onClick={onClear} />}
    >
      {text}
    </EmptyState>
  );
}
