import { Tab, Tabs } from "@blueprintjs/core";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { PageHeader } from "../../components/PageHeader/PageHeader.tsx";
import { PasswordForm } from "../../components/PasswordForm/PasswordForm.tsx";
import { ProfileForm } from "../../components/ProfileForm/ProfileForm.tsx";
import type { ProfileBody } from "../../../contract/users.ts";
import { useWords } from "../../i18n/useWords.ts";
import type { ApiError } from "../../services/result.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useFailureText } from "../useFailureText.ts";
import { useSwitchLanguage } from "../useLocale.ts";
import { usePageTitle } from "../usePageTitle.ts";
import styles from "./SettingsRoute.module.css";

const TABS = ["profile", "password"] as const;

export const Component = observer(function SettingsRoute() {
  const { t } = useWords("settings");
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "profile";
  usePageTitle(t("title"));
  return (
    <>
      <PageHeader title={t("title")} />
      <Tabs
        id="settings"
        selectedTabId={tab}
        renderActiveTabPanelOnly
        onChange={(name) => {
          setSearch({ tab: String(name) });
        }}
      >
        <Tab id="profile" title={t("profile")} panel={<Profile />} panelClassName={styles.panel} />
        <Tab id="password" title={t("passwordTab")} panel={<Password />} panelClassName={styles.panel} />
      </Tabs>
    </>
  );
});

const Profile = observer(function Profile() {
  const store = useStore();
  const services = useServices();
  const { t } = useWords("settings");
  const wordFailure = useFailureText();
  const switchLanguage = useSwitchLanguage(storeEnv(store).storage);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { user } = store.session;
  if (!user) return null;

  const handleSave = async (profile: ProfileBody): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await services.users.updateMe(profile);
    setBusy(false);
    if (!answer.success) {
      setFailure(answer.error);
      return;
    }
    store.session.setUser(answer.data);
    switchLanguage(answer.data.language);
    store.notifications.show(t("saved"));
  };

  return (
    <ProfileForm
      user={user}
      theme={store.theme.value}
      onTheme={store.theme.set}
      isBusy={isBusy}
      failure={failure && wordFailure(failure)}
      onSave={(profile) => void handleSave(profile)}
    />
  );
});

const Password = observer(function Password() {
  const store = useStore();
  const services = useServices();
  const { t } = useWords("settings");
  const wordFailure = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [changes, setChanges] = useState(0);

  return (
    <PasswordForm
      key={changes}
      owner={{ email: store.session.user?.email ?? "", name: store.session.user?.name ?? "" }}
      isBusy={isBusy}
      failure={failure && wordFailure(failure)}
      onSubmit={(passwords) => {
        setBusy(true);
        setFailure(null);
        void services.users.changePassword(passwords).then((answer) => {
          setBusy(false);
          if (!answer.success) {
            setFailure(answer.error);
            return;
          }
          setChanges(changes + 1);
          store.notifications.show(t("passwordChanged"));
        });
      }}
    />
  );
});
