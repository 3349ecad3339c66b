import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ThreadIllustration } from "../../components/patterns/ThreadIllustration.tsx";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./NotFoundRoute.module.css";

/** The address may be that of a project that is closed for the user. */
const ClosedProjectsSection = lazyComponent(
  () => import("../projects/ClosedProjectsSection.tsx"),
  "ClosedProjectsSection",
);

export const Component = observer(function NotFoundRoute() {
  const { session } = useStore();
  const { t } = useTranslation("shell");
  usePageTitle(t("notFound.title"));
  return (
    <>
      {session.user && (
        <Suspense>
          <ClosedProjectsSection followsOpened />
        </Suspense>
      )}
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
});
