import type { ClosedProject } from "../../../contract/sources/hostAccess.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";

type Host = ClosedProject["hosts"][number];

export interface ClosedProjectsProps {
  projects: readonly ClosedProject[];
  /** The provider at which an account is being connected. */
  connecting: Host["provider"] | null;
  isChecking: boolean;
  /** What the last check or the last sign-in has led to. */
  notice?: string | undefined;
  onConnect: (provider: Host["provider"]) => void;
  onCheck: () => void;
}

/** Projects whose members the user is, and that are closed for them, with what opens them. */
export function ClosedProjects({ projects, connecting, isChecking, notice, onConnect, onCheck }: ClosedProjectsProps) {
  const { t } = useTranslation("hostAccess");
  const hosts = projects.flatMap((project) => project.hosts);
  // An account that the host refuses is connected already.
  const missing = new Map(
    hosts
      .filter(({ reason }) => reason === "account" || reason === "unanswered")
      .map(({ provider, account }) => [provider, account]),
  );
  return (
    <PanelCard title={t("closed.title")} lead={t("closed.lead")}>
      <ul>
        {projects.map(({ slug, name, hosts: closing }) => (
          <li key={slug}>
            <strong>{name}</strong>
            {closing.map(({ host, account, reason }) => (
              <p key={`${host} ${reason}`}>{t(`closed.reasons.${reason}`, { host, account })}</p>
            ))}
          </li>
        ))}
      </ul>
      <Stack gap={2}>
        <Inline>
          {[...missing].map(([provider, account]) => (
            <Button
              key={provider}
              intent="primary"
              text={t("closed.connect", { account })}
              loading={connecting === provider}
              onClick={() => onConnect(provider)}
            />
          ))}
          <Button variant="outlined" text={t("closed.check")} loading={isChecking} onClick={onCheck} />
        </Inline>
        {notice !== undefined && <p role="status">{notice}</p>}
      </Stack>
    </PanelCard>
  );
}
