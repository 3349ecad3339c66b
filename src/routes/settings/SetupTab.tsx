import { useEffect, useState } from "react";
import { useLoaderData, useLocation, type LoaderFunctionArgs } from "react-router-dom";
import type { InstallationSetup, SetupPart, SetupTest } from "../../../contract/access/setup.ts";
import { SetupGuide } from "../../components/company/SetupGuide.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { adminCompany } from "./ownCompany.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { id } = await adminCompany(app, request.signal);
  const setup = app.services.companies.setup(id, request.signal);
  await withGracePeriod(setup);
  return { companyId: id, setup };
}

/** What the operator of the installation sets up, for the company's Admins. */
export function Component() {
  const { companyId, setup } = useLoaderData<typeof loader>();
  const { t } = useTranslation("settings");
  return (
    <AsyncContent query={useLoaderState(setup)} failed={t("setup.unknown")}>
      {(known) => <LoadedSetup companyId={companyId} setup={known} />}
    </AsyncContent>
  );
}

function LoadedSetup({ companyId, setup }: { companyId: string; setup: InstallationSetup }) {
  const services = useServices();
  const formatError = useErrorMessage();
  const { hash } = useLocation();
  const [results, setResults] = useState<Partial<Record<SetupPart, SetupTest>>>({});
  const put = (part: SetupPart, result: SetupTest | undefined): void =>
    setResults((now) => ({ ...now, [part]: result }));
  const test = useMutation((part: SetupPart) => services.companies.testSetup(companyId, part), {
    onSuccess: (result, part) => put(part, result),
    onError: (error, part) => put(part, { passed: false, text: formatError(error).text }),
  });
  const parts: readonly SetupPart[] = ["public_address", "mail", ...setup.providers.map(({ name }) => name)];
  // The part did not exist yet when the router looked for the place of the address.
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView({ block: "start" });
  }, [hash]);
  return (
    <SetupGuide
      setup={setup}
      origin={window.location.origin}
      openPart={parts.find((part) => hash === `#setup-${part}`) ?? null}
      results={results}
      testing={test.pending.map(([part]) => part)}
      onTest={(part) => {
        put(part, undefined);
        void test.mutate(part);
      }}
      onCopy={copyText}
    />
  );
}
