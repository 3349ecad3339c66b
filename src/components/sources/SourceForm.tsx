import { Suspense, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { InstallationRepository, UsableInstallation } from "../../../contract/integrations/apps.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import type { SourceKind } from "../../domain/linkedSources.ts";
import { PROVIDERS } from "../../../contract/constants.ts";
import {
  hasCustomFields,
  isSameSource,
  keepsSignIn,
  restrictsItems,
  type Provider,
  type SourceCheck,
  type SourceDraft,
} from "../../domain/sourceDraft.ts";
import { installationFor } from "../../domain/appCoverage.ts";
import { type AppOffer, AppOfferNote } from "./AppOfferNote.tsx";
import { FoundSource } from "./FoundSource.tsx";
import { InstalledRepositories } from "./InstalledRepositories.tsx";
import { LinkFormActions } from "./LinkFormActions.tsx";
import { ProviderAddressFields } from "./ProviderAddressFields.tsx";
import { RestrictedChoice } from "./RestrictedChoice.tsx";
import { SourceSignIn } from "./SourceSignIn.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import styles from "./SourceForm.module.css";

/** Loaded by those who limit a repository: most link it whole. */
const FoldersField = lazyComponent(() => import("./FoldersField.tsx"), "FoldersField");

export interface SourceFormProps {
  kind: SourceKind;
  draft: SourceDraft;
  check: SourceCheck;
  /** Linked sources: a duplicate is rejected without a request. */
  linked?: readonly { provider: string; url: string }[];
  /** Those that the company's plan allows; omitted: all of the kind. */
  providers?: readonly Provider[];
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  /** Installations of apps that the user may link with, and the repositories of the chosen one. */
  installed?: InstalledChoices | undefined;
  /** How the user gets an app, or an installation of it. Left out for a provider without apps. */
  appOffer?: AppOffer | undefined;
  onChange: (draft: SourceDraft) => void;
  onValidate: (draft: SourceDraft) => void;
  /** Validates the draft unless that is done, then adds it. */
  onAdd: (draft: SourceDraft) => void;
  /** The words on the button that submits it; omitted: those for adding a source. */
  action?: string | undefined;
  /** Omit where the form is always shown. */
  onCancel?: (() => void) | undefined;
}

/** Repositories are null while they are read; `failure` says why they could not be. */
export interface InstalledChoices {
  installations: readonly UsableInstallation[];
  repositories: readonly InstallationRepository[] | null;
  failure: string | null;
}

/** The words on the button that asks the host, where they are others than those of an untouched form. */
const CHECK_WORDS: Partial<Record<SourceCheck["status"], "form.validating" | "form.again">> = {
  checking: "form.validating",
  valid: "form.again",
};

/** Nothing is installed. */
const NOTHING_INSTALLED: InstalledChoices = { installations: [], repositories: null, failure: null };

/** The form that links one source: its address, access, and the host's response. */
export function SourceForm({
  kind,
  draft,
  check,
  linked = [],
  providers = PROVIDERS[kind],
  connected = [],
  installed = NOTHING_INSTALLED,
  appOffer,
  onChange,
  onValidate,
  onAdd,
  action,
  onCancel,
}: SourceFormProps) {
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const isBusy = check.status === "checking" || check.status === "adding";
  const refused = check.status === "refused" ? check.errors : {};
  const change = (changes: Partial<SourceDraft>) => onChange({ ...draft, ...changes });
  const installations = installed.installations.filter(({ provider }) => provider === draft.provider);
  const faults = useSourceFaults(draft, linked, installations.length > 0);
  /** An app reads by the installation on the account of the address. */
  const changeUrl = (url: string): void => {
    const installation = draft.signIn === "app" ? installationFor(url, installations)?.id : undefined;
    change({ url, ...(installation !== undefined && { installation }) });
  };
  const changeProvider = (provider: Provider): void => {
    const isLost = !keepsSignIn(draft, provider, connected, installed.installations);
    const signIn = provider === "jira" ? "token" : draft.isPreset === true ? "none" : "token";
    change({ provider, ...((provider === "jira" || isLost) && { signIn }) });
  };
  return (
    <Form
      className={styles.form}
      label={t(`form.label.${kind}`)}
      faults={faults}
      failure={{ text: "", fields: { ...refused } }}
      isBusy={isBusy}
      subject={linked.length}
      onSubmit={() => onAdd(draft)}
    >
      {({ errorsOf, validate }) => (
        <>
          <ProviderAddressFields
            provider={draft.provider}
            providers={providers.map((provider) => ({ value: provider, text: tStates(`sources.${provider}`) }))}
            url={draft.url}
            label={t("form.url")}
            help={t(`form.urlHelp.${draft.provider}`)}
            isBusy={isBusy}
            errors={{ provider: errorsOf("provider"), url: errorsOf("url") }}
            onProvider={changeProvider}
            onUrl={changeUrl}
          />
          <SourceSignIn
            provider={draft.provider}
            connected={connected}
            installations={installations}
            canInstall={(appOffer?.apps.length ?? 0) > 0}
            value={draft}
            isBusy={isBusy}
            errors={{ token: errorsOf("token") ?? [], username: errorsOf("username") ?? [] }}
            onChange={change}
          />
          {draft.signIn === "app" && installations.length > 0 && (
            <InstalledRepositories
              {...installed}
              installations={installations}
              installation={draft.installation ?? ""}
              url={draft.url}
              isBusy={isBusy}
              onInstallation={(installation) => change({ installation, isPreset: false })}
              onRepository={(url) => change({ url })}
            />
          )}
          {appOffer && (
            <AppOfferNote
              offer={appOffer}
              installations={installations}
              url={draft.url}
              isChosen={draft.signIn === "app"}
              isBusy={isBusy}
            />
          )}
          <SourceOptions
            kind={kind}
            draft={draft}
            isBusy={isBusy}
            errors={{ customFields: errorsOf("customFields"), folders: errorsOf("folders") }}
            // What the host refused is seen, also where the part was closed meanwhile.
            hasRefusedFolders={(refused.folders?.length ?? 0) > 0}
            onChange={change}
          />
          <div aria-live="polite">
            {check.status === "valid" && <FoundSource kind={kind} provider={draft.provider} found={check.found} />}
            {refused.other && refused.other.length > 0 && <HostRefusal sentences={refused.other} />}
          </div>
          <LinkFormActions
            submit={action ?? t(`form.add.${kind}`)}
            check={t(CHECK_WORDS[check.status] ?? "form.validate")}
            waitsFor={check.status === "checking" ? "check" : check.status === "adding" ? "submit" : null}
            onCheck={() => {
              if (validate()) onValidate(draft);
            }}
            onCancel={onCancel}
          />
        </>
      )}
    </Form>
  );
}

/** What keeps the form from being sent, by field. */
function useSourceFaults(
  draft: SourceDraft,
  linked: NonNullable<SourceFormProps["linked"]>,
  hasInstallation: boolean,
): Record<"provider" | "url" | "token" | "username" | "customFields" | "folders", string | null> {
  const { t } = useTranslation("project");
  const required = useRequired();
  const isLinked = linked.some((source) => isSameSource(source, draft));
  return {
    provider: null,
    url:
      required(draft.url) ??
      (isLinked ? t("form.twice") : draft.signIn === "app" && !hasInstallation ? t("form.app.missing") : null),
    token: draft.signIn === "token" ? required(draft.token) : null,
    username: null,
    customFields: null,
    folders: null,
  };
}

/** What the host said against the source, and not against one field. */
function HostRefusal({ sentences }: { sentences: readonly string[] }) {
  return (
    <Callout className={styles.answer} intent="danger">
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
    </Callout>
  );
}

interface SourceOptionsProps {
  kind: SourceKind;
  draft: SourceDraft;
  isBusy: boolean;
  errors: Readonly<Record<"customFields" | "folders", readonly string[] | undefined>>;
  hasRefusedFolders: boolean;
  onChange: (change: Partial<SourceDraft>) => void;
}

/** What is read of the source, as far as sources of its kind have a choice: restricted items, custom fields, folders. */
function SourceOptions({ kind, draft, isBusy, errors, hasRefusedFolders, onChange }: SourceOptionsProps) {
  const { t } = useTranslation("project");
  return (
    <>
      {restrictsItems(kind, draft.provider) && (
        <RestrictedChoice
          value={draft.restrictedRole}
          isBusy={isBusy}
          onChange={(restrictedRole) => onChange({ restrictedRole })}
        />
      )}
      {hasCustomFields(kind, draft.provider) && (
        <FormField label={t("form.fields")} help={t("form.fieldsHelp")} errors={errors.customFields}>
          {(control) => (
            <InputGroup
              {...control}
              autoComplete="off"
              intent={errors.customFields ? "danger" : "none"}
              value={draft.customFields}
              readOnly={isBusy}
              onValueChange={(customFields) => onChange({ customFields })}
            />
          )}
        </FormField>
      )}
      {kind === "repository" && (
        <FoldersOption
          value={draft.folders}
          isBusy={isBusy}
          errors={errors.folders}
          isForcedOpen={hasRefusedFolders}
          onChange={(folders) => onChange({ folders })}
        />
      )}
    </>
  );
}

interface FoldersOptionProps {
  value: string;
  isBusy: boolean;
  errors: readonly string[] | undefined;
  isForcedOpen: boolean;
  onChange: (folders: string) => void;
}

/** Limits a repository to folders of it, which few users do. */
function FoldersOption({ isForcedOpen, ...field }: FoldersOptionProps) {
  const { t } = useTranslation("project");
  const [isToggled, setIsToggled] = useState(field.value !== "");
  const isOpen = isToggled || isForcedOpen;
  return (
    <Disclosure variant="quiet" summary={t("form.folders")} isOpen={isOpen} onToggle={setIsToggled}>
      {isOpen && (
        <Suspense>
          <FoldersField {...field} />
        </Suspense>
      )}
    </Disclosure>
  );
}
