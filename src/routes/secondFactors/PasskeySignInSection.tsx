import { FormError } from "../../components/patterns/FormError.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { askForPasskey, hasPasskeys } from "./passkeyAnswers.ts";
import { usePasskey } from "./usePasskey.ts";
import { useSignedIn } from "./useSignedIn.ts";

/** Signs in by a passkey alone. Renders nothing in a browser without passkeys. */
export function PasskeySignInSection() {
  const { secondFactors } = useServices();
  const { t } = useTranslation("secondFactors");
  const passkey = usePasskey(
    () => secondFactors.beginPasskeySignIn(),
    askForPasskey,
    (assertion) => secondFactors.finishPasskeySignIn(assertion),
    useSignedIn(),
  );
  if (!hasPasskeys()) return null;
  return (
    <>
      <FormError title={t("step.failed")} failure={passkey.failure} />
      <Button
        variant="outlined"
        size="large"
        fill
        text={t("signInByPasskey")}
        loading={passkey.isBusy}
        onClick={() => passkey.start()}
      />
    </>
  );
}
