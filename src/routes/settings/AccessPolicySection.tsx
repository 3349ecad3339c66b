import { observer } from "mobx-react-lite";
import { useRevalidator } from "react-router-dom";
import type { AccessPolicy } from "../../../contract/access/accessPolicy.ts";
import { AccessPolicyForm } from "../../components/company/AccessPolicyForm.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { AccessPolicyDraft } from "../../services/access.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";

export interface AccessPolicySectionProps {
  companyId: string;
  answer: Promise<Result<AccessPolicy>>;
}

/** What the company demands of the sessions and tokens of its users. */
export const AccessPolicySection = observer(function AccessPolicySection({
  companyId,
  answer,
}: AccessPolicySectionProps) {
  const query = useLoaderState(answer);
  const { access } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("access");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const save = useMutation(
    (policy: AccessPolicyDraft): Promise<Result<AccessPolicy>> => access.setPolicy(companyId, policy),
    {
      onSuccess: async () => {
        notifications.show(t("policy.saved"));
        await revalidate();
      },
    },
  );
  return (
    <Section title={t("policy.title")} headingLevel={2} lead={t("policy.text")}>
      <AsyncContent query={query} failed={t("policy.failed")}>
        {(policy) => (
          <AccessPolicyForm
            key={JSON.stringify(policy)}
            policy={policy}
            isBusy={save.isPending}
            failure={save.error && formatError(save.error)}
            onSave={(changed) => void save.mutate(changed)}
          />
        )}
      </AsyncContent>
    </Section>
  );
});
