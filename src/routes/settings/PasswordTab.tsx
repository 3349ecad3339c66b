import { observer } from "mobx-react-lite";
import { useState } from "react";
import { PasswordForm } from "../../components/PasswordForm/PasswordForm.tsx";
import { useWords } from "../../i18n/useWords.ts";
import type { ApiError } from "../../services/result.ts";
import type { ChangePassword } from "../../services/users.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useFailureText } from "../useFailureText.ts";

export const PasswordTab = observer(function PasswordTab() {
  const store = useStore();
  const services = useServices();
  const { t } = useWords("settings");
  const wordFailure = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [changes, setChanges] = useState(0);
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
  };

  return (
    <PasswordForm
      key={changes}
      owner={{ email: user?.email ?? "", name: user?.name ?? "" }}
      isBusy={isBusy}
      failure={failure && wordFailure(failure)}
      onSubmit={(passwords) => void handleSubmit(passwords)}
    />
  );
});
