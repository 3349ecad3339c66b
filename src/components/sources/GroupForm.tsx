import type { UsableInstallation } from "../../../contract/integrations/apps.ts";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { installationFor, isAppProvider } from "../../domain/appCoverage.ts";
import { readsConnected } from "../../domain/sourceDraft.ts";
import {
  summarizePreview,
  wrongPatterns,
  type GroupCheck,
  type GroupDraft,
  type GroupProvider,
} from "../../domain/groupDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";
import { type AppOffer, AppOfferNote } from "./AppOfferNote.tsx";
import { GroupFilterFields } from "./GroupFilterFields.tsx";
import { GroupSummary } from "./GroupSummary.tsx";
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
  /** How the user gets an app, or an installation of it. Left out: nothing is said about it. */
  appOffer?: AppOffer | undefined;
  onChange: (draft: GroupDraft) => void;
  /** Lists the group at its host. */
  onPreview: (draft: GroupDraft) => void;
  onAdd: (draft: GroupDraft) => void;
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
  onCancel,
}: GroupFormProps) {
  const { t } = useTranslation("groups");
  const { t: tProject } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const isBusy = check.status === "checking" || check.status === "adding";
  const errors = check.status === "refused" ? check.errors : {};
  const change = (part: Partial<GroupDraft>) => onChange({ ...draft, ...part });
  const installations = ofAllProviders.filter(({ provider }) => provider === draft.provider);
  /** An app reads a group by the installation on its account alone. */
  const covering = installationFor(draft.url, installations)?.id;
  const canInstall = isAppProvider(draft.provider) && (appOffer?.apps.length ?? 0) > 0;
  const wrong = wrongPatterns(draft.filter);
  const faultOf = (patterns: readonly string[]) =>
    patterns.length > 0 ? t("filter.wrong", { patterns: patterns.join(", ") }) : null;
  return (
    <Form
      className={styles.form}
      label={t("form.label")}
      faults={{
        provider: null,
        url:
          draft.url.trim() === ""
            ? tProject("form.required")
            : draft.signIn === "app" && covering === undefined
              ? tProject("form.app.missing")
              : null,
        token: draft.signIn === "token" && draft.token.trim() === "" ? tProject("form.required") : null,
        username: null,
        include: faultOf(wrong.include),
        exclude: faultOf(wrong.exclude),
      }}
      failure={{ text: "", fields: { ...errors } }}
      isBusy={isBusy}
      onSubmit={() => onAdd(draft)}
    >
      {({ errorsOf, validate }) => (
        <>
          <div className={styles.where}>
            <FormField label={tProject("form.provider")} errors={errorsOf("provider")}>
              {(control) => (
                <Select
                  {...control}
                  fill
                  disabled={isBusy}
                  value={draft.provider}
                  options={providers.map((provider) => ({ value: provider, text: t(`form.providers.${provider}`) }))}
                  onValueChange={(provider) => {
                    const isLost =
                      (draft.signIn === "connected" && !readsConnected(connected, provider)) ||
                      (draft.signIn === "app" && !ofAllProviders.some((one) => one.provider === provider));
                    change({ provider, ...((isLost || provider === "git") && { signIn: "none" }) });
                  }}
                />
              )}
            </FormField>
            <FormField
              label={t(draft.provider === "git" ? "form.folder" : "form.url")}
              help={t(`form.urlHelp.${draft.provider}`)}
              errors={errorsOf("url")}
            >
              {(control) => (
                <InputGroup
                  {...control}
                  name="url"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={TEXT_LIMITS.url}
                  intent={errorsOf("url") ? "danger" : "none"}
                  value={draft.url}
                  readOnly={isBusy}
                  onValueChange={(url) => {
                    const installation = installationFor(url, installations)?.id;
                    change({ url, ...(draft.signIn === "app" && { installation }) });
                  }}
                />
              )}
            </FormField>
          </div>
          {draft.provider !== "git" && (
            <SourceSignIn
              provider={draft.provider}
              connected={connected}
              installations={installations}
              canInstall={canInstall}
              value={{ ...draft, installation: covering ?? draft.installation }}
              isBusy={isBusy}
              errors={{ token: errorsOf("token") ?? [], username: errorsOf("username") ?? [] }}
              onChange={change}
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
          <GroupFilterFields
            provider={draft.provider}
            value={draft.filter}
            isBusy={isBusy}
            errors={{ include: errorsOf("include") ?? [], exclude: errorsOf("exclude") ?? [] }}
            onChange={(part) => change({ filter: { ...draft.filter, ...part } })}
          />
          <div aria-live="polite">
            {check.status === "found" && (
              <GroupSummary name={check.preview.name} summary={summarizePreview(check.preview, draft.filter)} />
            )}
            {errors.other && errors.other.length > 0 && (
              <Callout className={styles.summary} intent="danger">
                {errors.other.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </Callout>
            )}
          </div>
          <Inline align="stretch">
            <Button
              type="submit"
              intent="primary"
              variant="outlined"
              text={t("form.add")}
              loading={check.status === "adding"}
              disabled={check.status === "checking"}
            />
            <Button
              variant="minimal"
              text={t(check.status === "checking" ? "form.previewing" : "form.preview")}
              loading={check.status === "checking"}
              disabled={check.status === "adding"}
              onClick={() => {
                if (validate()) onPreview(draft);
              }}
            />
            {onCancel && (
              <Button
                variant="minimal"
                text={tStates("cancel")}
                disabled={check.status === "adding"}
                onClick={onCancel}
              />
            )}
          </Inline>
        </>
      )}
    </Form>
  );
}
