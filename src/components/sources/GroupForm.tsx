import type { UsableInstallation } from "../../../contract/integrations/apps.ts";
import { installationFor } from "../../domain/appCoverage.ts";
import { keepsSignIn } from "../../domain/sourceDraft.ts";
import {
  summarizePreview,
  wrongPatterns,
  type GroupCheck,
  type GroupDraft,
  type GroupProvider,
} from "../../domain/groupDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Callout } from "../ui/Callout.tsx";
import { type AppOffer, AppOfferNote } from "./AppOfferNote.tsx";
import { GroupFilterFields } from "./GroupFilterFields.tsx";
import { GroupSummary } from "./GroupSummary.tsx";
import { LinkFormActions } from "./LinkFormActions.tsx";
import { ProviderAddressFields } from "./ProviderAddressFields.tsx";
import { SourceSignIn } from "./SourceSignIn.tsx";
import styles from "./GroupForm.module.css";

export interface GroupFormProps {
  draft: GroupDraft;
  check: GroupCheck;
  /** Those that the company's plan allows. */
  providers: readonly GroupProvider[];
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  /** Installations of apps that the user may link with. */
  installations?: readonly UsableInstallation[] | undefined;
  /** How the user gets an app, or an installation of it. Left out for a provider without apps. */
  appOffer?: AppOffer | undefined;
  onChange: (draft: GroupDraft) => void;
  /** Lists the group at its host. */
  onPreview: (draft: GroupDraft) => void;
  onAdd: (draft: GroupDraft) => void;
  /** The words on the button that submits it; omitted: those for linking a group. */
  action?: string | undefined;
  /** Omit where the form is always shown. */
  onCancel?: (() => void) | undefined;
}

/** The form that links a group: its address, access, filter, and what the filter would link. */
export function GroupForm({
  draft,
  check,
  providers,
  connected = [],
  installations: ofAllProviders = [],
  appOffer,
  onChange,
  onPreview,
  onAdd,
  action,
  onCancel,
}: GroupFormProps) {
  const { t } = useTranslation("groups");
  const isBusy = check.status === "checking" || check.status === "adding";
  const errors = check.status === "refused" ? check.errors : {};
  const change = (changes: Partial<GroupDraft>) => onChange({ ...draft, ...changes });
  const installations = ofAllProviders.filter(({ provider }) => provider === draft.provider);
  /** An app reads a group by the installation on its account alone. */
  const covering = installationFor(draft.url, installations)?.id;
  const faults = useGroupFaults(draft, covering !== undefined);
  const changeProvider = (provider: GroupProvider): void => {
    const isLost = !keepsSignIn(draft, provider, connected, ofAllProviders);
    change({ provider, ...((isLost || provider === "git") && { signIn: "none" }) });
  };
  return (
    <Form
      className={styles.form}
      label={t("form.label")}
      faults={faults}
      failure={{ text: "", fields: { ...errors } }}
      isBusy={isBusy}
      onSubmit={() => onAdd(draft)}
    >
      {({ errorsOf, validate }) => (
        <>
          <ProviderAddressFields
            provider={draft.provider}
            providers={providers.map((provider) => ({ value: provider, text: t(`form.providers.${provider}`) }))}
            url={draft.url}
            label={t(draft.provider === "git" ? "form.folder" : "form.url")}
            help={t(`form.urlHelp.${draft.provider}`)}
            isFolder
            isBusy={isBusy}
            errors={{ provider: errorsOf("provider"), url: errorsOf("url") }}
            onProvider={changeProvider}
            onUrl={(url) =>
              change({
                url,
                ...(draft.signIn === "app" && { installation: installationFor(url, installations)?.id }),
              })
            }
          />
          {draft.provider !== "git" && (
            <SourceSignIn
              provider={draft.provider}
              connected={connected}
              installations={installations}
              canInstall={(appOffer?.apps.length ?? 0) > 0}
              value={{ ...draft, installation: covering ?? draft.installation }}
              isBusy={isBusy}
              errors={{ token: errorsOf("token") ?? [], username: errorsOf("username") ?? [] }}
              onChange={change}
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
          <GroupFilterFields
            provider={draft.provider}
            value={draft.filter}
            isBusy={isBusy}
            errors={{ include: errorsOf("include") ?? [], exclude: errorsOf("exclude") ?? [] }}
            onChange={(part) => change({ filter: { ...draft.filter, ...part } })}
          />
          <HostAnswer check={check} draft={draft} />
          <LinkFormActions
            submit={action ?? t("form.add")}
            check={t(check.status === "checking" ? "form.previewing" : "form.preview")}
            waitsFor={check.status === "checking" ? "check" : check.status === "adding" ? "submit" : null}
            onCheck={() => {
              if (validate()) onPreview(draft);
            }}
            onCancel={onCancel}
          />
        </>
      )}
    </Form>
  );
}

/** What keeps the form from being sent, by field. */
function useGroupFaults(draft: GroupDraft, isCovered: boolean) {
  const { t } = useTranslation("groups");
  const { t: tProject } = useTranslation("project");
  const required = useRequired();
  const wrong = wrongPatterns(draft.filter);
  const patternFault = (patterns: readonly string[]) =>
    patterns.length > 0 ? t("filter.wrong", { patterns: patterns.join(", ") }) : null;
  return {
    provider: null,
    url: required(draft.url) ?? (draft.signIn === "app" && !isCovered ? tProject("form.app.missing") : null),
    token: draft.signIn === "token" ? required(draft.token) : null,
    username: null,
    include: patternFault(wrong.include),
    exclude: patternFault(wrong.exclude),
  };
}

/** What the host said: the repositories that the filter selects, or why it refused. */
function HostAnswer({ check, draft }: { check: GroupCheck; draft: GroupDraft }) {
  const refusals = check.status === "refused" ? (check.errors.other ?? []) : [];
  return (
    <div aria-live="polite">
      {check.status === "found" && (
        <GroupSummary name={check.preview.name} summary={summarizePreview(check.preview, draft.filter)} />
      )}
      {refusals.length > 0 && (
        <Callout className={styles.summary} intent="danger">
          {refusals.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Callout>
      )}
    </div>
  );
}
