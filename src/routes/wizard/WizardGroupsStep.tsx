import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { PlanName } from "../../../contract/access/companies.ts";
import { GroupForm } from "../../components/sources/GroupForm.tsx";
import { PendingSources, type PendingSource } from "../../components/wizard/SourcesStep.tsx";
import { Disclosure } from "../../components/ui/Disclosure.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { groupProviders } from "../sources/groupProviders.ts";
import { useAppOffer } from "../sources/useAppOffer.ts";
import { useGroupPreview } from "../sources/useGroupPreview.ts";
import { useInstallations } from "../sources/useInstallations.ts";
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
  const { t: tWizard } = useTranslation("wizard");
  const { check, preview, changed } = useGroupPreview();
  const [params] = useSearchParams();
  // Its user comes back from the installation of an app.
  const [isOpen, setOpen] = useState(edits.form.url !== "" || params.get("add") === "group");
  const { form, setForm } = edits;
  const { installations } = useInstallations(null);
  const from = hrefTo.wizard({ step: "repositories", add: "group" });
  const appOffer = useAppOffer(form, installations, from, setForm);
  return (
    <Stack gap={4}>
      <PendingSources
        kind="repository"
        sources={pendingGroups(edits.groups)}
        edited={edits.edited}
        onRemove={edits.remove}
        onEdit={(id) => {
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
              draft={form}
              check={check}
              providers={groupProviders(plan)}
              connected={connected}
              installations={installations}
              appOffer={appOffer}
              onChange={(next) => {
                changed(form, next);
                setForm(next);
              }}
              onPreview={preview}
              onAdd={(draft) => {
                edits.add();
                changed(draft, { ...draft, url: "" });
              }}
              {...(edits.edited !== null && { action: tWizard("saveEdit"), onCancel: () => edits.edit(null) })}
            />
          </Stack>
        )}
      </Disclosure>
    </Stack>
  );
}
