import { Suspense, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { SourceDetail } from "../../../contract/sources/sources.ts";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { AccessSection } from "./AccessSection.tsx";
import { ChecksSection } from "./ChecksSection.tsx";
import { FieldsSection } from "./FieldsSection.tsx";
import { FoldersSection } from "./FoldersSection.tsx";
import { ImportSection } from "./ImportSection.tsx";
import { RefsSection } from "./RefsSection.tsx";
import { RenameSection } from "./RenameSection.tsx";
import { ReplySection } from "./ReplySection.tsx";
import { RestrictedAccessSection } from "./RestrictedAccessSection.tsx";

const HostAccessSection = lazyComponent(() => import("./HostAccessSection.tsx"), "HostAccessSection");
const ImportFileSection = lazyComponent(() => import("./ImportFileSection.tsx"), "ImportFileSection");

type DialogName =
  | "access"
  | "checks"
  | "fields"
  | "folders"
  | "hostAccess"
  | "import"
  | "importFile"
  | "refs"
  | "rename"
  | "replies"
  | "restricted";

interface OpenDialog {
  readonly dialog: DialogName;
  readonly source: LinkedSource;
}

export interface SourceDialogState {
  readonly open: OpenDialog | null;
  readonly opener: (dialog: DialogName) => (source: LinkedSource) => void;
  readonly close: () => void;
  /** Closes the dialog that changed a source, unless another one was opened meanwhile. */
  readonly closeFor: (dialog: DialogName, sourceId: string) => void;
}

/** The dialog about a source; one is open at a time. */
export function useSourceDialogs(): SourceDialogState {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  return {
    open,
    opener: (dialog) => (source) => setOpen({ dialog, source }),
    close: () => setOpen(null),
    closeFor: (dialog, sourceId) =>
      setOpen((now) => (now?.dialog === dialog && now.source.id === sourceId ? null : now)),
  };
}

export interface SourceDialogsProps {
  slug: string;
  dialogs: SourceDialogState;
  /** By the id of the source. */
  details: Readonly<Record<string, SourceDetail>>;
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  /** A source was changed. */
  onChanged: (detail: SourceDetail) => Promise<void>;
}

/** The open dialog about a source. */
export function SourceDialogs({ slug, dialogs, details, connected, onChanged }: SourceDialogsProps) {
  if (dialogs.open === null) return null;
  const { dialog, source } = dialogs.open;
  const detail = details[source.id];
  const props = {
    onDone: async (changed: SourceDetail) => {
      dialogs.closeFor(dialog, changed.id);
      await onChanged(changed);
    },
    onClose: dialogs.close,
  };
  switch (dialog) {
    case "checks":
      return <ChecksSection slug={slug} source={source} onClose={dialogs.close} />;
    case "replies":
      return <ReplySection slug={slug} source={source} onClose={dialogs.close} />;
    case "import": {
      const openFile = () => dialogs.opener("importFile")(source);
      return <ImportSection slug={slug} source={source} onFile={openFile} onClose={dialogs.close} />;
    }
    case "importFile":
      return (
        <Suspense>
          <ImportFileSection slug={slug} source={source} onClose={dialogs.close} />
        </Suspense>
      );
    case "hostAccess":
      return (
        <Suspense>
          <HostAccessSection slug={slug} source={source} onClose={dialogs.close} />
        </Suspense>
      );
    case "access":
      return <AccessSection {...props} source={source} connected={connected} />;
    case "rename":
      return <RenameSection {...props} source={source} />;
    case "refs":
      return <RefsSection {...props} source={{ ...source, patterns: detail?.refs.patterns ?? [] }} />;
    case "restricted":
      return <RestrictedAccessSection {...props} source={{ ...source, role: detail?.restricted_role ?? null }} />;
    case "folders":
      return <FoldersSection {...props} source={{ ...source, folders: detail?.folders ?? [] }} />;
    case "fields":
      return <FieldsSection {...props} slug={slug} source={source} />;
  }
}
