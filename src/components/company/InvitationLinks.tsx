import { useTranslation } from "../../i18n/useTranslation.ts";
import { SecretNotice } from "../patterns/SecretNotice.tsx";

export interface InvitationLink {
  readonly email: string;
  /** Full address of the registration page. */
  readonly link: string;
}

export interface InvitationLinksProps {
  links: readonly InvitationLink[];
  onCopy: (text: string) => Promise<boolean>;
  onDone: () => void;
}

/** Links of invitations that were just created or resent. The server stores hashes only, so they are shown once. */
export function InvitationLinks({ links, onCopy, onDone }: InvitationLinksProps) {
  const { t } = useTranslation("tokens");
  return (
    <SecretNotice
      title={t("invitationLinks.title", { count: links.length })}
      text={t("invitationLinks.once")}
      secrets={links.map(({ email, link }) => ({
        value: link,
        label: email,
        copyName: t("invitationLinks.copyOf", { email }),
      }))}
      copyText={t("invitationLinks.copy")}
      onCopy={onCopy}
      onDone={onDone}
    />
  );
}
