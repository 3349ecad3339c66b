import type { PlanName } from "../../../contract/access/companies.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopiedText } from "../patterns/CopiedText.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Section } from "../ui/Section.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface NoSupportAddressProps {
  /** The company of an Admin who asks for a larger plan, and that plan; omitted: the question is another one. */
  upgrade?: { readonly company: string; readonly plan: PlanName } | undefined;
  /** Names of settings are shown to Admins alone. */
  isAdmin: boolean;
  /** The other Admins are not known, because they could not be listed. */
  isUnlisted?: boolean;
  /** Where the plans are compared. */
  plansHref: string;
  onCopy: (text: string) => Promise<boolean>;
}

/** A word of a shell: a name may have spaces and quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Who can set the address for support, and what can be done without one. */
export function NoSupportAddress({ upgrade, isAdmin, isUnlisted = false, plansHref, onCopy }: NoSupportAddressProps) {
  const { t } = useTranslation("help");
  return (
    <Stack gap={4}>
      <Callout intent="primary" role="note">
        <Text as="p" weight="strong">
          {t("noSupport.title")}
        </Text>
        <Text as="p">{t(isAdmin ? (isUnlisted ? "noSupport.unlisted" : "noSupport.admin") : "noSupport.member")}</Text>
      </Callout>
      {isAdmin && (
        <Section title={t("noSupport.operator")} headingLevel={2} isLandmark={false}>
          <Stack as="ul" gap={3}>
            <li>
              <Text as="p">{t("noSupport.setAddress")}</Text>
              <CopiedText
                text="CLEW_SUPPORT_EMAIL=help@example.org"
                action={t("noSupport.copySetting")}
                onCopy={onCopy}
              />
            </li>
            {upgrade !== undefined && (
              <li>
                <Text as="p">{t("noSupport.changePlan")}</Text>
                <CopiedText
                  text={`clew operator company set --company ${quoted(upgrade.company)} --plan ${upgrade.plan}`}
                  action={t("noSupport.copyCommand")}
                  onCopy={onCopy}
                />
              </li>
            )}
          </Stack>
        </Section>
      )}
      <Inline>
        <LinkButton text={t("noSupport.compare")} href={plansHref} />
      </Inline>
    </Stack>
  );
}
