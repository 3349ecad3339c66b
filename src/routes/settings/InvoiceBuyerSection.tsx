import { observer } from "mobx-react-lite";
import type { InvoiceBuyer } from "../../../contract/billing/invoiceBuyer.ts";
import { InvoiceBuyerForm } from "../../components/company/InvoiceBuyerForm.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { isMissingEndpoint } from "../failures/isMissingEndpoint.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Whom the invoices of the company are addressed to. Omitted for a host that does not know it. */
export const InvoiceBuyerSection = observer(function InvoiceBuyerSection({ companyId }: { companyId: string }) {
  const { billing } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const query = useQuery(settingsKeys.invoiceBuyer(companyId), (signal) => billing.buyer(companyId, signal));
  const save = useMutation((buyer: InvoiceBuyer) => billing.changeBuyer(companyId, buyer), {
    invalidates: [settingsKeys.invoiceBuyer(companyId)],
    onSuccess: () => {
      notifications.show(t("saved"));
    },
  });
  if (query.error && isMissingEndpoint(query.error)) return null;
  return (
    <Section title={t("buyer.title")} headingLevel={2} lead={t("buyer.text")} isLandmark={false}>
      <AsyncContent
        query={query}
        failed={t("buyer.failed")}
        loading={<Skeleton shape="rows" count={6} height="2.5rem" />}
      >
        {(buyer) => (
          <InvoiceBuyerForm
            buyer={buyer}
            isBusy={save.isPending}
            failure={save.error && formatError(save.error)}
            onSave={(changed) => void save.mutate(changed)}
          />
        )}
      </AsyncContent>
    </Section>
  );
});
