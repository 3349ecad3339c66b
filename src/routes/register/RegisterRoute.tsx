import { AnchorButton, Button, InputGroup, Intent } from "@blueprintjs/core";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import type { PublicInvitation } from "../../../contract/companies.ts";
import { FailedState } from "../../components/FailedState/FailedState.tsx";
import { FormFailure } from "../../components/FormFailure/FormFailure.tsx";
import { FormField } from "../../components/FormField/FormField.tsx";
import { PublicPage } from "../../components/PublicPage/PublicPage.tsx";
import { RegisterForm } from "../../components/RegisterForm/RegisterForm.tsx";
import { useWords } from "../../i18n/useWords.ts";
import type { ApiError } from "../../services/result.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useFailureText } from "../useFailureText.ts";
import { useSwitchLanguage } from "../useLocale.ts";
import { usePageTitle } from "../usePageTitle.ts";

/** The invitation behind the token. That it cannot be used is something to say, not a broken page. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return context.get(appContext).services.users.invitation(token, request.signal);
}

export const Component = observer(function RegisterRoute() {
  const result = useLoaderData<typeof loader>();
  const store = useStore();
  const { t } = useWords("auth");
  const wordFailure = useFailureText();
  const switchLanguage = useSwitchLanguage(storeEnv(store).storage);
  const title = result.success ? t("registerTitle", { company: result.data.company.name }) : t("invitationTitle");
  usePageTitle(title);
  const isGone = result.error !== null && [400, 404, 409, 410].includes(result.error.status ?? 0);

  return (
    <PublicPage
      title={title}
      theme={store.theme.value}
      onToggleTheme={store.theme.toggle}
      onLanguage={switchLanguage}
      text={isGone ? t("invitationGone") : undefined}
    >
      {result.success ? (
        <Registration invitation={result.data} />
      ) : (
        <>
          {!isGone && <FailedState failure={wordFailure(result.error)} />}
          <AnchorButton href={hrefTo.login()} text={t("toLogin")} />
        </>
      )}
    </PublicPage>
  );
});

const Registration = observer(function Registration({ invitation }: { invitation: PublicInvitation }) {
  const store = useStore();
  const services = useServices();
  const { t } = useWords("auth");
  const states = useWords("states");
  const wordFailure = useFailureText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [verifying, setVerifying] = useState<string | null>(null);

  // The link that a new installation prints is for whoever reads it: it names no address.
  const email = invitation.email === "" ? null : invitation.email;
  const role = states.t(`roles.${invitation.role}`);

  const enter = async (token: string): Promise<void> => {
    store.session.start(token);
    await navigate(hrefTo.home(), { replace: true });
  };
  const handleSubmit = async (person: {
    email: string;
    name: string;
    password: string;
    confirm_password: string;
  }): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const answer = await services.users.register(search.get("token") ?? "", person);
    setBusy(false);
    if (!answer.success) setFailure(answer.error);
    else if ("token" in answer.data) await enter(answer.data.token);
    else setVerifying(person.email);
  };

  if (verifying !== null) return <Verification email={verifying} onVerified={(token) => void enter(token)} />;
  return (
    <>
      <p>{email === null ? t("registerTextOpen", { role }) : t("registerText", { email, role })}</p>
      <RegisterForm
        email={email}
        isBusy={isBusy}
        failure={failure && wordFailure(failure)}
        onSubmit={(person) => void handleSubmit(person)}
      />
    </>
  );
});

/** The code that a host sends by mail before it lets a new person in. */
const Verification = observer(function Verification({
  email,
  onVerified,
}: {
  email: string;
  onVerified: (token: string) => void;
}) {
  const services = useServices();
  const store = useStore();
  const { t } = useWords("auth");
  const wordFailure = useFailureText();
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<ApiError | null>(null);

  const handleSubmit = async (): Promise<void> => {
    const answer = await services.users.verify(code.trim(), email);
    if (answer.success) onVerified(answer.data.token);
    else setFailure(answer.error);
  };
  const handleResend = async (): Promise<void> => {
    const answer = await services.users.resendVerification(email);
    if (answer.success) store.notifications.show(t("resent"));
    else setFailure(answer.error);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit();
      }}
    >
      <p>{t("verifyText", { email })}</p>
      <FormFailure title={t("registerFailed")} failure={failure && wordFailure(failure)} />
      <FormField label={t("code")}>
        {(control) => (
          <InputGroup {...control} autoComplete="one-time-code" maxLength={12} value={code} onValueChange={setCode} />
        )}
      </FormField>
      <Button type="submit" intent={Intent.PRIMARY} text={t("verify")} disabled={code.trim() === ""} />
      <Button variant="minimal" text={t("resend")} onClick={() => void handleResend()} />
    </form>
  );
});
