import { useState } from "react";
import { CodeDialog } from "../../components/auth/CodeDialog.tsx";
import { PasswordDialog } from "../../components/auth/PasswordDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { askForPasskey, hasPasskeys } from "../secondFactors/passkeyAnswers.ts";
import { usePasskey } from "../secondFactors/usePasskey.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { PasswordPrompt } from "./passwordPrompt.ts";

export interface PasswordConfirmationDialogProps {
  question: PasswordPrompt;
  /** The element that had the focus before the request. */
  lastFocused: () => HTMLElement | null;
}

/** Sends the password, or a second factor of the account in its place; a wrong one is asked for again. Loaded when a request requires it. */
export function PasswordConfirmationDialog({ question, lastFocused }: PasswordConfirmationDialogProps) {
  const { users, secondFactors } = useServices();
  const { t } = useTranslation("secondFactors");
  const formatError = useErrorMessage();
  const [opener] = useState(lastFocused);
  const [isByCode, setByCode] = useState(false);
  const accept = (): void => question.answer(true);
  const factors = useQuery(queryKeys.secondFactors(), (signal) => secondFactors.list(signal)).data;
  const send = useMutation((password: string) => users.confirmPassword(password), { onSuccess: accept });
  const sendCode = useMutation((code: string) => secondFactors.confirmByCode(code), {
    onSuccess: accept,
  });
  const passkey = usePasskey(
    () => secondFactors.beginConfirmation(),
    askForPasskey,
    (assertion) => secondFactors.confirmByPasskey(assertion),
    accept,
  );
  const request = isByCode ? sendCode : send;
  const isBusy = request.isPending || passkey.isBusy;
  const canUsePasskey = factors !== null && factors.passkeys.length > 0 && hasPasskeys();
  const dialog = {
    isBusy,
    failure: passkey.failure ?? (request.error && formatError(request.error)),
    opener,
    onConfirm: (text: string) => {
      passkey.reset();
      void request.mutate(text);
    },
    onCancel: () => question.answer(false),
    alternatives: (canUsePasskey || factors?.app) && (
      <Stack gap={1} align="start">
        {canUsePasskey && (
          <Button
            variant="minimal"
            text={t("confirm.passkey")}
            disabled={isBusy}
            onClick={() => {
              request.reset();
              passkey.start();
            }}
          />
        )}
        {factors?.app && (
          <Button
            variant="minimal"
            text={isByCode ? t("confirm.byPassword") : t("confirm.byCode")}
            disabled={isBusy}
            onClick={() => {
              request.reset();
              passkey.reset();
              setByCode(!isByCode);
            }}
          />
        )}
      </Stack>
    ),
  };
  return isByCode ? <CodeDialog {...dialog} /> : <PasswordDialog {...dialog} />;
}
