import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ThreadIllustration } from "../../components/patterns/ThreadIllustration.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./NotFoundRoute.module.css";

export function Component() {
  const { t } = useTranslation("shell");
  usePageTitle(t("notFound.title"));
  return (
    <>
      <Text as="h1" size="heading" tone="muted" className={styles.status}>
        404
      </Text>
      <EmptyState
        icon={<ThreadIllustration reach={2} />}
        title={t("notFound.title")}
        action={
          <>
            <LinkButton intent="primary" href={hrefTo.home()} text={t("notFound.home")} />
            <LinkButton href={hrefTo.projects()} text={t("notFound.projects")} />
          </>
        }
      >
        {t("notFound.text")}
      </EmptyState>
    </>
  );
}
