import { useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import type { DashboardPage } from "../../../contract/insights/dashboards.ts";
import { DashboardDialog } from "../../components/dashboards/DashboardDialog.tsx";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import { RotationDialog } from "../../components/dashboards/RotationDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import {
  CaretDownIcon,
  CogIcon,
  DownloadIcon,
  DuplicateIcon,
  EditIcon,
  EyeOpenIcon,
  ShareIcon,
} from "../../components/ui/icons.ts";
import { Menu, MenuItem } from "../../components/ui/Menu.ts";
import { MenuButton } from "../../components/ui/MenuButton.tsx";
import { visibleCards } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { DashboardWall } from "./DashboardWall.tsx";
import { exportDashboard } from "./exportDashboard.ts";
import { useDashboardCopy } from "./useDashboardCopy.ts";

export interface DashboardActionsProps {
  dashboard: DashboardPage;
  choice: DashboardChoice;
  onEdit: () => void;
}

interface Rotation {
  readonly ids: readonly string[];
  readonly seconds: number;
}

/** What can be done with a dashboard that is read. */
export function DashboardActions({ dashboard, choice, onEdit }: DashboardActionsProps) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("dashboards");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const formatError = useErrorMessage();
  const [open, setOpen] = useState<"settings" | "wall" | null>(null);
  const [rotation, setRotation] = useState<Rotation | null>(null);
  const wall = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(null);
  const { id, name, layout, version } = dashboard;
  const cards = visibleCards(layout.cards);
  const leftOut = layout.cards.length - cards.length;
  const all = useQuery(open === "wall" ? queryKeys.dashboards() : null, (signal) => services.dashboards.list(signal));
  const settings = useMutation(
    (fields: Pick<DashboardPage, "name" | "sharing">) =>
      services.dashboards.update(id, {
        version,
        name: fields.name,
        ...(dashboard.can_manage && { sharing: fields.sharing }),
      }),
    {
      onSuccess: async () => {
        await revalidate();
        close();
      },
    },
  );
  const copy = useDashboardCopy(
    (made) => {
      notifications.show(leftOut === 0 ? t("copied") : t("leftOut", { count: leftOut }), "success");
      void navigate(hrefTo.dashboard(made.id));
    },
    (error) => notifications.show(`${t("saveFailed")}. ${formatError(error).text}`, "error"),
  );
  return (
    <>
      {dashboard.can_edit && <Button icon={<EditIcon />} text={t("actions.edit")} onClick={onEdit} />}
      <Button ref={wall} icon={<EyeOpenIcon />} text={t("actions.wall")} onClick={() => setOpen("wall")} />
      <MenuButton
        placement="bottom-end"
        button={{ text: t("actions.more"), endIcon: <CaretDownIcon /> }}
        content={
          <Menu>
            {dashboard.can_edit && (
              <MenuItem icon={<CogIcon />} text={t("actions.settings")} onClick={() => setOpen("settings")} />
            )}
            <MenuItem
              icon={<DuplicateIcon />}
              text={t("actions.copy")}
              onClick={() => void copy.mutate(name, { ...layout, cards })}
            />
            <MenuItem
              icon={<ShareIcon />}
              text={t("actions.report")}
              onClick={() => void navigate(hrefTo.reports({ dashboard: id, ...choice }))}
            />
            <MenuItem
              icon={<DownloadIcon />}
              text={t("actions.export")}
              onClick={() => {
                const saved = t("exported", { name: exportDashboard(dashboard) });
                notifications.show(leftOut === 0 ? saved : `${saved} ${t("leftOut", { count: leftOut })}`);
              }}
            />
          </Menu>
        }
      />
      {open === "settings" && (
        <DashboardDialog
          dashboard={dashboard}
          canShare={dashboard.can_manage}
          canBePrivate={dashboard.is_mine}
          isBusy={settings.isPending}
          failure={settings.error && formatError(settings.error)}
          onSave={(fields) => void settings.mutate(fields)}
          onClose={() => {
            settings.reset();
            close();
          }}
        />
      )}
      {open === "wall" && (
        <RotationDialog
          dashboards={all.data ?? []}
          first={id}
          onStart={(chosen) => {
            close();
            setRotation(chosen);
          }}
          onClose={close}
        />
      )}
      {rotation && (
        <DashboardWall
          first={dashboard}
          {...rotation}
          choice={choice}
          onStop={() => {
            setRotation(null);
            wall.current?.focus();
          }}
        />
      )}
    </>
  );
}
