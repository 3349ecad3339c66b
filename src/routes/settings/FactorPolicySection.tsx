import { observer } from "mobx-react-lite";
import { use } from "react";
import { useRevalidator } from "react-router-dom";
import type { Company } from "../../../contract/access/companies.ts";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Switch } from "../../components/ui/Switch.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Whether the company requires a second factor. Omitted for a host that has none; the time zone shows why the company could not be loaded. */
export const FactorPolicySection = observer(function FactorPolicySection({
  answer,
}: {
  answer: Promise<Result<Company>>;
}) {
  const company = use(answer).data;
  const { secondFactors } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const save = useMutation((id: string, isRequired: boolean) => secondFactors.setPolicy(id, isRequired), {
    onSuccess: async () => {
      notifications.show(t("saved"));
      await revalidate();
    },
  });
  if (company?.requires_second_factor === undefined) return null;
  return (
    <Section title={t("factorPolicy.title")} headingLevel={2} lead={t("factorPolicy.text")}>
      <FormError title={t("factorPolicy.failed")} failure={save.error && formatError(save.error)} />
      <div>
        <Switch
          label={t("factorPolicy.label")}
          checked={save.pending[0]?.[1] ?? company.requires_second_factor}
          disabled={save.isPending}
          onChange={({ currentTarget: { checked } }) => void save.mutate(company.id, checked)}
        />
      </div>
    </Section>
  );
});
