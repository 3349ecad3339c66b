import { observer } from "mobx-react-lite";
import { useId } from "react";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Switch } from "../../components/ui/Switch.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useLatestMutation } from "../../queries/useLatestMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import styles from "./RecommendationSection.module.css";

/** Whether the user is recommended as an expert, in all projects. */
export const RecommendationSection = observer(function RecommendationSection() {
  const { t } = useTranslation("experts");
  const { experts } = useServices();
  const { notifications } = useStore();
  const formatError = useErrorMessage();
  const hint = useId();
  const stored = useQuery(queryKeys.expertPreference(), (signal) => experts.preference(signal));
  const { shownOf, choose } = useLatestMutation((next: boolean) => experts.setPreference(next), {
    onSuccess: (saved) => {
      stored.setData(() => saved);
      notifications.show(saved.recommended ? t("recommend.on") : t("recommend.off"));
    },
    onError: (error) => notifications.show(formatError(error).text, "error"),
  });
  return (
    <div className={styles.section}>
      <AsyncContent query={stored} loading={<Skeleton count={2} height="1.25rem" />}>
        {({ recommended }) => (
          <>
            <Switch
              label={t("recommend.label")}
              aria-describedby={hint}
              checked={shownOf() ?? recommended}
              onChange={(event) => void choose(event.currentTarget.checked)}
            />
            <Text as="p" id={hint} size="small" tone="muted">
              {t("recommend.hint")}
            </Text>
          </>
        )}
      </AsyncContent>
    </div>
  );
});
