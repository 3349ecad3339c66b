import { observer } from "mobx-react-lite";
import { useRevalidator } from "react-router-dom";
import type { Session } from "../../../contract/access/sessions.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { SessionList } from "../../components/account/SessionList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { Button } from "../../components/ui/Button.tsx";
import { Text } from "../../components/ui/Text.tsx";

/** The user's sessions, with revocation. */
export const SessionsSection = observer(function SessionsSection({ answer }: { answer: Promise<Result<Session[]>> }) {
  const query = useLoaderState(answer);
  const { users } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const revoke = useMutation((id: string) => users.revokeSession(id), { onSettled: revalidate });
  const revokeOthers = useConfirmation(() => users.revokeOtherSessions(), {
    onSuccess: async () => {
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
                  onClick={() => revokeOthers.ask(null)}
                />
              </div>
            )}
            <ConfirmDialog
              {...revokeOthers.dialog}
              title={t("sessions.endAllTitle")}
              text={t("sessions.endAllText", { count: others.length })}
              action={t("sessions.endAll")}
            />
          </>
        );
      }}
    </AsyncContent>
  );
});
