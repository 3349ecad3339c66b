import { observer } from "mobx-react-lite";
import { Suspense, use, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from "react-router-dom";
import type { Installation } from "../../../contract/access/installation.ts";
import type { LoginBody } from "../../../contract/access/users.ts";
import { DemoSignIns } from "../../components/auth/DemoSignIns.tsx";
import { LoginForm } from "../../components/auth/LoginForm.tsx";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext } from "../appContext.tsx";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { noticeOf } from "../session/signInNotice.ts";
import { hrefTo } from "../paths.ts";
import { afterLogin } from "../guards/guardRules.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { LazyPasskeySignInSection, LazySecondFactorSection } from "../secondFactors/LazySecondFactors.ts";
import { LazySsoSection } from "../sso/LazySsoSection.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { Callout } from "../../components/ui/Callout.tsx";

/** Demo sign-ins and single sign-on are an addition to the form, so the page does not wait for a slow answer, and ignores a failed one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const installation = context.get(appContext).services.installation.get(request.signal);
  await withGracePeriod(installation);
  return { installation };
}

interface AdditionsProps {
  installation: Promise<Result<Installation>>;
  isBusy: boolean;
  onSignIn: (credentials: LoginBody) => void;
  onTicket: (ticket: string) => void;
}

function Additions({ installation, isBusy, onSignIn, onTicket }: AdditionsProps) {
  const { hash } = useLocation();
  // The section takes what came back out of the address.
  const [isReturn] = useState(() => hash.startsWith("#sso-"));
  const { demo_people: people = [], single_sign_on: hasSso, passkeys: hasPasskeys } = use(installation).data ?? {};
  return (
    <>
      {hasPasskeys === true && <LazyPasskeySignInSection />}
      {(hasSso === true || isReturn) && <LazySsoSection onTicket={onTicket} />}
      {people.length > 0 && (
        <DemoSignIns
          people={people}
          isBusy={isBusy}
          onSignIn={({ email, password }) => onSignIn({ email, password })}
        />
      )}
    </>
  );
}

export const Component = observer(function LoginRoute() {
  const store = useStore();
  const { t } = useTranslation("auth");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { installation } = useLoaderData<typeof loader>();
  const notice = noticeOf(state);
  /** Ticket of a correct password that needs a second factor. */
  const [ticket, setTicket] = useState<string | null>(null);
  const login = useMutation(
    (credentials: LoginBody): Promise<Result<string | null>> => store.session.login(credentials),
    {
      onSuccess: (given) => {
        setTicket(given);
        return given === null ? navigate(afterLogin(search), { replace: true }) : undefined;
      },
    },
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
        <Callout intent="success" role="status">
          {t(notice)}
        </Callout>
      )}
      {ticket === null ? (
        <>
          <LoginForm
            forgotHref={hrefTo.forgotPassword()}
            isBusy={login.isPending}
            failure={login.error && formatError(login.error)}
            onSubmit={(credentials) => void login.mutate(credentials)}
          />
          <Suspense fallback={null}>
            <Additions
              installation={installation}
              isBusy={login.isPending}
              onSignIn={(person) => void login.mutate(person)}
              onTicket={setTicket}
            />
          </Suspense>
        </>
      ) : (
        <Suspense fallback={null}>
          <LazySecondFactorSection ticket={ticket} onBack={() => setTicket(null)} />
        </Suspense>
      )}
    </AuthLayout>
  );
});
