import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { AddedFactor, SecondFactors } from "../../../contract/access/secondFactors.ts";
import { AuthenticatorAppDialog } from "../../components/account/AuthenticatorAppDialog.tsx";
import { RecoveryCodesNotice } from "../../components/account/RecoveryCodesNotice.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { downloadFile } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { PasskeysSection } from "./PasskeysSection.tsx";

/** The user's second factors: passkeys, the authenticator app and recovery codes. */
export const SecondFactorsSection = observer(function SecondFactorsSection({
  answer,
}: {
  answer: Promise<Result<SecondFactors>>;
}) {
  const query = useLoaderState(answer);
  const { t } = useTranslation("secondFactors");
  const { notifications } = useStore();
  const { revalidate } = useRevalidator();
  const [fresh, setFresh] = useState<readonly string[] | null>(null);
  const added = async ({ recovery_codes: codes }: AddedFactor, text: string): Promise<void> => {
    if (codes) setFresh(codes);
    notifications.show(text);
    await revalidate();
  };
  return (
    <AsyncContent query={query} failed={t("failed")}>
      {(factors) => (
        <Stack gap={5}>
          {fresh && (
            <RecoveryCodesNotice
              codes={fresh}
              onCopy={copyText}
              onDownload={(text) => downloadFile(text, "clew-recovery-codes.txt", "text/plain;charset=utf-8")}
              onDone={() => setFresh(null)}
            />
          )}
          <AppSection app={factors.app} onAdded={(data) => added(data, t("app.added"))} />
          <PasskeysSection
            passkeys={factors.passkeys}
            canAdd={factors.can_add_passkeys}
            onAdded={(data) => added(data, t("passkeys.added"))}
          />
          {(factors.app !== null || factors.passkeys.length > 0) && (
            <CodesSection left={factors.recovery_codes_left} onRenewed={setFresh} />
          )}
        </Stack>
      )}
    </AsyncContent>
  );
});

const AppSection = observer(function AppSection({
  app,
  onAdded,
}: {
  app: SecondFactors["app"];
  onAdded: (data: AddedFactor) => Promise<void>;
}) {
  const { t, format } = useTranslation("secondFactors");
  const { secondFactors } = useServices();
  const { notifications } = useStore();
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const begin = useMutation(() => secondFactors.beginApp());
  const add = useMutation((code: string) => secondFactors.addApp(code), {
    onSuccess: async (data) => {
      begin.reset();
      await onAdded(data);
    },
  });
  const remove = useConfirmation(() => secondFactors.removeApp(), {
    onSuccess: async () => {
      notifications.show(t("app.removed"));
      await revalidate();
    },
  });
  return (
    <Section title={t("app.title")} headingLevel={3}>
      <FormError title={t("changeFailed")} failure={begin.error && formatError(begin.error)} />
      <Text as="p" tone="muted">
        {app ? t("app.since", { date: format.date(app.created_at) }) : t("app.none")}
      </Text>
      <div>
        {app ? (
          <Button variant="outlined" text={t("app.remove")} onClick={() => remove.ask(null)} />
        ) : (
          <Button
            variant="outlined"
            text={t("app.add")}
            loading={begin.isPending}
            onClick={() => {
              add.reset();
              void begin.mutate();
            }}
          />
        )}
      </div>
      {begin.data && (
        <AuthenticatorAppDialog
          app={begin.data}
          isBusy={add.isPending}
          failure={add.error && formatError(add.error)}
          onCopy={copyText}
          onConfirm={(code) => void add.mutate(code)}
          onCancel={begin.reset}
        />
      )}
      <ConfirmDialog
        {...remove.dialog}
        title={t("app.removeTitle")}
        text={t("app.removeText")}
        action={t("app.removeAction")}
      />
    </Section>
  );
});

const CodesSection = observer(function CodesSection({
  left,
  onRenewed,
}: {
  left: number;
  onRenewed: (codes: readonly string[]) => void;
}) {
  const { t } = useTranslation("secondFactors");
  const { secondFactors } = useServices();
  const { revalidate } = useRevalidator();
  const renew = useConfirmation(() => secondFactors.renewCodes(), {
    onSuccess: async ({ recovery_codes: codes }) => {
      onRenewed(codes);
      await revalidate();
    },
  });
  return (
    <Section title={t("codes.title")} headingLevel={3}>
      <Text as="p" tone="muted">
        {t("codes.left", { count: left })}
      </Text>
      <div>
        <Button variant="outlined" text={t("codes.renew")} onClick={() => renew.ask(null)} />
      </div>
      <ConfirmDialog
        {...renew.dialog}
        title={t("codes.renewTitle")}
        text={t("codes.renewText")}
        action={t("codes.renew")}
      />
    </Section>
  );
});
