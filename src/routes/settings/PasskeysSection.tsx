import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { AddedFactor, Passkey } from "../../../contract/access/secondFactors.ts";
import { describeAgent } from "../../../contract/describeAgent.ts";
import { PasskeyDialog } from "../../components/account/PasskeyDialog.tsx";
import { PasskeyList } from "../../components/account/PasskeyList.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { createPasskey, hasPasskeys } from "../secondFactors/passkeyAnswers.ts";
import { usePasskey } from "../secondFactors/usePasskey.ts";

export interface PasskeysSectionProps {
  passkeys: readonly Passkey[];
  /** Whether browsers accept passkeys at this address. */
  canAdd: boolean;
  onAdded: (data: AddedFactor) => Promise<void>;
}

/** The user's passkeys: adding, and removal. */
export const PasskeysSection = observer(function PasskeysSection({ passkeys, canAdd, onAdded }: PasskeysSectionProps) {
  const { t } = useTranslation("secondFactors");
  const { secondFactors } = useServices();
  const { notifications } = useStore();
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  const add = usePasskey(
    () => secondFactors.beginPasskey(),
    createPasskey,
    (attestation, name: string) => secondFactors.addPasskey(name, attestation),
    async (data) => {
      setAdding(false);
      await onAdded(data);
    },
  );
  const remove = useConfirmation(({ id }: Passkey) => secondFactors.removePasskey(id), {
    onSuccess: async () => {
      notifications.show(t("passkeys.removed"));
      await revalidate();
    },
  });
  const isSupported = hasPasskeys();
  const { browser, system } = describeAgent(navigator.userAgent);
  return (
    <Section title={t("passkeys.title")} headingLevel={3}>
      {passkeys.length > 0 ? (
        <PasskeyList passkeys={passkeys} busy={remove.pending.map(({ id }) => id)} onRemove={remove.ask} />
      ) : (
        <Text as="p" tone="muted">
          {t("passkeys.none")}
        </Text>
      )}
      {canAdd && isSupported ? (
        <div>
          <Button
            variant="outlined"
            text={t("passkeys.add")}
            onClick={() => {
              add.reset();
              setAdding(true);
            }}
          />
        </div>
      ) : (
        <Text as="p" tone="muted">
          {canAdd ? t("passkeys.unsupported") : t("passkeys.impossible")}
        </Text>
      )}
      {isAdding && (
        <PasskeyDialog
          name={[browser, system].filter((part) => part !== "").join(" · ")}
          isBusy={add.isBusy}
          failure={add.failure}
          onAdd={(name) => add.start(name)}
          onCancel={() => setAdding(false)}
        />
      )}
      <ConfirmDialog
        {...remove.dialog}
        title={t("passkeys.removeTitle", { name: remove.subject?.name ?? "" })}
        text={t("passkeys.removeText")}
        action={t("passkeys.remove")}
      />
    </Section>
  );
});
