import type { ComponentType } from "react";
import { CUSTOM_PROVIDER } from "../../../contract/constants.ts";
import type { SourceDetail } from "../../../contract/sources/sources.ts";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuDivider, MenuItem } from "../ui/Menu.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import {
  ChatIcon,
  DocumentOpenIcon,
  EditIcon,
  EyeOpenIcon,
  FeedIcon,
  FilterIcon,
  FolderCloseIcon,
  GitBranchIcon,
  GitMergeIcon,
  KeyIcon,
  MoreIcon,
  NotificationsIcon,
  PauseIcon,
  PeopleIcon,
  PlayIcon,
  PlusIcon,
  TrashIcon,
} from "../ui/icons.ts";

/** What may be done with one source. All but removing need its details. */
export interface SourceActions {
  onPause: (source: LinkedSource, isPaused: boolean) => void;
  onAccess: (source: LinkedSource) => void;
  /** How items come into a custom source. */
  onImport: (source: LinkedSource) => void;
  /** Reads the items of a custom source from a file. */
  onImportFile: (source: LinkedSource) => void;
  onRename: (source: LinkedSource) => void;
  /** The role for restricted items. */
  onRestricted: (source: LinkedSource) => void;
  /** Whether it follows who may see it at its host. */
  onHostAccess: (source: LinkedSource) => void;
  /** Which branches and tags are searched. */
  onRefs: (source: LinkedSource) => void;
  /** The folders that a repository is limited to. */
  onFolders: (source: LinkedSource) => void;
  /** Which custom fields of a tracker are read. */
  onFields: (source: LinkedSource) => void;
  onWebhook: (source: LinkedSource) => void;
  /** Allows or stops writing to a tracker by its members. */
  onWriting: (source: LinkedSource, isAllowed: boolean) => void;
  /** Whether its requests are reported on at the host. */
  onChecks: (source: LinkedSource) => void;
  /** The comment on the issues of a tracker. */
  onReplies: (source: LinkedSource) => void;
  /** Compares it with its host. */
  onCompare: (source: LinkedSource) => void;
  onRemove: (source: LinkedSource) => void;
}

/** Its host rejects the credential. */
const needsAccess = ({ sync }: LinkedSource): boolean =>
  sync.state === "failed" && (sync.error_code === "unauthorized" || sync.error_code === "forbidden");

type SourceItem =
  | "rename"
  | "access"
  | "refs"
  | "folders"
  | "fields"
  | "restricted"
  | "webhook"
  | "replies"
  | "allowWriting"
  | "stopWriting"
  | "checks";

export interface SourceButtonsProps {
  source: LinkedSource;
  detail: SourceDetail | undefined;
  /** A request that pauses or resumes it is pending. */
  isBusy: boolean;
  actions: SourceActions;
}

/** What changes one source: the action that it needs now as a button, and all others in a menu. */
export function SourceButtons({ source, detail, isBusy, actions }: SourceButtonsProps) {
  const { t } = useTranslation("project");
  const { t: tImports } = useTranslation("imports");
  const { name } = source;
  return (
    <>
      {detail && source.provider === CUSTOM_PROVIDER && (
        <Button
          size="small"
          variant="outlined"
          icon={<PlusIcon />}
          text={tImports("button")}
          aria-label={tImports("buttonName", { name })}
          onClick={() => actions.onImport(source)}
        />
      )}
      {detail && needsAccess(source) && (
        <Button
          size="small"
          variant="outlined"
          intent="primary"
          icon={<KeyIcon />}
          text={t("sources.access")}
          aria-label={t("sources.accessName", { name })}
          onClick={() => actions.onAccess(source)}
        />
      )}
      <MenuButton
        placement="bottom-end"
        button={{ size: "small", icon: <MoreIcon />, "aria-label": t("sources.actionsName", { name }) }}
        content={
          <Menu>
            {detail && <DetailItems source={source} detail={detail} isBusy={isBusy} actions={actions} />}
            <MenuItem
              icon={<TrashIcon />}
              intent="danger"
              text={t("sources.buttons.remove")}
              onClick={() => actions.onRemove(source)}
            />
          </Menu>
        }
      />
    </>
  );
}

/** The actions that need the details of a source. */
function DetailItems({ source, detail, isBusy, actions }: SourceButtonsProps & { detail: SourceDetail }) {
  const { t } = useTranslation("project");
  const { t: tImports } = useTranslation("imports");
  const { t: tHostAccess } = useTranslation("hostAccess");
  const { onPause, onAccess, onImportFile, onRename, onRestricted, onRefs, onFields, onWebhook, onWriting, onChecks } =
    actions;
  const { onFolders, onReplies } = actions;
  const isCustom = source.provider === CUSTOM_PROVIDER;
  const isRepository = source.kind === "repository";
  const isPaused = Boolean(detail.paused_at);
  const item = (name: SourceItem, ItemIcon: ComponentType, onClick: () => void) => (
    <MenuItem icon={<ItemIcon />} text={t(`sources.buttons.${name}`)} onClick={onClick} />
  );
  return (
    <>
      {item("rename", EditIcon, () => onRename(source))}
      {isCustom && (
        <MenuItem icon={<DocumentOpenIcon />} text={tImports("file.open")} onClick={() => onImportFile(source)} />
      )}
      {!isCustom && !needsAccess(source) && item("access", KeyIcon, () => onAccess(source))}
      {!isCustom && source.provider !== "git" && (
        <MenuItem
          icon={<PeopleIcon />}
          text={tHostAccess("choice.open")}
          onClick={() => actions.onHostAccess(source)}
        />
      )}
      {isRepository && item("refs", GitBranchIcon, () => onRefs(source))}
      {isRepository && item("folders", FolderCloseIcon, () => onFolders(source))}
      {detail.custom_fields !== undefined && item("fields", FilterIcon, () => onFields(source))}
      {!isRepository && !isCustom && item("restricted", EyeOpenIcon, () => onRestricted(source))}
      {detail.can_be_written &&
        item(detail.allows_writing ? "stopWriting" : "allowWriting", ChatIcon, () =>
          onWriting(source, !detail.allows_writing),
        )}
      {detail.can_report === true && item("checks", GitMergeIcon, () => onChecks(source))}
      {detail.can_be_written && item("replies", NotificationsIcon, () => onReplies(source))}
      {detail.can_have_webhook && item("webhook", FeedIcon, () => onWebhook(source))}
      <MenuItem
        icon={isPaused ? <PlayIcon /> : <PauseIcon />}
        text={t(isPaused ? "sources.buttons.resume" : "sources.buttons.pause")}
        disabled={isBusy}
        onClick={() => onPause(source, !isPaused)}
      />
      <MenuDivider />
    </>
  );
}
