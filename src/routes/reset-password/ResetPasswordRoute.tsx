import { observer } from "mobx-react-lite";
import { useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { ResetPasswordForm } from "../../components/auth/ResetPasswordForm.tsx";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { appContext, useServices } from "../appContext.tsx";
import { signInNotice } from "../session/signInNotice.ts";
import { hrefTo } from "../paths.ts";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { usePublicPage } from "../guards/usePublicPage.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";

/** Whether the link is still valid, checked before the form is shown. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return context.get(appContext).services.users.validateReset(token, request.signal);
}

/** A host may report an invalid link in the response or by its status. */
const REFUSED = new Set([400, 403, 404, 409, 410]);

export const Component = observer(function ResetPasswordRoute() {
  const result = useLoaderData<typeof loader>();
  const query = useLoaderState(result);
  const { t } = useTranslation("auth");
  const page = usePublicPage();
  const isInvalid = result.success ? result.data?.valid === false : REFUSED.has(result.error.status ?? 0);
  const title = isInvalid ? t("resetInvalidTitle") : t("resetTitle");
  usePageTitle(title);

  return (
    <AuthLayout title={title} text={isInvalid ? t("resetInvalidText") : t("resetText")} {...page}>
      {isInvalid ? (
        <LinkButton href={hrefTo.forgotPassword()} intent="primary" size="large" fill text={t("toForgot")} />
      ) : result.success ? (
        <Reset />
      ) : (
        <QueryFailure query={query} failed={t("resetCheckFailed")} />
      )}
      <a href={hrefTo.login()}>{t("toLogin")}</a>
    </AuthLayout>
  );
});

function Reset() {
  const services = useServices();
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const reset = useMutation(
    (passwords: { new_password: string; confirm_password: string }) =>
      services.users.resetPassword({ token: search.get("token") ?? "", ...passwords }),
    { onSuccess: () => navigate(hrefTo.login(), { replace: true, state: signInNotice("resetDone") }) },
  );

  return (
    <ResetPasswordForm
      isBusy={reset.isPending}
      failure={reset.error && formatError(reset.error)}
      onSubmit={(passwords) => void reset.mutate(passwords)}
    />
  );
}
