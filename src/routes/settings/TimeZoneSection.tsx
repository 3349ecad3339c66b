import { observer } from "mobx-react-lite";
import { useRevalidator } from "react-router-dom";
import type { Company } from "../../../contract/access/companies.ts";
import { FormError } from "../../components/patterns/FormError.tsx";
import { TimeZoneSelect } from "../../components/patterns/TimeZoneSelect.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { Section } from "../../components/ui/Section.tsx";

/** The time zone in which the company's days begin. Omitted for a host that returns none. */
export const TimeZoneSection = observer(function TimeZoneSection({ answer }: { answer: Promise<Result<Company>> }) {
  const query = useLoaderState(answer);
  const { companies } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const save = useMutation(({ id, name }: Company, time_zone: string) => companies.update(id, { name, time_zone }), {
    onSuccess: async () => {
      notifications.show(t("saved"));
      await revalidate();
    },
  });
  if (query.data && query.data.time_zone === undefined) return null;
  return (
    <Section title={t("zone.title")} headingLevel={2} lead={t("zone.text")}>
      <AsyncContent query={query} failed={t("zone.failed")}>
        {(company) => (
          <>
            <FormError title={t("zone.saveFailed")} failure={save.error && formatError(save.error)} shownFields={[]} />
            <div>
              <TimeZoneSelect
                label={t("zone.title")}
                isBusy={save.isPending}
                value={save.pending[0]?.[1] ?? company.time_zone ?? null}
                onChange={(value) => {
                  if (value !== null) void save.mutate(company, value);
                }}
              />
            </div>
          </>
        )}
      </AsyncContent>
    </Section>
  );
});
