import { observer } from "mobx-react-lite";
import { use, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Company } from "../../../contract/access/companies.ts";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { Form } from "../../components/patterns/Form.tsx";
import { FormField } from "../../components/patterns/FormField.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Button } from "../../components/ui/Button.tsx";
import { InputGroup } from "../../components/ui/InputGroup.ts";
import styles from "./CompanyNameSection.module.css";

/** The name of the company, mainly for invitations. Renders nothing where it could not be loaded: the time zone below shows the error. */
export const CompanyNameSection = observer(function CompanyNameSection({
  answer,
}: {
  answer: Promise<Result<Company>>;
}) {
  const result = use(answer);
  const { companies } = useServices();
  const { notifications, session } = useStore();
  const { t } = useTranslation("settings");
  const errors = useTranslation("errors");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation(({ id }: Company, trimmed: string) => companies.update(id, { name: trimmed }), {
    onSuccess: async () => {
      notifications.show(t("saved"));
      // The user's company contains the name too.
      await Promise.all([session.load(), revalidate()]);
      setTyped(null);
    },
  });
  if (!result.success) return null;

  const { name } = result.data;
  const text = typed ?? name;
  const trimmed = text.trim();
  const shown = save.error && formatError(save.error);
  return (
    <Form
      className={styles.company}
      faults={{ name: trimmed === "" ? errors.t("required") : null }}
      isLive
      failure={shown}
      failureTitle={t("company.saveFailed")}
      isBusy={save.isPending}
      onSubmit={() => {
        if (trimmed !== name) void save.mutate(result.data, trimmed);
      }}
    >
      {({ errorsOf }) => (
        <FormField label={t("company.name")} errors={errorsOf("name")} help={t("company.nameHelp")}>
          {(control) => (
            <div className={styles.line}>
              <InputGroup
                {...control}
                autoComplete="organization"
                maxLength={TEXT_LIMITS.name}
                value={text}
                onValueChange={setTyped}
              />
              <Button type="submit" text={t("save")} loading={save.isPending} />
            </div>
          )}
        </FormField>
      )}
    </Form>
  );
});
