import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { PlanName } from "../../../contract/access/companies.ts";
import { PLAN_NAMES } from "../../../contract/constants.ts";
import { PlanChangeList } from "../../components/company/PlanChangeList.tsx";
import { FormField } from "../../components/patterns/FormField.tsx";
import { Select } from "../../components/ui/Select.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";

export interface PlanChangeSectionProps {
  companyId: string;
  current: string;
}

/** Shows, before a change is asked for, what the company would lose by each other plan. */
export const PlanChangeSection = observer(function PlanChangeSection({ companyId, current }: PlanChangeSectionProps) {
  const [chosen, setChosen] = useState<PlanName | null>(null);
  const { billing } = useServices();
  const { t } = useTranslation("settings");
  const plan = chosen === current ? null : chosen;
  const preview = useQuery(
    plan && settingsKeys.planPreview(companyId, plan),
    (signal) => billing.previewPlan(companyId, plan ?? "Standard", signal),
    { keepPreviousData: false },
  );
  const others = PLAN_NAMES.filter((name) => name !== current);
  return (
    <>
      <FormField label={t("planChange.label")} help={t("planChange.help")}>
        {(control) => (
          <Select
            {...control}
            value={plan}
            options={others.map((name) => ({ value: name, text: name }))}
            onValueChange={setChosen}
          />
        )}
      </FormField>
      <div role="status">
        {plan && (
          <AsyncContent
            query={preview}
            failed={t("planChange.failed")}
            loading={<Skeleton shape="rows" count={2} height="1.5rem" />}
          >
            {(change) => <PlanChangeList change={change} />}
          </AsyncContent>
        )}
      </div>
    </>
  );
});
