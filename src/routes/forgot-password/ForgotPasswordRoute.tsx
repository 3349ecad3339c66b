import { Text } from "../../components/ui/Text.tsx";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { ForgotPasswordForm } from "../../components/auth/ForgotPasswordForm.tsx";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { usePublicPage } from "../guards/usePublicPage.ts";
import { Button } from "../../components/ui/Button.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";

export const Component = observer(function ForgotPasswordRoute() {
  const services = useServices();
  const { t } = useTranslation("auth");
  const page = usePublicPage();
  const formatError = useErrorMessage();
  const [sent, setSent] = useState<{ email: string; isOutbox: boolean } | null>(null);
  const request = useMutation((email: string) => services.users.forgotPassword(email), {
    onSuccess: async (_, email) => {
      // Without a mail server the page does not claim that a mail was sent: the operator passes the link on.
      const installation = await services.installation.get();
      setSent({ email, isOutbox: installation.data?.sends_mail === false });
    },
  });
  const title = t(sent === null ? "forgotTitle" : sent.isOutbox ? "forgotOutboxTitle" : "forgotSentTitle");
  usePageTitle(title);

  return (
    <AuthLayout title={title} text={sent ? undefined : t("forgotText")} {...page}>
      {sent ? (
        <>
          <Text as="p" role="status" overflow="anywhere">
            {t(sent.isOutbox ? "forgotOutbox" : "forgotSentText", { email: sent.email })}
          </Text>
          <LinkButton href={hrefTo.login()} intent="primary" size="large" fill text={t("toLogin")} />
          <Button variant="minimal" text={t("otherEmail")} onClick={() => setSent(null)} />
        </>
      ) : (
        <>
          <ForgotPasswordForm
            isBusy={request.isPending}
            failure={request.error && formatError(request.error)}
            onSubmit={(email) => void request.mutate(email)}
          />
          <a href={hrefTo.login()}>{t("toLogin")}</a>
        </>
      )}
    </AuthLayout>
  );
});
