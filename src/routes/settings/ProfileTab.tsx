import { observer } from "mobx-react-lite";
import type { ProfileBody } from "../../../contract/access/users.ts";
import { ProfileForm } from "../../components/account/ProfileForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSaveLanguage } from "../session/useSaveLanguage.ts";

export const Component = observer(function ProfileTab() {
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("settings");
  const formatError = useErrorMessage();
  const save = useMutation((profile: ProfileBody) => services.users.updateMe(profile), {
    onSuccess: (saved) => store.session.setUser(saved),
  });
  const language = useSaveLanguage();
  const error = save.error ?? language.error;
  const { user } = store.session;
  if (!user) return null;

  return (
    <ProfileForm
      user={user}
      theme={store.theme.value}
      onTheme={store.theme.set}
      onLanguage={(value) => {
        save.reset();
        language.save(value);
      }}
      singleKeys={{ isOn: store.preferences.singleKeyEnabled, onChange: store.preferences.setSingleKey }}
      isBusy={save.isPending || language.isPending}
      failure={error && formatError(error)}
      onSave={(profile) => {
        language.reset();
        void save.mutate(profile).then(({ success }) => {
          if (success) store.notifications.show(t("saved"));
        });
      }}
    />
  );
});
