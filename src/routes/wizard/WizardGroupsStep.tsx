import { useState } from "react";
import type { PlanName } from "../../../contract/access/companies.ts";
import { GroupForm } from "../../components/sources/GroupForm.tsx";
import { PendingSources, type PendingSource } from "../../components/wizard/SourcesStep.tsx";
import { Disclosure } from "../../components/ui/Disclosure.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { groupProviders } from "../sources/groupProviders.ts";
import { useGroupPreview } from "../sources/useGroupPreview.ts";
import type { WizardGroup, WizardGroups } from "./useWizardGroups.ts";

export interface WizardGroupsStepProps {
  edits: WizardGroups;
  plan: PlanName;
  /** Providers at which the user has connected an account. */
  connected: readonly string[] | undefined;
}

/** Groups as the wizard's lists show them. */
export const pendingGroups = (groups: readonly WizardGroup[]): PendingSource[] =>
  groups.map(({ id, draft }) => ({
    id,
    provider: draft.provider,
    url: draft.url,
    name: draft.url.replace(/\/+$/, "").split("/").at(-1) ?? draft.url,
    isTokenMissing: draft.signIn === "token" && draft.token === "",
  }));

/** The groups of the new project, and the form that adds the next. */
export function WizardGroupsStep({ edits, plan, connected }: WizardGroupsStepProps) {
  const { t } = useTranslation("groups");
  const { check, preview, changed } = useGroupPreview();
  const [isOpen, setOpen] = useState(edits.form.url !== "");
  return (
    <Stack gap={4}>
      <PendingSources
        kind="repository"
        sources={pendingGroups(edits.groups)}
        edited={edits.edited}
        onRemove={edits.remove}
        onToken={(id) => {
          edits.edit(id);
          setOpen(true);
        }}
      />
      <Disclosure summary={t("wizard.title")} isOpen={isOpen} onToggle={setOpen}>
        {/* The step has one form at first: another one with the same fields would be read out too. */}
        {isOpen && (
          <Stack gap={3}>
            <Text as="p" tone="muted">
              {t("wizard.text")}
            </Text>
            <GroupForm
              // Each group begins without the faults of the one before.
              key={edits.edited}
              draft={edits.form}
              check={check}
              providers={groupProviders(plan)}
              connected={connected}
              onChange={(next) => {
                changed(edits.form, next);
                edits.setForm(next);
              }}
              onPreview={preview}
              onAdd={(draft) => {
                edits.add();
                changed(draft, { ...draft, url: "" });
              }}
              onCancel={edits.edited === null ? undefined : () => edits.edit(null)}
            />
          </Stack>
        )}
      </Disclosure>
    </Stack>
  );
}
