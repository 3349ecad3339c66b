import type { KeyboardShortcut } from "../../components/patterns/KeyboardShortcutsDialog.tsx";
import type { Translation } from "../../i18n/useTranslation.ts";

/** The keys of the list, for the help dialog, which lists them with those of every page; useListShortcuts implements them. */
export const issueShortcuts = (t: Translation<"issues">["t"]): KeyboardShortcut[] => [
  { keys: ["J", "↓"], does: t("keys.next") },
  { keys: ["K", "↑"], does: t("keys.previous") },
  { keys: [t("keys.home")], does: t("keys.first") },
  { keys: [t("keys.end")], does: t("keys.last") },
  { keys: [t("keys.enter")], does: t("keys.open") },
  { keys: [t("keys.space")], does: t("keys.preview") },
  { keys: ["X"], does: t("keys.select") },
  { keys: [t("keys.escape")], does: t("keys.close") },
];
