import { observer } from "mobx-react-lite";
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { PLAN_NAMES } from "../../../contract/constants.ts";
import { ContactForm } from "../../components/company/ContactForm.tsx";
import { NoSupportAddress } from "../../components/company/NoSupportAddress.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { mailTo } from "./mailTo.ts";
import { supportContacts } from "./supportContacts.ts";
import styles from "./SupportRoute.module.css";

/** Where the operator names no address, the Admins of the company are the recipients; a host that returns neither is not a failure. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  supportContacts(context.get(appContext), request.signal);

export const Component = observer(function SupportRoute() {
  const { address, admins } = useLoaderData<typeof loader>();
  const { notifications, session, plan } = useStore();
  const manager = plan.current?.account_manager;
  const others = address === null ? (admins ?? []) : [{ name: "", email: address }];
  const recipients = manager ? [manager, ...others] : others;
  const { t } = useTranslation("help");
  const [search] = useSearchParams();
  usePageTitle(t("support.title"));
  const hasRecipient = recipients.length > 0;
  const isUpgrade = search.get("topic") === "upgrade";
  const company = session.user?.company?.name;
  const larger = plan.name === null ? undefined : PLAN_NAMES[PLAN_NAMES.indexOf(plan.name) + 1];
  const form = (
    <ContactForm
      recipients={recipients}
      isOperator={address !== null || Boolean(manager)}
      subject={isUpgrade ? t("support.upgradeSubject") : ""}
      message={
        isUpgrade && !hasRecipient && company ? t("support.upgradeMessage", { company, plan: plan.name ?? "" }) : ""
      }
      requestId={notifications.lastRequestId}
      mailHref={mailTo}
      onCopy={copyText}
    />
  );
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("support.title")}
        description={
          manager ? t("support.accountManager", { name: manager.name }) : hasRecipient ? t("support.text") : undefined
        }
      />
      {hasRecipient ? (
        form
      ) : (
        <>
          <NoSupportAddress
            isAdmin={session.isCompanyAdmin}
            isUnlisted={admins === null}
            upgrade={isUpgrade && company && larger ? { company, plan: larger } : undefined}
            plansHref={`${hrefTo.help()}#plans`}
            onCopy={copyText}
          />
          <Section title={t("noSupport.message")} headingLevel={2} lead={t("noSupport.messageText")}>
            {form}
          </Section>
        </>
      )}
      <p>
        <a href={hrefTo.help()}>{t("support.toHelp")}</a>
      </p>
    </div>
  );
});
