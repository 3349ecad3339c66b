import { observer } from "mobx-react-lite";
import { KeyboardShortcutsDialog, type KeyboardShortcut } from "../../components/patterns/KeyboardShortcutsDialog.tsx";
import { type Translation, useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import type { ShortcutGroup, Shortcuts } from "./openShortcuts.ts";

interface ShellShortcutsDialogProps {
  published: Shortcuts["published"];
  onClose: () => void;
}

/** The keys of each group, in the order of the dialog. */
const keysOf = (t: Translation<"palette">["t"]): Readonly<Record<ShortcutGroup, readonly KeyboardShortcut[]>> => ({
  searchField: [{ keys: ["/"], does: t("keyList.searchField") }],
  rows: [
    { keys: ["J", "↓"], does: t("keyList.next") },
    { keys: ["K", "↑"], does: t("keyList.previous") },
    { keys: [t("keyList.home")], does: t("keyList.first") },
    { keys: [t("keyList.end")], does: t("keyList.last") },
    { keys: [t("keyList.enter")], does: t("keyList.open") },
    { keys: [t("keyList.space")], does: t("keyList.preview") },
  ],
  selection: [
    { keys: ["X"], does: t("keyList.select") },
    { keys: ["Shift X", "Shift ↓", "Shift ↑"], does: t("keyList.selectRange") },
    { keys: ["Esc"], does: t("keyList.clear") },
  ],
  results: [{ keys: ["↓", "↑"], does: t("keyList.results") }],
  code: [
    { keys: ["Y"], does: t("keyList.permalink") },
    { keys: ["B"], does: t("keyList.blame") },
    { keys: ["H"], does: t("keyList.history") },
    { keys: ["Ctrl F", "⌘ F"], does: t("keyList.find") },
    { keys: ["↓", "↑"], does: t("keyList.lines") },
    { keys: ["Shift ↓", "Shift ↑"], does: t("keyList.range") },
    { keys: ["←", "→"], does: t("keyList.fold") },
    { keys: ["Ctrl →", "Ctrl ←", "⌥ →", "⌥ ←"], does: t("keyList.name") },
    { keys: [t("keyList.enter")], does: t("keyList.lookUp") },
    { keys: [t("keyList.rest")], does: t("keyList.card") },
    { keys: ["F12", t("keyList.ctrlClick"), t("keyList.cmdClick")], does: t("keyList.definition") },
    { keys: ["Shift F12"], does: t("keyList.references") },
    { keys: ["."], does: t("keyList.scope") },
  ],
});

/** The keyboard shortcuts of the open page, and the toggle of single-character ones. */
export const ShellShortcutsDialog = observer(function ShellShortcutsDialog({
  published,
  onClose,
}: ShellShortcutsDialogProps) {
  const { preferences } = useStore();
  const { t } = useTranslation("palette");
  const open = new Set([...published].flat());
  const own = Object.entries(keysOf(t)).flatMap(([group, keys]) => (open.has(group as ShortcutGroup) ? keys : []));
  return (
    <KeyboardShortcutsDialog
      title={t("keyList.title")}
      keys={[
        { keys: ["Ctrl K", "⌘ K"], does: t("keyList.palette") },
        ...own,
        { keys: ["Tab"], does: t("keyList.skip") },
        { keys: ["Esc"], does: t("keyList.close") },
        { keys: ["?"], does: t("keyList.help") },
      ]}
      single={{
        label: t("keyList.singleKeys"),
        isOn: preferences.singleKeyEnabled,
        onChange: preferences.setSingleKey,
      }}
      note={t("keyList.note")}
      onClose={onClose}
    />
  );
});
