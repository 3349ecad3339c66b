import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import { ChangePasswordForm } from "../../components/auth/ChangePasswordForm.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChangePassword } from "../../services/users.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { appContext, useServices } from "../appContext.tsx";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { SecondFactorsSection } from "./SecondFactorsSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { SettingsSections } from "./SettingsSections.tsx";
import styles from "./SettingsRoute.module.css";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context.get(appContext);
  const sessions = services.users.sessions(request.signal);
  const secondFactors = services.secondFactors.list(request.signal);
  await withGracePeriod(sessions, secondFactors);
  return { sessions, secondFactors };
}

/** Changing the password, second factors, and the user's sessions. */
export const Component = observer(function PasswordTab() {
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("settings");
  const factors = useTranslation("secondFactors");
  const formatError = useErrorMessage();
  const [changes, setChanges] = useState(0);
  const { sessions, secondFactors } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const { user } = store.session;

  const save = useMutation((passwords: ChangePassword) => services.users.changePassword(passwords), {
    onSuccess: async () => {
      setChanges((count) => count + 1);
      store.notifications.show(t("passwordChanged"));
      await revalidate();
    },
  });

  return (
    <SettingsSections>
      <div className={styles.narrow}>
        <ChangePasswordForm
          key={changes}
          owner={{ email: user?.email ?? "", name: user?.name ?? "" }}
          isBusy={save.isPending}
          failure={save.error && formatError(save.error)}
          onSubmit={(passwords) => void save.mutate(passwords)}
        />
      </div>
      <Section title={factors.t("title")} headingLevel={2} lead={factors.t("text")}>
        <Suspense fallback={<Skeleton shape="rows" count={3} height="3.25rem" />}>
          <SecondFactorsSection answer={secondFactors} />
        </Suspense>
      </Section>
      <Section title={t("sessions.title")} headingLevel={2} lead={t("sessions.text")}>
        <Suspense fallback={<Skeleton shape="rows" count={2} height="3.25rem" />}>
          <SessionsSection answer={sessions} />
        </Suspense>
      </Section>
    </SettingsSections>
  );
});
