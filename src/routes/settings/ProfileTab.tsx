import { observer } from "mobx-react-lite";
import type { Language, ProfileBody } from "../../../contract/users.ts";
import { ProfileForm } from "../../components/account/ProfileForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export const Component = observer(function ProfileTab() {
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const save = useMutation((profile: ProfileBody) => services.users.updateMe(profile), {
    onSuccess: (saved) => store.session.setUser(saved),
  });
  const { user } = store.session;
  if (!user) return null;

  /** The page switches at once; if the profile cannot be saved, this browser still stores the language. */
  const handleLanguage = async (language: Language): Promise<void> => {
    store.session.setUser({ ...user, language });
    store.preferences.setLanguage(language);
    await save.mutate({ name: user.name, language });
  };

  return (
    <ProfileForm
      user={user}
      theme={store.theme.value}
      onTheme={store.theme.set}
      onLanguage={(language) => void handleLanguage(language)}
      singleKeys={{ isOn: store.preferences.singleKeyEnabled, onChange: store.preferences.setSingleKey }}
      isBusy={save.isPending}
      failure={save.error && formatError(save.error)}
      onSave={(profile) =>
        void save.mutate(profile).then(({ success }) => {
          if (success) store.notifications.show(t("saved"));
        })
      }
    />
  );
});
