import { PASSWORD_MIN_LENGTH } from "../../../contract/constants.ts";
import { PASSWORD_FAULTS, passwordFaults, type PasswordOwner } from "../../../contract/access/passwords.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { CircleIcon, SmallTickIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./PasswordRules.module.css";

export interface PasswordRulesProps {
  password: string;
  owner: PasswordOwner;
}

/** The rules of a new password, each ticked once it is met. None is before the first character. */
export function PasswordRules({ password, owner }: PasswordRulesProps) {
  const { t } = useTranslation("auth");
  const faults = passwordFaults(password, owner);
  return (
    <ul className={styles.rules}>
      {PASSWORD_FAULTS.map((fault) => {
        const isMet = password !== "" && !faults.includes(fault);
        return (
          <Text key={fault} as="li" tone={isMet ? "success" : "muted"}>
            {isMet ? <Icon of={SmallTickIcon} /> : <Icon of={CircleIcon} size={10} />}
            <span>
              {t(`rules.${fault}`, { length: PASSWORD_MIN_LENGTH })}
              {isMet && <span className="visually-hidden"> {t("rules.met")}</span>}
            </span>
          </Text>
        );
      })}
    </ul>
  );
}
