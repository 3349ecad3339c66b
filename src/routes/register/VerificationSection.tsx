import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { VerifyForm } from "../../components/auth/VerifyForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { signInNotice } from "../signInNotice.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Button } from "../../components/ui/Button.ts";

export interface VerificationSectionProps {
  email: string;
  onVerified: (sessionToken: string) => void;
  /** The user is verified and has to sign in. */
  onSignIn: () => void;
  /** Returns to the form, for another address or name. */
  onBack: () => void;
}

/** The verification code that a host mails to a new user. */
export const VerificationSection = observer(function Verification({
  email,
  onVerified,
  onSignIn,
  onBack,
}: VerificationSectionProps) {
  const services = useServices();
  const { t } = useTranslation("auth");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sent, setSent] = useState(1);

  const handleSubmit = async (code: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await services.users.verify(code, email);
    setBusy(false);
    if (!answer.success) setFailure(answer.error);
    else if (answer.data.token !== null) onVerified(answer.data.token);
    else {
      onSignIn();
      await navigate(hrefTo.login(), { replace: true, state: signInNotice("verified") });
    }
  };
  const handleResend = async (): Promise<void> => {
    setFailure(null);
    const answer = await services.users.resendVerification(email);
    if (answer.success) setSent(sent + 1);
    else setFailure(answer.error);
  };

  return (
    <>
      <VerifyForm
        email={email}
        sent={sent}
        isBusy={isBusy}
        failure={failure && formatError(failure)}
        onSubmit={(code) => void handleSubmit(code)}
        onResend={() => void handleResend()}
      />
      <div role="status" style={{ color: "var(--clew-muted)" }}>
        {sent > 1 && t("resent")}
      </div>
      <Button variant="minimal" text={t("verifyBack")} onClick={onBack} />
    </>
  );
});
