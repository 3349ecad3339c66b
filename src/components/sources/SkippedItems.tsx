import type { LeftOutKind } from "../../../contract/sources/leftOut.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";

export interface SkippedItemsProps {
  items: readonly { readonly kind: LeftOutKind; readonly count: number }[];
  /** The least role of the members who may read those that are stored. */
  role?: ProjectRole | null | undefined;
}

/** Number of skipped items of a source by kind, because their host restricts them. Renders nothing without any. */
export function SkippedItems({ items, role }: SkippedItemsProps) {
  const { t, format } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const count = items.reduce((sum, item) => sum + item.count, 0);
  if (count === 0) return null;
  const kinds = items.map((item) =>
    t(`skipped.kinds.${item.kind}`, { count: item.count, formatted: format.number(item.count) }),
  );
  const text = t("skipped.text", { count, formatted: format.number(count), kinds: format.list(kinds) });
  return (
    <Text as="p" size="small" tone="muted">
      {text} {role && t("skipped.readBy", { role: tStates(`roles.${role}`) })}
    </Text>
  );
}
