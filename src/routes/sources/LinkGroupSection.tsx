import { useEffect, useRef, useState } from "react";
import type { PlanName } from "../../../contract/access/companies.ts";
import { GroupForm } from "../../components/sources/GroupForm.tsx";
import { emptyGroup, groupBody } from "../../domain/groupDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { NewGroup } from "../../services/groups.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { groupProviders } from "./groupProviders.ts";
import { useAppOffer } from "./useAppOffer.ts";
import { useGroupPreview } from "./useGroupPreview.ts";
import { useInstallations } from "./useInstallations.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Card } from "../../components/ui/Card.tsx";
import styles from "./SourcesTab.module.css";

export interface LinkGroupSectionProps {
  slug: string;
  plan: PlanName;
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  onDone: () => void;
  onCancel: () => void;
}

/** The form that links a group to the project. */
export function LinkGroupSection({ slug, plan, connected, onDone, onCancel }: LinkGroupSectionProps) {
  const services = useServices();
  const { t } = useTranslation("groups");
  const formatError = useErrorMessage();
  const providers = groupProviders(plan);
  const [draft, setDraft] = useState(() => emptyGroup(providers[0] ?? "github"));
  const { installations } = useInstallations(null);
  const from = hrefTo.projectTab(slug, "sources", { add: "group" });
  const appOffer = useAppOffer(draft, installations, from, setDraft);
  const { check, preview, add, changed } = useGroupPreview();
  const link = useMutation((body: NewGroup) => services.groups.link(slug, body), { onSuccess: onDone });
  // The pressed button is unmounted: focus moves to the first field.
  const form = useRef<HTMLElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input")?.focus(), []);
  return (
    <Card as="section" ref={form} className={styles.form} aria-label={t("form.label")}>
      <GroupForm
        draft={draft}
        check={check}
        providers={providers}
        connected={connected}
        installations={installations}
        appOffer={appOffer}
        onChange={(next) => {
          changed(draft, next);
          setDraft(next);
        }}
        onPreview={preview}
        onAdd={(given) =>
          add(async () => {
            const result = await link.mutate(groupBody(given));
            return result.success ? null : formatError(result.error);
          })
        }
        onCancel={onCancel}
      />
    </Card>
  );
}
