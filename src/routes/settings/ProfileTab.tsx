import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Language, ProfileBody } from "../../../contract/users.ts";
import { ProfileForm } from "../../components/account/ProfileForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError } from "../../services/result.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSwitchLanguage } from "../useLocale.ts";

export const ProfileTab = observer(function ProfileTab() {
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const switchLanguage = useSwitchLanguage(storeEnv(store).storage);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { user } = store.session;
  if (!user) return null;

  const save = async (profile: ProfileBody): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    const answer = await services.users.updateMe(profile);
    setBusy(false);
    if (answer.success) store.session.setUser(answer.data);
    else setFailure(answer.error);
    return answer.success;
  };
  /** The page switches at once; if the profile cannot be saved, this browser still stores the language. */
  const handleLanguage = async (language: Language): Promise<void> => {
    store.session.setUser({ ...user, language });
    switchLanguage(language);
    await save({ name: user.name, language });
  };

  return (
    <ProfileForm
      user={user}
      theme={store.theme.value}
      onTheme={store.theme.set}
      onLanguage={(language) => void handleLanguage(language)}
      singleKeys={{ isOn: store.shortcuts.singleKeyEnabled, onChange: store.shortcuts.setSingleKey }}
      isBusy={isBusy}
      failure={failure && formatError(failure)}
      onSave={(profile) =>
        void save(profile).then((isSaved) => {
          if (isSaved) store.notifications.show(t("saved"));
        })
      }
    />
  );
});
