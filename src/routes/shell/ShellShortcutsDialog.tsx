import { observer } from "mobx-react-lite";
import { matchPath, useLocation } from "react-router-dom";
import { KeyboardShortcutsDialog, type KeyboardShortcut } from "../../components/patterns/KeyboardShortcutsDialog.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { issueShortcuts } from "../issues/issueShortcuts.ts";
import { ROUTES } from "../paths.ts";

const SEARCHES = [ROUTES["project-detail"], ROUTES["project-search"]];

interface ShellShortcutsDialogProps {
  onClose: () => void;
}

/** The keyboard shortcuts of the open page, and the toggle of single-character ones. */
export function ShellShortcutsDialog({ onClose }: ShellShortcutsDialogProps) {
  const { pathname } = useLocation();
  if (matchPath(ROUTES["issue-list"], pathname)) return <IssueListKeys onClose={onClose} />;
  if (SEARCHES.some((pattern) => matchPath(pattern, pathname))) return <SearchKeys onClose={onClose} />;
  if (matchPath(ROUTES["project-code"], pathname)) return <CodeKeys onClose={onClose} />;
  return <PageKeys own={[]} onClose={onClose} />;
}

function CodeKeys({ onClose }: ShellShortcutsDialogProps) {
  const { t } = useTranslation("code");
  const own = [
    { keys: ["Y"], does: t("keys.permalink") },
    { keys: ["B"], does: t("keys.blame") },
    { keys: ["H"], does: t("keys.history") },
    { keys: ["Ctrl F", "⌘ F"], does: t("keys.find") },
    { keys: ["↓", "↑"], does: t("keys.lines") },
    { keys: ["Shift ↓", "Shift ↑"], does: t("keys.range") },
    { keys: ["←", "→"], does: t("keys.fold") },
    { keys: ["Ctrl →", "Ctrl ←"], does: t("keys.name") },
    { keys: ["Enter"], does: t("keys.lookUp") },
    { keys: ["."], does: t("keys.scope") },
  ];
  return <PageKeys own={own} onClose={onClose} />;
}

function IssueListKeys({ onClose }: ShellShortcutsDialogProps) {
  const { t } = useTranslation("issues");
  const palette = useTranslation("palette");
  const own = [{ keys: ["/"], does: palette.t("keyList.searchField") }, ...issueShortcuts(t)];
  return <PageKeys own={own} onClose={onClose} />;
}

function SearchKeys({ onClose }: ShellShortcutsDialogProps) {
  const { t } = useTranslation("palette");
  const own = [
    { keys: ["/"], does: t("keyList.searchField") },
    { keys: ["↓", "↑"], does: t("keyList.results") },
  ];
  return <PageKeys own={own} onClose={onClose} />;
}

/** The global shortcuts, with those of the page. */
const PageKeys = observer(function PageKeys({
  own,
  onClose,
}: ShellShortcutsDialogProps & { own: readonly KeyboardShortcut[] }) {
  const { preferences } = useStore();
  const { t } = useTranslation("palette");
  return (
    <KeyboardShortcutsDialog
      isOpen
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
