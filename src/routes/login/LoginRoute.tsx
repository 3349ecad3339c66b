import { observer } from "mobx-react-lite";
import { useLocation, useNavigate } from "react-router-dom";
import type { LoginBody } from "../../../contract/users.ts";
import { LoginForm } from "../../components/auth/LoginForm.tsx";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { noticeOf } from "../signInNotice.ts";
import { hrefTo } from "../paths.ts";
import { afterLogin } from "../guardRules.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { Callout } from "../../components/ui/Callout.ts";

export const Component = observer(function LoginRoute() {
  const store = useStore();
  const { t } = useTranslation("auth");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const notice = noticeOf(state);
  const login = useMutation(
    async (credentials: LoginBody): Promise<Result<null>> => {
      const error = await store.session.login(credentials);
      return error ? { success: false, data: null, error } : { success: true, data: null, error };
    },
    { onSuccess: () => navigate(afterLogin(search), { replace: true }) },
  );
  usePageTitle(t("loginTitle"));

  return (
    <AuthLayout
      title={t("loginTitle")}
      text={t("loginText")}
      theme={store.theme.value}
      onToggleTheme={store.theme.toggle}
      onLanguage={store.preferences.setLanguage}
    >
      {notice && (
        <Callout intent="success" compact role="status">
          {t(notice)}
        </Callout>
      )}
      <LoginForm
        forgotHref={hrefTo.forgotPassword()}
        isBusy={login.isPending}
        failure={login.error && formatError(login.error)}
        onSubmit={(credentials) => void login.mutate(credentials)}
      />
    </AuthLayout>
  );
});
