import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Session } from "../../../contract/sessions.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { SessionList } from "../../components/account/SessionList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { Button } from "../../components/ui/Button.ts";
import { Text } from "../../components/ui/Text.tsx";

/** The user's sessions, with revocation. */
export const SessionsSection = observer(function SessionsSection({ answer }: { answer: Promise<Result<Session[]>> }) {
  const query = useLoaderState(answer);
  const { users } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation((id: string) => users.revokeSession(id), { onSettled: revalidate });
  const revokeOthers = useMutation(() => users.revokeOtherSessions(), {
    onSuccess: async () => {
      setAsking(false);
      notifications.show(t("sessions.ended"));
      await revalidate();
    },
  });
  return (
    <AsyncContent query={query} failed={t("sessions.failed")}>
      {(sessions) => {
        const others = sessions.filter(({ current }) => !current);
        return (
          <>
            <FormError
              title={t("sessions.endFailed")}
              failure={revoke.error && { text: formatError(revoke.error).text }}
            />
            <SessionList
              sessions={sessions}
              busy={revoke.pending.flat()}
              onRevoke={({ id }) => void revoke.mutate(id)}
            />
            {others.length === 0 ? (
              <Text as="p" tone="muted">
                {t("sessions.noOther")}
              </Text>
            ) : (
              <div>
                <Button
                  variant="outlined"
                  intent="danger"
                  text={t("sessions.endAll")}
                  onClick={() => setAsking(true)}
                />
              </div>
            )}
            <ConfirmDialog
              isOpen={isAsking}
              title={t("sessions.endAllTitle")}
              text={t("sessions.endAllText", { count: others.length })}
              action={t("sessions.endAll")}
              isBusy={revokeOthers.isPending}
              failure={revokeOthers.error ? formatError(revokeOthers.error).text : undefined}
              onConfirm={() => void revokeOthers.mutate()}
              onCancel={() => {
                revokeOthers.reset();
                setAsking(false);
              }}
            />
          </>
        );
      }}
    </AsyncContent>
  );
});
