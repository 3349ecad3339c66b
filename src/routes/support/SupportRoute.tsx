import { observer } from "mobx-react-lite";
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { AdminContacts } from "../../components/company/AdminContacts.tsx";
import { ContactForm } from "../../components/company/ContactForm.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
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
  const recipients = address === null ? (admins ?? []) : [{ name: "", email: address }];
  const { notifications } = useStore();
  const { t } = useTranslation("help");
  const [search] = useSearchParams();
  usePageTitle(t("support.title"));
  return (
    <div className={styles.page}>
      <PageHeader title={t("support.title")} description={t("support.text")} />
      {address === null && recipients.length === 0 && (
        <AdminContacts admins={admins} mailHref={(to) => mailTo({ to, subject: "", body: "" })} />
      )}
      <ContactForm
        recipients={recipients}
        isOperator={address !== null}
        subject={search.get("topic") === "upgrade" ? t("support.upgradeSubject") : ""}
        requestId={notifications.lastRequestId}
        mailHref={mailTo}
        onCopy={copyText}
      />
      <p>
        <a href={hrefTo.help()}>{t("support.toHelp")}</a>
      </p>
    </div>
  );
});
