import type { ClosedReason } from "../../../contract/sources/hostAccess.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.tsx";

/** Why a member does not see the project. */
export function ClosedMemberTag({ reason }: { reason: ClosedReason }) {
  const { t } = useTranslation("hostAccess");
  return <Tag intent="warning">{t(`member.${reason}`)}</Tag>;
}
