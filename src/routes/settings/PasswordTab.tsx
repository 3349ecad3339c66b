import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import { ChangePasswordForm } from "../../components/account/ChangePasswordForm.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError } from "../../services/result.ts";
import type { ChangePassword } from "../../services/users.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { SessionsSection } from "./SessionsSection.tsx";
import type { SettingsData } from "./settingsLoader.ts";
import styles from "./SettingsRoute.module.css";

export const PasswordTab = observer(function PasswordTab() {
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [changes, setChanges] = useState(0);
  const { sessions } = useLoaderData<SettingsData>();
  const { revalidate } = useRevalidator();
  const { user } = store.session;

  const handleSubmit = async (passwords: ChangePassword): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await services.users.changePassword(passwords);
    setBusy(false);
    if (!answer.success) {
      setFailure(answer.error);
      return;
    }
    setChanges(changes + 1);
    store.notifications.show(t("passwordChanged"));
    await revalidate();
  };

  return (
    <div className={styles.parts}>
      <div className={styles.narrow}>
        <ChangePasswordForm
          key={changes}
          owner={{ email: user?.email ?? "", name: user?.name ?? "" }}
          isBusy={isBusy}
          failure={failure && formatError(failure)}
          onSubmit={(passwords) => void handleSubmit(passwords)}
        />
      </div>
      {sessions && (
        <section className={styles.part} aria-labelledby="sessions-title">
          <h2 id="sessions-title">{t("sessions.title")}</h2>
          <p className={styles.help}>{t("sessions.text")}</p>
          <Suspense fallback={<Skeleton shape="rows" count={2} height="3.25rem" />}>
            <SessionsSection answer={sessions} />
          </Suspense>
        </section>
      )}
    </div>
  );
});
