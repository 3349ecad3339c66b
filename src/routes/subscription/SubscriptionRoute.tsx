import { Text } from "../../components/ui/Text.tsx";
import { observer } from "mobx-react-lite";
import { useId, useState } from "react";
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router-dom";
import { AdminContacts } from "../../components/company/AdminContacts.tsx";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { mailTo } from "../support/mailTo.ts";
import { supportContacts } from "../support/supportContacts.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { usePublicPage } from "../guards/usePublicPage.ts";
import { useSignOut } from "../session/useSignOut.ts";
import { Button } from "../../components/ui/Button.tsx";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";

export const loader = ({ request, context }: LoaderFunctionArgs) => {
  return supportContacts(context.get(appContext), request.signal);
};

/** The only screen of an expired subscription. It has no link to /support, which an expired subscription blocks as well. */
export const Component = observer(function SubscriptionRoute() {
  const { address, admins } = useLoaderData<typeof loader>();
  const store = useStore();
  const { t } = useTranslation("plan");
  const shell = useTranslation("shell");
  const formatError = useErrorMessage();
  const page = usePublicPage();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const contactsId = useId();
  const [showsContacts, setShowsContacts] = useState(false);
  usePageTitle(t("subscription.title"));
  const company = store.session.user?.company?.name ?? "";
  const signsOutAt = store.session.user?.signs_out_at;

  /** If it was renewed meanwhile, the guard redirects to the app. */
  const check = useMutation(
    async (): Promise<Result<boolean>> => {
      const error = await store.plan.load();
      if (error) return { success: false, data: null, error };
      return { success: true, data: store.plan.current?.subscription_status === "expired", error: null };
    },
    { onSuccess: (isExpired) => (isExpired ? undefined : navigate(hrefTo.home())) },
  );

  const mailHref = (to: string): string => mailTo({ to, subject: t("subscription.title"), body: company });
  return (
    <AuthLayout title={t("subscription.title")} text={t("subscription.text")} {...page}>
      <Text as="p" overflow="anywhere">
        {address === null
          ? !store.session.isCompanyAdmin && t("subscription.whoMemberOnly")
          : t(store.session.isCompanyAdmin ? "subscription.whoAdmin" : "subscription.whoMember", { address })}
      </Text>
      {address !== null ? (
        <LinkButton intent="primary" size="large" fill text={t("subscription.contact")} href={mailHref(address)} />
      ) : (
        <>
          <DisclosureButton
            variant="button"
            button={{ icon: undefined, intent: "primary", size: "large", fill: true }}
            isOpen={showsContacts}
            controls={contactsId}
            onToggle={() => setShowsContacts(!showsContacts)}
          >
            {t("subscription.contact")}
          </DisclosureButton>
          <div id={contactsId} role="status">
            {showsContacts && <AdminContacts admins={admins} mailHref={mailHref} />}
          </div>
        </>
      )}
      <Button text={t("subscription.check")} loading={check.isPending} onClick={() => void check.mutate()} />
      <div role="status">
        {check.error ? formatError(check.error).text : check.data === true && t("subscription.still")}
      </div>
      <Button variant="minimal" text={shell.t("logout")} onClick={signOut} />
      {signsOutAt !== undefined && (
        <Text as="p" tone="muted" overflow="anywhere">
          {shell.t("logoutAt", { provider: signsOutAt })}
        </Text>
      )}
    </AuthLayout>
  );
});
