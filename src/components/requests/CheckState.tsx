import type { RequestCard } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { SmallCrossIcon, SmallTickIcon, TimeIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";

export interface CheckStateProps {
  state: NonNullable<RequestCard["checks"]>;
}

const LOOKS = {
  success: { icon: SmallTickIcon, tone: "success" },
  failure: { icon: SmallCrossIcon, tone: "danger" },
  pending: { icon: TimeIcon, tone: "warning" },
  neutral: { icon: TimeIcon, tone: "muted" },
} as const;

/** The state of one check, or of all checks of a request, as a sign. */
export function CheckState({ state }: CheckStateProps) {
  const { t } = useTranslation("requests");
  const { icon, tone } = LOOKS[state];
  return (
    <Text tone={tone}>
      <Icon of={icon} label={t(`checksAre.${state}`)} />
    </Text>
  );
}
