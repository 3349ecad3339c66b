import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { LoginForm } from "../../components/auth/LoginForm.tsx";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError } from "../../services/result.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { noticeOf } from "../signInNotice.ts";
import { hrefTo } from "../paths.ts";
import { afterLogin } from "../guardRules.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSwitchLanguage } from "../useLocale.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { Callout } from "../../components/ui/Callout.ts";

export const Component = observer(function LoginRoute() {
  const store = useStore();
  const { t } = useTranslation("auth");
  const formatError = useErrorMessage();
  const switchLanguage = useSwitchLanguage(storeEnv(store).storage);
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const notice = noticeOf(state);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  usePageTitle(t("loginTitle"));

  const handleSubmit = async (credentials: { email: string; password: string }): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const error = await store.session.login(credentials);
    if (error) {
      setFailure(error);
      setBusy(false);
      return;
    }
    await navigate(afterLogin(search), { replace: true });
  };

  return (
    <AuthLayout
      title={t("loginTitle")}
      text={t("loginText")}
      theme={store.theme.value}
      onToggleTheme={store.theme.toggle}
      onLanguage={switchLanguage}
    >
      {notice && (
        <Callout intent="success" compact role="status">
          {t(notice)}
        </Callout>
      )}
      <LoginForm
        forgotHref={hrefTo.forgotPassword()}
        isBusy={isBusy}
        failure={failure && formatError(failure)}
        onSubmit={(credentials) => void handleSubmit(credentials)}
      />
    </AuthLayout>
  );
});
