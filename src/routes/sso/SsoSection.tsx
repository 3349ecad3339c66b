import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { SsoFailure, SsoSignOut } from "../../../contract/access/ssoReturn.ts";
import { readSsoReturn } from "../../../contract/access/ssoReturn.ts";
import { SsoPasswordForm } from "../../components/auth/SsoPasswordForm.tsx";
import { SsoSignInForm } from "../../components/auth/SsoSignInForm.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { afterLogin } from "../guards/guardRules.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { saveSsoAttempt, takeSsoAttempt, type SsoAttempt } from "./ssoAttempt.ts";

export interface SsoSectionProps {
  /** A right password of the directory, whose account has a second factor. */
  onTicket: (ticket: string) => void;
}

/** Signing in at the company's provider: goes there, and ends the sign-in when the browser comes back; or asks for the directory's password. */
export const SsoSection = observer(function SsoSection({ onTicket }: SsoSectionProps) {
  const store = useStore();
  const services = useServices();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const { t } = useTranslation("sso");
  const formatError = useErrorMessage();
  const [failure, setFailure] = useState<SsoFailure | "badAddress" | null>(null);
  /** The address whose directory is to be asked. */
  const [login, setLogin] = useState<string | null>(null);
  /** How a sign-out at the provider ended. */
  const [signedOut, setSignedOut] = useState<SsoSignOut | null>(null);
  const { tabStorage } = storeEnv(store);
  const begin = useMutation((email: string) => services.sso.begin(email), {
    onSuccess: (begun, email) => {
      if ("asks_password" in begun) {
        setLogin(email);
        return;
      }
      const { auth_url, verifier } = begun;
      if (!webHref(auth_url)) {
        setFailure("badAddress");
        return;
      }
      saveSsoAttempt(tabStorage, { verifier, search });
      window.open(auth_url, "_self");
    },
  });
  const signIn = useMutation((email: string, password: string) => services.sso.password({ email, password }), {
    onSuccess: async (answer) => {
      if ("failure" in answer) setFailure(answer.failure);
      else if ("second_factor" in answer) onTicket(answer.second_factor);
      else {
        store.session.start(answer.token);
        await store.session.load();
        await navigate(afterLogin(search), { replace: true });
      }
    },
  });
  const finish = useMutation((code: string, { verifier }: SsoAttempt) => services.sso.exchange({ code, verifier }), {
    onSuccess: async ({ token }, _code, attempt) => {
      store.session.start(token);
      await store.session.load();
      await navigate(afterLogin(attempt.search), { replace: true });
    },
  });

  const isHandled = useRef(false);
  useEffect(() => {
    const returned = readSsoReturn(hash);
    if (!returned || isHandled.current) return;
    isHandled.current = true;
    const attempt = takeSsoAttempt(tabStorage);
    // The code leaves the address and the history at once.
    void navigate({ search: attempt?.search ?? search }, { replace: true });
    // The person began at the provider: the sign-in begins again from here, so that it is bound to this page.
    if ("begin" in returned)
      void begin.mutate(returned.begin).then(({ success }) => {
        if (!success) setFailure("invalid");
      });
    else if ("failure" in returned) setFailure(returned.failure);
    else if ("signedOut" in returned) setSignedOut(returned.signedOut);
    else if (attempt) void finish.mutate(returned.code, attempt);
    // Begun in another tab or browser.
    else setFailure("expired");
  }, [hash, search, tabStorage, navigate, finish, begin]);

  if (finish.isPending) {
    return (
      <Text as="p" tone="muted" role="status">
        {t("finishing")}
      </Text>
    );
  }
  return (
    <>
      {signedOut !== null && (
        <Callout intent={signedOut === "done" ? "success" : "warning"} role="status">
          {t(`signedOut.${signedOut}`)}
        </Callout>
      )}
      <FormError
        title={t("signInFailed")}
        failure={
          failure !== null
            ? { text: failure === "badAddress" ? t("badAddress") : t(`failures.${failure}`) }
            : finish.error && formatError(finish.error)
        }
      />
      {login === null ? (
        <SsoSignInForm
          isBusy={begin.isPending}
          failure={begin.error && formatError(begin.error)}
          onSubmit={(email) => {
            setFailure(null);
            finish.reset();
            void begin.mutate(email);
          }}
        />
      ) : (
        <SsoPasswordForm
          email={login}
          isBusy={signIn.isPending}
          failure={signIn.error && formatError(signIn.error)}
          onSubmit={(password) => {
            setFailure(null);
            void signIn.mutate(login, password);
          }}
          onBack={() => {
            setFailure(null);
            signIn.reset();
            setLogin(null);
          }}
        />
      )}
    </>
  );
});
