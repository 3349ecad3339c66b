import { useState } from "react";
import type { HostAccess } from "../../../contract/sources/hostAccess.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Radio, RadioGroup } from "../ui/Radio.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";

export interface HostAccessDialogProps {
  /** The name of the source. */
  name: string;
  /** Null while it is loaded. */
  access: HostAccess | null;
  /** Where the user connects accounts. */
  connectHref: string;
  /** The user has connected an account of the host. */
  isConnected: boolean;
  isBusy?: boolean;
  failure?: string | undefined;
  onSave: (isMirrored: boolean) => void;
  onClose: () => void;
}

/** Selects whether a project is seen by all its members, or by those who may see a source at its host. */
export function HostAccessDialog({
  name,
  access,
  connectHref,
  isConnected,
  isBusy = false,
  failure,
  onSave,
  onClose,
}: HostAccessDialogProps) {
  const { t } = useTranslation("hostAccess");
  const [choice, setChoice] = useState<boolean | null>(null);
  const isMirrored = choice ?? access?.mirrored ?? false;
  const isChanged = access !== null && isMirrored !== access.mirrored;
  const account = access?.account ?? null;
  return (
    <FormDialog
      title={t("choice.title", { name })}
      draft={[choice === null || !isChanged ? "" : String(choice)]}
      action={t("choice.save")}
      alert={failure}
      isBusy={isBusy}
      canSubmit={isChanged && (!isMirrored || account !== null)}
      onSubmit={() => onSave(isMirrored)}
      onClose={onClose}
    >
      {access === null ? (
        <Skeleton shape="rows" count={3} height="2rem" />
      ) : account === null && !access.mirrored ? (
        <p>{t("choice.unsupported")}</p>
      ) : (
        <>
          <RadioGroup
            label={t("choice.label")}
            selectedValue={isMirrored ? "host" : "members"}
            onChange={({ currentTarget }) => {
              if (!isBusy) setChoice(currentTarget.value === "host");
            }}
          >
            <Radio value="members" label={t("choice.members")} />
            <Radio value="host" label={t("choice.host")} />
          </RadioGroup>
          {isMirrored && account !== null && <p>{t("choice.about", { account })}</p>}
          {isChanged && <Consequence access={access} />}
          {!isChanged && access.mirrored && <State access={access} />}
          {isChanged && isMirrored && !isConnected && (
            <div>
              <LinkButton href={connectHref} text={t("choice.connect")} />
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** What a change means for the members, before it is saved. */
function Consequence({ access }: { access: HostAccess }) {
  const { t, format } = useTranslation("hostAccess");
  if (access.mirrored) return <p>{t("choice.opens")}</p>;
  return (
    <p>
      {t("choice.connected", {
        count: access.members,
        connected: format.number(access.connected),
        members: format.number(access.members),
        account: access.account ?? "",
      })}{" "}
      {t("choice.others")}
    </p>
  );
}

/** Who has turned it on, for how many members it is closed, and how old the answers are. */
function State({ access }: { access: HostAccess }) {
  const { t, format } = useTranslation("hostAccess");
  return (
    <>
      <p>
        {t("choice.closed", { count: access.closed, formatted: format.number(access.closed) })}{" "}
        {access.mirrored_by !== null && t("choice.by", { name: access.mirrored_by })}
      </p>
      {access.checked_at !== null && (
        <Text as="p" tone="muted">
          {t("choice.checked")} <RelativeTime at={access.checked_at} />
        </Text>
      )}
    </>
  );
}
