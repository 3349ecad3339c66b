import { Suspense, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { InstallationRepository, UsableInstallation } from "../../../contract/integrations/apps.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
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
import { installationFor, isAppProvider } from "../../domain/appCoverage.ts";
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
  /** How the user gets an app, or an installation of it. Left out: nothing is said about it. */
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
  const change = (part: Partial<SourceDraft>) => onChange({ ...draft, ...part });
  const installations = installed.installations.filter(({ provider }) => provider === draft.provider);
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
  const canInstall = isAppProvider(draft.provider) && (appOffer?.apps.length ?? 0) > 0;
  const urlFault = (): string | null => {
    if (draft.url.trim() === "") return t("form.required");
    if (linked.some((source) => isSameSource(source, draft))) return t("form.twice");
    return draft.signIn === "app" && installations.length === 0 ? t("form.app.missing") : null;
  };

  return (
    <Form
      className={styles.form}
      label={t(`form.label.${kind}`)}
      faults={{
        provider: null,
        url: urlFault(),
        token: draft.signIn === "token" && draft.token.trim() === "" ? t("form.required") : null,
        username: null,
        customFields: null,
        folders: null,
      }}
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
            canInstall={canInstall}
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
          {appOffer && isAppProvider(draft.provider) && (
            <AppOfferNote
              offer={appOffer}
              installations={installations}
              url={draft.url}
              isChosen={draft.signIn === "app"}
              isBusy={isBusy}
            />
          )}
          {restrictsItems(kind, draft.provider) && (
            <RestrictedChoice
              value={draft.restrictedRole}
              isBusy={isBusy}
              onChange={(restrictedRole) => change({ restrictedRole })}
            />
          )}
          {hasCustomFields(kind, draft.provider) && (
            <FormField label={t("form.fields")} help={t("form.fieldsHelp")} errors={errorsOf("customFields")}>
              {(control) => (
                <InputGroup
                  {...control}
                  autoComplete="off"
                  intent={errorsOf("customFields") ? "danger" : "none"}
                  value={draft.customFields}
                  readOnly={isBusy}
                  onValueChange={(customFields) => change({ customFields })}
                />
              )}
            </FormField>
          )}
          {kind === "repository" && (
            <FoldersPart
              value={draft.folders}
              isBusy={isBusy}
              errors={errorsOf("folders")}
              // What the host refused is seen, also where the part was closed meanwhile.
              isOpened={(refused.folders?.length ?? 0) > 0}
              onChange={(folders) => change({ folders })}
            />
          )}
          <div aria-live="polite">
            {check.status === "valid" && <FoundSource kind={kind} provider={draft.provider} found={check.found} />}
            {refused.other && refused.other.length > 0 && (
              <Callout className={styles.answer} intent="danger">
                {refused.other.map((sentence) => (
                  <p key={sentence} className={styles.note}>
                    {sentence}
                  </p>
                ))}
              </Callout>
            )}
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

interface FoldersPartProps {
  value: string;
  isBusy: boolean;
  errors: readonly string[] | undefined;
  /** Open without a press. */
  isOpened: boolean;
  onChange: (folders: string) => void;
}

/** Limits a repository to folders of it, which few users do. */
function FoldersPart({ isOpened, ...field }: FoldersPartProps) {
  const { t } = useTranslation("project");
  const [isToggled, setIsToggled] = useState(field.value !== "");
  const isOpen = isToggled || isOpened;
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
