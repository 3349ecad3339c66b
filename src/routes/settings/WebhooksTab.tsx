import { useLoaderData, type LoaderFunctionArgs } from "react-router-dom";
import { COMPANY_EVENTS } from "../../../contract/notices/outgoingEvents.ts";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { OutgoingWebhooksSection } from "../webhooks/OutgoingWebhooksSection.tsx";
import { SlackAppSection } from "../webhooks/SlackAppSection.tsx";
import { TeamsAppSection } from "../webhooks/TeamsAppSection.tsx";
import { adminCompany } from "./ownCompany.ts";
import { SettingsSections } from "./SettingsSections.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { companyId: (await adminCompany(context.get(appContext), request.signal)).id };
}

/** Where events of the company are sent to, and its apps in chats, for its Admins. */
export function Component() {
  const { companyId } = useLoaderData<typeof loader>();
  const { t } = useTranslation("webhooks");
  return (
    <SettingsSections>
      <Section title={t("title")} headingLevel={2} lead={t("companyText")}>
        <OutgoingWebhooksSection owner={{ company: companyId }} kinds={["webhook"]} events={COMPANY_EVENTS} />
      </Section>
      <SlackAppSection companyId={companyId} />
      <TeamsAppSection companyId={companyId} />
    </SettingsSections>
  );
}
