import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { ThreadIllustration } from "../../components/patterns/ThreadIllustration.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";

export function Component() {
  const { t } = useTranslation("shell");
  usePageTitle(t("notFound.title"));
  return (
    <>
      <PageHeader title="404" />
      <EmptyState
        icon={<ThreadIllustration reach={2} />}
        title={t("notFound.title")}
        action={<LinkButton intent="primary" href={hrefTo.home()} text={t("notFound.home")} />}
      >
        {t("notFound.text")}
      </EmptyState>
    </>
  );
}
