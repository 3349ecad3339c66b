import { observer } from "mobx-react-lite";
import { use, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Installation } from "../../../contract/access/installation.ts";
import type { CompanyRole, Invitation } from "../../../contract/access/companies.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { InvitationList } from "../../components/company/InvitationList.tsx";
import { InvitationLinks, type InvitationLink } from "../../components/company/InvitationLinks.tsx";
import { InviteForm } from "../../components/company/InviteForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { Callout } from "../../components/ui/Callout.tsx";

export interface InvitationsSectionProps {
  companyId: string;
  answer: Promise<Result<Invitation[]>>;
  /** Shows whether the host sends mails. */
  installation: Promise<Result<Installation>>;
}

/** Invitations: creating, resending, revoking. */
export const InvitationsSection = observer(function InvitationsSection({
  companyId,
  answer,
  installation,
}: InvitationsSectionProps) {
  const query = useLoaderState(answer);
  const known = use(installation);
  const { companies } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("settings");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [invited, setInvited] = useState(0);
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);

  // Without a mail server the screen does not claim that mails were sent: the operator passes the links on.
  const isOutbox = known.data?.sends_mail === false;
  const showLink = (email: string, link: string | null) => setLinks(link === null ? [] : [{ email, link }]);
  const invite = useMutation(
    (invitation: { email: string; role: CompanyRole }) => companies.invite(companyId, invitation),
    {
      onSuccess: async ({ link }, { email }) => {
        showLink(email, link);
        setInvited((count) => count + 1);
        notifications.show(t("company.invited", { email }));
        await revalidate();
      },
    },
  );
  const resend = useMutation(({ id }: Invitation) => companies.resendInvitation(companyId, id), {
    onSuccess: ({ link }, { email }) => {
      showLink(email, link);
      notifications.show(t("company.resent", { email }));
    },
    onSettled: revalidate,
  });
  const revoke = useConfirmation(({ id }: Invitation) => companies.revokeInvitation(companyId, id), {
    onSuccess: async () => {
      // A shown link may be the revoked one.
      setLinks([]);
      await revalidate();
    },
  });

  return (
    <>
      {isOutbox && (
        <Callout intent="warning" role="note">
          {t("company.outbox")} <a href={`${hrefTo.settings("setup")}#setup-mail`}>{t("company.setUpMail")}</a>
        </Callout>
      )}
      <InviteForm
        key={invited}
        isBusy={invite.isPending}
        failure={invite.error && formatError(invite.error)}
        onInvite={(invitation) => void invite.mutate(invitation)}
      />
      {links.length > 0 && <InvitationLinks links={links} onCopy={copyText} onDone={() => setLinks([])} />}
      <FormError title={t("company.resendFailed")} failure={resend.error && { text: formatError(resend.error).text }} />
      <AsyncContent query={query} failed={t("company.invitationsFailed")} empty={t("company.noInvitations")}>
        {(invitations) => (
          <InvitationList
            invitations={invitations}
            resending={resend.pending.flat().map(({ id }) => id)}
            revoking={revoke.pending.map(({ id }) => id)}
            onResend={(invitation) => void resend.mutate(invitation)}
            onRevoke={revoke.ask}
          />
        )}
      </AsyncContent>
      <ConfirmDialog
        {...revoke.dialog}
        title={t("company.revokeTitle")}
        text={t("company.revokeText", { email: revoke.subject?.email || t("company.anybody") })}
        action={t("company.revoke")}
      />
    </>
  );
});
