import { observer } from "mobx-react-lite";
import { use, useState } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import type { CompanyRole, Invitation } from "../../../contract/companies.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { InvitationList } from "../../components/company/InvitationList.tsx";
import { InvitationLinks, type InvitationLink } from "../../components/company/InvitationLinks.tsx";
import { InviteForm } from "../../components/company/InviteForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError, Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { copyText } from "../copyText.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { SettingsData } from "./settingsLoader.ts";
import { Callout } from "../../components/ui/Callout.ts";
import styles from "./SettingsRoute.module.css";

export interface InvitationsSectionProps {
  companyId: string;
  answer: Promise<Result<Invitation[]>>;
}

/** Invitations: creating, resending, revoking. */
export const InvitationsSection = observer(function CompanyInvitations({ companyId, answer }: InvitationsSectionProps) {
  const result = use(answer);
  const { installation } = useLoaderData<SettingsData>();
  const known = installation ? use(installation) : null;
  const { companies } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [invited, setInvited] = useState(0);
  const [isInviting, setInviting] = useState(false);
  const [inviteFailure, setInviteFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const [revokeFailure, setRevokeFailure] = useState<string>();

  // Without a mail server the screen does not claim that mails were sent: the operator passes the links on.
  const isOutbox = known?.data?.sends_mail === false;
  const during = async (id: string, run: () => Promise<{ error: ApiError | null }>): Promise<ApiError | null> => {
    setBusy((now) => [...now, id]);
    const { error } = await run();
    setBusy((now) => now.filter((other) => other !== id));
    return error;
  };
  const showLink = (email: string, link: string | null) => setLinks(link === null ? [] : [{ email, link }]);
  const invite = async (invitation: { email: string; role: CompanyRole }): Promise<void> => {
    setInviting(true);
    setInviteFailure(null);
    const answered = await companies.invite(companyId, invitation);
    setInviting(false);
    if (!answered.success) {
      setInviteFailure(answered.error);
      return;
    }
    showLink(invitation.email, answered.data.link);
    setInvited((count) => count + 1);
    notifications.show(t("company.invited", { email: invitation.email }));
    await revalidate();
  };
  const resend = async ({ id, email }: Invitation): Promise<void> => {
    setFailure(undefined);
    const error = await during(id, async () => {
      const answered = await companies.resendInvitation(companyId, id);
      if (answered.success) showLink(email, answered.data.link);
      return answered;
    });
    if (error) setFailure(formatError(error).text);
    else notifications.show(t("company.resent", { email }));
    await revalidate();
  };
  const revoke = async ({ id }: Invitation): Promise<void> => {
    setRevokeFailure(undefined);
    const error = await during(id, () => companies.revokeInvitation(companyId, id));
    if (error) {
      setRevokeFailure(formatError(error).text);
      return;
    }
    setRevoking(null);
    // A shown link may be the revoked one.
    setLinks([]);
    await revalidate();
  };

  return (
    <>
      {isOutbox && (
        <Callout intent="warning" compact role="note">
          {t("company.outbox")}
        </Callout>
      )}
      <InviteForm
        key={invited}
        isBusy={isInviting}
        failure={inviteFailure && formatError(inviteFailure)}
        onInvite={(invitation) => void invite(invitation)}
      />
      {links.length > 0 && <InvitationLinks links={links} onCopy={copyText} onDone={() => setLinks([])} />}
      <FormError title={t("company.resendFailed")} failure={failure === undefined ? null : { text: failure }} />
      {!result.success ? (
        <ErrorState
          title={t("company.invitationsFailed")}
          failure={formatError(result.error)}
          onRetry={() => void revalidate()}
        />
      ) : result.data.length === 0 ? (
        <p className={styles.help}>{t("company.noInvitations")}</p>
      ) : (
        <InvitationList
          invitations={result.data}
          busy={busy}
          onResend={(invitation) => void resend(invitation)}
          onRevoke={setRevoking}
        />
      )}
      <ConfirmDialog
        isOpen={revoking !== null}
        title={t("company.revokeTitle")}
        text={t("company.revokeText", { email: revoking?.email || t("company.anybody") })}
        action={t("company.revoke")}
        isBusy={revoking !== null && busy.includes(revoking.id)}
        failure={revokeFailure}
        onConfirm={() => {
          if (revoking) void revoke(revoking);
        }}
        onCancel={() => {
          setRevokeFailure(undefined);
          setRevoking(null);
        }}
      />
    </>
  );
});
