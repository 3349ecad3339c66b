import { observer } from "mobx-react-lite";
import { SsoPasswordForm } from "../../components/auth/SsoPasswordForm.tsx";
import { SsoSignInForm } from "../../components/auth/SsoSignInForm.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSsoSignIn } from "./useSsoSignIn.ts";

export interface SsoSectionProps {
  /** A right password of the directory, whose account has a second factor. */
  onTicket: (ticket: string) => void;
}

/** Signing in at the company's provider, or with the password of its directory. */
export const SsoSection = observer(function SsoSection({ onTicket }: SsoSectionProps) {
  const { t } = useTranslation("sso");
  const formatError = useErrorMessage();
  const { begin, sendPassword, finish, failure, setFailure, directoryEmail, setDirectoryEmail, signOut } =
    useSsoSignIn(onTicket);

  if (finish.isPending) {
    return (
      <Text as="p" tone="muted" role="status">
        {t("finishing")}
      </Text>
    );
  }
  return (
    <>
      {signOut !== null && (
        <Callout intent={signOut === "done" ? "success" : "warning"} role="status">
          {t(`signedOut.${signOut}`)}
        </Callout>
      )}
      <FormError
        title={t("signInFailed")}
        failure={
          failure !== null
            ? { text: failure === "badAddress" ? t("badAddress") : t(`failures.${failure}`) }
            : finish.error && formatError(finish.error)
        }
      />
      {directoryEmail === null ? (
        <SsoSignInForm
          isBusy={begin.isPending}
          failure={begin.error && formatError(begin.error)}
          onSubmit={(email) => {
            setFailure(null);
            finish.reset();
            void begin.mutate(email);
          }}
        />
      ) : (
        <SsoPasswordForm
          email={directoryEmail}
          isBusy={sendPassword.isPending}
          failure={sendPassword.error && formatError(sendPassword.error)}
          onSubmit={(password) => {
            setFailure(null);
            void sendPassword.mutate(directoryEmail, password);
          }}
          onBack={() => {
            setFailure(null);
            sendPassword.reset();
            setDirectoryEmail(null);
          }}
        />
      )}
    </>
  );
});
