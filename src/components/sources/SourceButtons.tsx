import { CUSTOM_PROVIDER } from "../../../contract/constants.ts";
import type { SourceDetail } from "../../../contract/sources.ts";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowAction } from "../patterns/RowAction.tsx";
import { Button } from "../ui/Button.tsx";
import {
  ChatIcon,
  EditIcon,
  EyeOpenIcon,
  FeedIcon,
  GitBranchIcon,
  KeyIcon,
  PauseIcon,
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
  onRename: (source: LinkedSource) => void;
  /** The role for restricted items. */
  onRestricted: (source: LinkedSource) => void;
  /** Which branches and tags are searched. */
  onRefs: (source: LinkedSource) => void;
  onWebhook: (source: LinkedSource) => void;
  /** Allows or stops writing to a tracker by its members. */
  onWriting: (source: LinkedSource, isAllowed: boolean) => void;
  /** Compares it with its host. */
  onCompare: (source: LinkedSource) => void;
  onRemove: (source: LinkedSource) => void;
}

/** Its host rejects the credential. */
const needsAccess = ({ sync }: LinkedSource): boolean =>
  sync.state === "failed" && (sync.error_code === "unauthorized" || sync.error_code === "forbidden");

export interface SourceButtonsProps {
  source: LinkedSource;
  detail: SourceDetail | undefined;
  /** A request that pauses or resumes it is pending. */
  isBusy: boolean;
  actions: SourceActions;
}

/** The buttons that change one source. */
export function SourceButtons({ source, detail, isBusy, actions }: SourceButtonsProps) {
  const { t } = useTranslation("project");
  const { onPause, onAccess, onImport, onRename, onRestricted, onRefs, onWebhook, onWriting, onRemove } = actions;
  const { t: tImports } = useTranslation("imports");
  const { name, kind } = source;
  const isCustom = source.provider === CUSTOM_PROVIDER;
  const isPaused = Boolean(detail?.paused_at);
  return (
    <>
      {detail && (
        <>
          {isCustom ? (
            <RowAction
              icon={<PlusIcon />}
              name={tImports("buttonName", { name })}
              text={tImports("button")}
              onClick={() => onImport(source)}
            />
          ) : needsAccess(source) ? (
            <Button
              size="small"
              variant="outlined"
              intent="primary"
              icon={<KeyIcon />}
              text={t("sources.access")}
              aria-label={t("sources.accessName", { name })}
              onClick={() => onAccess(source)}
            />
          ) : (
            <RowAction
              icon={<KeyIcon />}
              name={t("sources.accessName", { name })}
              text={t("sources.buttons.access")}
              onClick={() => onAccess(source)}
            />
          )}
          <RowAction
            icon={<EditIcon />}
            name={t("rename.name", { name })}
            text={t("sources.buttons.rename")}
            onClick={() => onRename(source)}
          />
          {kind === "repository" ? (
            <RowAction
              icon={<GitBranchIcon />}
              name={t("refs.name", { name })}
              text={t("sources.buttons.refs")}
              onClick={() => onRefs(source)}
            />
          ) : (
            !isCustom && (
              <RowAction
                icon={<EyeOpenIcon />}
                name={t("sources.restrictedName", { name })}
                text={t("sources.buttons.restricted")}
                onClick={() => onRestricted(source)}
              />
            )
          )}
          {detail.can_be_written && (
            <RowAction
              icon={<ChatIcon />}
              name={t(detail.allows_writing ? "sources.stopWritingName" : "sources.allowWritingName", { name })}
              text={t(detail.allows_writing ? "sources.buttons.stopWriting" : "sources.buttons.allowWriting")}
              onClick={() => onWriting(source, !detail.allows_writing)}
            />
          )}
          {detail.can_have_webhook && (
            <RowAction
              icon={<FeedIcon />}
              name={t("sources.webhookName", { name })}
              text={t("sources.buttons.webhook")}
              onClick={() => onWebhook(source)}
            />
          )}
          <RowAction
            icon={isPaused ? <PlayIcon /> : <PauseIcon />}
            name={t(isPaused ? "sources.resumeName" : "sources.pauseName", { name })}
            text={t(isPaused ? "sources.buttons.resume" : "sources.buttons.pause")}
            loading={isBusy}
            onClick={() => onPause(source, !isPaused)}
          />
        </>
      )}
      <RowAction
        icon={<TrashIcon />}
        name={t("sources.removeName", { name })}
        text={t("sources.buttons.remove")}
        onClick={() => onRemove(source)}
      />
    </>
  );
}
