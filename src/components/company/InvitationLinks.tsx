import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./InvitationLinks.module.css";

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
  const { t } = useTranslation("states");
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [links]);
  return (
    <Callout
      compact={false}
      intent="success"
      icon={false}
      className={styles.links}
      role="region"
      aria-label={t("invitationLinks.title", { count: links.length })}
    >
      <h3 ref={title} tabIndex={-1} className={styles.title}>
        {t("invitationLinks.title", { count: links.length })}
      </h3>
      <p role="status">{t("invitationLinks.once")}</p>
      <Stack as="ul">
        {links.map(({ email, link }) => (
          <li key={email}>
            <Text weight="medium" overflow="anywhere">
              {email}
            </Text>
            <Inline>
              <code className={styles.link}>{link}</code>
              <CopyButton
                text={t("invitationLinks.copy")}
                label={t("invitationLinks.copyOf", { email })}
                onCopy={() => onCopy(link)}
              />
            </Inline>
          </li>
        ))}
      </Stack>
      <div>
        <Button text={t("invitationLinks.done")} onClick={onDone} />
      </div>
    </Callout>
  );
}
