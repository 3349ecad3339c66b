import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const APP = globSync("src/**/*.tsx", { cwd: ROOT }).map((file) => ({
  file: file.replaceAll("\\", "/"),
  text: readFileSync(join(ROOT, file), "utf8"),
}));

/** Dialogs and drawers in which nothing is entered. */
const WITHOUT_FORM = [
  "src/components/company/UpgradeDialog.tsx",
  "src/components/insights/DrilldownDrawer.tsx",
  "src/components/patterns/ConfirmDialog.tsx",
  "src/components/patterns/KeyboardShortcutsDialog.tsx",
  "src/components/projects/ProjectNavDrawer.tsx",
  // The dialog without fields, while the settings are loaded; its form is a FormDialog.
  "src/components/sources/ReplyDialog.tsx",
  "src/components/sources/WebhookDialog.tsx",
  "src/components/webhooks/WebhookSecretDialog.tsx",
  "src/routes/code/FileDiscussionsSection.tsx",
  "src/routes/code/SymbolLookupSection.tsx",
];
/** Forms whose values are typed to confirm, and are not kept: nothing is lost with them. */
const CONFIRMATIONS = [
  "src/components/auth/CodeDialog.tsx",
  "src/components/auth/PasswordDialog.tsx",
  "src/components/projects/DeleteProjectDialog.tsx",
  "src/components/sources/RemoveGroupDialog.tsx",
];
const filesWith = (pattern: RegExp): string[] =>
  APP.filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

test("every dialog and drawer asks before a changed form is lost, or has no form", () => {
  const layers = filesWith(/<(?:Dialog|Drawer)\s/);
  const asking = filesWith(/useDiscardQuestion\(/);
  expect(layers.filter((file) => !asking.includes(file))).toEqual(WITHOUT_FORM);
});

test("the draft of a form dialog is left out for confirmations alone", () => {
  expect(filesWith(/<FormDialog\s/).length).toBeGreaterThan(20);
  expect(filesWith(/<FormDialog\s[^>]*?\bdraft=\{null\}/)).toEqual(CONFIRMATIONS);
});

test("only the two components of the card of layers render Blueprint's", () => {
  const rendering = filesWith(/import \{[^}]*\b(?:Dialog|Drawer|Overlay2?)\b[^}]*\} from "@blueprintjs\/core"/);
  expect(rendering).toEqual(["src/components/ui/Dialog.tsx", "src/components/ui/Drawer.tsx"]);
});
