import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router-dom";
import { AuthLayout } from "../../components/auth/AuthLayout.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext } from "../appContext.tsx";
import { usePublicPage } from "../guards/usePublicPage.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { hrefTo } from "../paths.ts";
import { useSignOut } from "../session/useSignOut.ts";
import { SecondFactorsSection } from "../settings/SecondFactorsSection.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const secondFactors = context.get(appContext).services.secondFactors.list(request.signal);
  await withGracePeriod(secondFactors);
  return { secondFactors };
}

/** The only screen of a user whose company requires a second factor, until one is set up. */
export const Component = observer(function SecondFactorRequiredRoute() {
  const { secondFactors } = useLoaderData<typeof loader>();
  const store = useStore();
  const { t } = useTranslation("secondFactors");
  const shell = useTranslation("shell");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const page = usePublicPage();
  usePageTitle(t("required.title"));
  /** Reads the user again: the guard then opens the app. Not sooner, because the recovery codes are shown here. */
  const check = useMutation(
    async (): Promise<Result<boolean>> => {
      const error = await store.session.load();
      if (error) return { success: false, data: null, error };
      return { success: true, data: store.session.user?.lacks_required_factor === true, error };
    },
    { onSuccess: (stillLacks) => (stillLacks ? undefined : navigate(hrefTo.home())) },
  );
  return (
    <AuthLayout title={t("required.title")} text={t("required.text")} {...page}>
      <Section title={t("title")} headingLevel={2} lead={t("text")}>
        <Suspense fallback={<Skeleton shape="rows" count={3} height="3.25rem" />}>
          <SecondFactorsSection answer={secondFactors} />
        </Suspense>
      </Section>
      <Button
        intent="primary"
        size="large"
        fill
        text={t("required.continue")}
        loading={check.isPending}
        onClick={() => void check.mutate()}
      />
      <div role="status">
        {check.error ? formatError(check.error).text : check.data === true && t("required.still")}
      </div>
      <Button variant="minimal" text={shell.t("logout")} onClick={signOut} />
    </AuthLayout>
  );
});
