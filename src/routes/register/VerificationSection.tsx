import { Text } from "../../components/ui/Text.tsx";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { VerifyForm } from "../../components/auth/VerifyForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { signInNotice } from "../session/signInNotice.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Button } from "../../components/ui/Button.tsx";

export interface VerificationSectionProps {
  email: string;
  onVerified: (sessionToken: string) => void;
  /** The user is verified and has to sign in. */
  onSignIn: () => void;
  /** Returns to the form, for another address or name. */
  onBack: () => void;
}

/** The verification code that a host mails to a new user. */
export function VerificationSection({ email, onVerified, onSignIn, onBack }: VerificationSectionProps) {
  const services = useServices();
  const { t } = useTranslation("auth");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const [sent, setSent] = useState(1);
  const verify = useMutation((code: string) => services.users.verify(code, email), {
    onSuccess: async ({ token }) => {
      if (token !== null) return onVerified(token);
      onSignIn();
      return navigate(hrefTo.login(), { replace: true, state: signInNotice("verified") });
    },
  });
  const resend = useMutation(() => services.users.resendVerification(email), {
    onSuccess: () => setSent((count) => count + 1),
  });
  const failure = verify.error ?? resend.error;

  return (
    <>
      <VerifyForm
        email={email}
        sent={sent}
        isBusy={verify.isPending}
        isResending={resend.isPending}
        failure={failure && formatError(failure)}
        onSubmit={(code) => {
          resend.reset();
          void verify.mutate(code);
        }}
        onResend={() => {
          verify.reset();
          void resend.mutate();
        }}
      />
      <Text as="div" role="status" tone="muted">
        {sent > 1 && t("resent")}
      </Text>
      <Button variant="minimal" text={t("verifyBack")} onClick={onBack} />
    </>
  );
}
