import { lazy, Suspense, useState } from "react";
import type { SourceDetail } from "../../../contract/sources/sources.ts";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { AccessSection } from "./AccessSection.tsx";
import { RefsSection } from "./RefsSection.tsx";
import { RenameSection } from "./RenameSection.tsx";
import { RestrictedAccessSection } from "./RestrictedAccessSection.tsx";

const FieldsSection = lazy(async () => ({ default: (await import("./FieldsSection.tsx")).FieldsSection }));

const FoldersSection = lazy(async () => ({ default: (await import("./FoldersSection.tsx")).FoldersSection }));

type DialogName = "access" | "rename" | "refs" | "folders" | "fields" | "restricted";

export interface SourceDialogState {
  /** The source whose dialog of this name is open. */
  readonly sourceOf: (dialog: DialogName) => LinkedSource | null;
  readonly opener: (dialog: DialogName) => (source: LinkedSource) => void;
  readonly close: () => void;
  /** Closes the dialog that changed a source, unless another one was opened meanwhile. */
  readonly closeFor: (dialog: DialogName, sourceId: string) => void;
}

/** The dialog that changes a source; one is open at a time. */
export function useSourceDialogs(): SourceDialogState {
  const [open, setOpen] = useState<{ readonly dialog: DialogName; readonly source: LinkedSource } | null>(null);
  return {
    sourceOf: (dialog) => (open?.dialog === dialog ? open.source : null),
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

/** The dialogs that change the access, the name, the refs, the folders, the custom fields and the readers of a source. */
export function SourceDialogs({ slug, dialogs, details, connected, onChanged }: SourceDialogsProps) {
  const refsOf = dialogs.sourceOf("refs");
  const foldersOf = dialogs.sourceOf("folders");
  const fieldsOf = dialogs.sourceOf("fields");
  const restrictedOf = dialogs.sourceOf("restricted");
  const handleChanged = (dialog: DialogName) => async (detail: SourceDetail) => {
    dialogs.closeFor(dialog, detail.id);
    await onChanged(detail);
  };
  return (
    <>
      <AccessSection
        source={dialogs.sourceOf("access")}
        connected={connected}
        onDone={handleChanged("access")}
        onClose={dialogs.close}
      />
      <RenameSection source={dialogs.sourceOf("rename")} onDone={handleChanged("rename")} onClose={dialogs.close} />
      <RefsSection
        source={refsOf && { ...refsOf, patterns: details[refsOf.id]?.refs.patterns ?? [] }}
        onDone={handleChanged("refs")}
        onClose={dialogs.close}
      />
      {foldersOf && (
        <Suspense>
          <FoldersSection
            source={{ ...foldersOf, folders: details[foldersOf.id]?.folders ?? [] }}
            onDone={handleChanged("folders")}
            onClose={dialogs.close}
          />
        </Suspense>
      )}
      {fieldsOf && (
        <Suspense>
          <FieldsSection slug={slug} source={fieldsOf} onDone={handleChanged("fields")} onClose={dialogs.close} />
        </Suspense>
      )}
      <RestrictedAccessSection
        source={restrictedOf && { ...restrictedOf, role: details[restrictedOf.id]?.restricted_role ?? null }}
        onDone={handleChanged("restricted")}
        onClose={dialogs.close}
      />
    </>
  );
}
