import { useLoaderData, type LoaderFunctionArgs } from "react-router-dom";
import { COMPANY_EVENTS } from "../../../contract/outgoingEvents.ts";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { OutgoingWebhooksSection } from "../webhooks/OutgoingWebhooksSection.tsx";
import { adminCompany } from "./ownCompany.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { companyId: (await adminCompany(context.get(appContext), request.signal)).id };
}

/** Where events of the company are sent to, for its Admins. */
export function Component() {
  const { companyId } = useLoaderData<typeof loader>();
  const { t } = useTranslation("webhooks");
  return (
    <Section title={t("title")} headingLevel={2} lead={t("companyText")}>
      <OutgoingWebhooksSection owner={{ company: companyId }} kinds={["webhook"]} events={COMPANY_EVENTS} />
    </Section>
  );
}
