import { Text } from "../../components/ui/Text.tsx";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { GENERIC_FAILURE } from "../../../contract/constants.ts";
import type { PublicInvitation } from "../../../contract/access/companies.ts";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { RegisterForm } from "../../components/auth/RegisterForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { appContext, useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { usePublicPage } from "../guards/usePublicPage.ts";
import { VerificationSection } from "./VerificationSection.tsx";
import { clearPendingVerification, savePendingVerification, readPendingVerification } from "./pendingVerification.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import type { ApiError } from "../../services/result.ts";

/** The invitation of the token. A failure is data for the screen, not for the error boundary. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return context.get(appContext).services.users.invitation(token, request.signal);
}

/** The invitation is unusable: used, expired or revoked. A host without codes has only its status. */
const GONE = new Set([400, 403, 404, 409, 410]);
const isUnusable = ({ code, status }: ApiError): boolean =>
  code === null || code === "not_found" ? GONE.has(status ?? 0) : code.startsWith("invitation.");

/** Texts of a refusal without a code that give no reason: ours, and the framework's default. */
const WITHOUT_REASON = new Set([GENERIC_FAILURE, "Not found."]);
const givesReason = ({ code, text }: ApiError): boolean =>
  code === null ? !WITHOUT_REASON.has(text) : code !== "not_found";

export const Component = observer(function RegisterRoute() {
  const result = useLoaderData<typeof loader>();
  const store = useStore();
  const { tabStorage } = storeEnv(store);
  const { t } = useTranslation("auth");
  const formatError = useErrorMessage();
  const page = usePublicPage();
  const query = useLoaderState(result);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  // A reload while the code is on its way continues at the same step: the invitation itself may be used by then.
  const [verifying, setVerifying] = useState(() => readPendingVerification(tabStorage, token));
  const isGone = result.error !== null && isUnusable(result.error);
  const title =
    verifying !== null
      ? t("verifyTitle")
      : result.success
        ? t("registerTitle", { company: result.data.company.name })
        : isGone
          ? t("invitationTitle")
          : t("invitationFailed");
  usePageTitle(title);

  const enter = async (sessionToken: string): Promise<void> => {
    clearPendingVerification(tabStorage);
    store.session.start(sessionToken);
    await navigate(hrefTo.home(), { replace: true });
  };

  if (verifying !== null) {
    return (
      <AuthLayout title={title} {...page}>
        <VerificationSection
          email={verifying}
          onVerified={(sessionToken) => void enter(sessionToken)}
          onSignIn={() => clearPendingVerification(tabStorage)}
          onBack={() => {
            clearPendingVerification(tabStorage);
            setVerifying(null);
            query.refetch();
          }}
        />
      </AuthLayout>
    );
  }
  if (result.success) {
    return (
      <AuthLayout title={title} {...page}>
        <Registration
          token={token}
          invitation={result.data}
          onEnter={(sessionToken) => void enter(sessionToken)}
          onVerify={(email) => {
            savePendingVerification(tabStorage, token, email);
            setVerifying(email);
          }}
        />
      </AuthLayout>
    );
  }
  // The host knows whether it was used, has expired or was revoked; without a reason the message names all three.
  const reason = givesReason(result.error) ? formatError(result.error).text : t("invitationGone");
  return (
    <AuthLayout title={title} text={isGone ? reason : undefined} {...page}>
      {isGone ? <Text as="p">{t("invitationAsk")}</Text> : <QueryFailure query={query} />}
      <LinkButton href={hrefTo.login()} text={t("toLogin")} />
    </AuthLayout>
  );
});

interface RegisterValue {
  email: string;
  name: string;
  password: string;
  confirm_password: string;
}

interface RegistrationProps {
  token: string;
  invitation: PublicInvitation;
  onEnter: (sessionToken: string) => void;
  onVerify: (email: string) => void;
}

function Registration({ token, invitation, onEnter, onVerify }: RegistrationProps) {
  const services = useServices();
  const { t, format } = useTranslation("auth");
  const states = useTranslation("states");
  const formatError = useErrorMessage();
  const register = useMutation((person: RegisterValue) => services.users.register(token, person), {
    onSuccess: (answer, person) => ("token" in answer ? onEnter(answer.token) : onVerify(person.email)),
  });

  // The invitation that a new installation prints names no address: anyone with the link can use it.
  const email = invitation.email === "" ? null : invitation.email;
  const role = states.t(`roles.${invitation.role}`);

  return (
    <>
      <Text as="p" overflow="anywhere">
        {email === null ? t("registerTextOpen", { role }) : t("registerText", { email, role })}{" "}
        {!Number.isNaN(Date.parse(invitation.expires_at)) &&
          t("invitationExpires", { date: format.date(invitation.expires_at) })}
      </Text>
      <RegisterForm
        email={email}
        isBusy={register.isPending}
        failure={register.error && formatError(register.error)}
        onSubmit={(person) => void register.mutate(person)}
      />
    </>
  );
}
