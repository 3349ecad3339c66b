import { SecondFactorForm } from "../../components/auth/SecondFactorForm.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { askForPasskey, hasPasskeys } from "./passkeyAnswers.ts";
import { usePasskey } from "./usePasskey.ts";
import { useSignedIn } from "./useSignedIn.ts";

export interface SecondFactorSectionProps {
  /** Ticket that the server issued for the password. */
  ticket: string;
  /** Back to the password. */
  onBack: () => void;
}

/** Ends a sign-in whose password was right, by a code or a passkey. */
export function SecondFactorSection({ ticket, onBack }: SecondFactorSectionProps) {
  const { secondFactors } = useServices();
  const formatError = useErrorMessage();
  const onSignedIn = useSignedIn();
  const finish = useMutation((code: string) => secondFactors.finish(ticket, code), {
    onSuccess: onSignedIn,
  });
  const passkey = usePasskey(
    () => secondFactors.beginPasskeySignIn(),
    askForPasskey,
    (assertion) => secondFactors.finishPasskeySignIn(assertion, ticket),
    onSignedIn,
  );
  return (
    <SecondFactorForm
      isBusy={finish.isPending || passkey.isBusy}
      failure={passkey.failure ?? (finish.error && formatError(finish.error))}
      onSubmit={(code) => {
        passkey.reset();
        void finish.mutate(code);
      }}
      onPasskey={
        hasPasskeys()
          ? () => {
              finish.reset();
              passkey.start();
            }
          : undefined
      }
      onBack={onBack}
    />
  );
}
