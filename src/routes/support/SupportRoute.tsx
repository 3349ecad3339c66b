import { observer } from "mobx-react-lite";
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { ContactForm } from "../../components/ContactForm/ContactForm.tsx";
import { PageHeader } from "../../components/PageHeader/PageHeader.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext } from "../appContext.tsx";
import { copyText } from "../copyText.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { mailTo } from "./mailTo.ts";
import { supportAddress } from "./supportAddress.ts";
import styles from "./SupportRoute.module.css";

/** The form works without the address as well, so a host that does not tell it is no failure. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  supportAddress(context.get(appContext).services, request.signal);

export const Component = observer(function SupportRoute() {
  const address = useLoaderData<typeof loader>();
  const { notifications } = useStore();
  const { t } = useWords("help");
  const [search] = useSearchParams();
  usePageTitle(t("support.title"));
  return (
    <div className={styles.page}>
      <PageHeader title={t("support.title")} description={t("support.text")} />
      <ContactForm
        address={address}
        subject={search.get("topic") === "upgrade" ? t("support.upgradeSubject") : ""}
        requestId={notifications.lastRequestId}
        mailHref={(mail) => mailTo({ to: address, ...mail })}
        onCopy={copyText}
      />
      <p>
        <a href={hrefTo.help()}>{t("support.toHelp")}</a>
      </p>
    </div>
  );
});
