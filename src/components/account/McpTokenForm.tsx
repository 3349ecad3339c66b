import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { expiryAfter } from "../../domain/tokenLifetime.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { Form } from "../patterns/Form.tsx";
import { FormActions } from "../patterns/FormActions.tsx";
import { useNow } from "../ui/Clock.ts";
import { Select } from "../ui/Select.tsx";
import { TokenProjectsField } from "./TokenProjectsField.tsx";
import { TokenWritesField } from "./TokenWritesField.tsx";
import { useInitialFocus } from "../ui/useInitialFocus.ts";

/** Lifetimes of a token in days; `never` does not expire. */
const LIFETIMES = ["30", "90", "365", "never"] as const;
type Lifetime = (typeof LIFETIMES)[number];

/** `writes` is left out for a token that only reads. */
export interface NewToken {
  name: string;
  projects: string[];
  expires_at: string | null;
  writes?: true;
}

export interface McpTokenFormProps {
  /** `may_write`: the user may give a token that changes issues of the project. */
  projects: readonly { readonly slug: string; readonly name: string; readonly may_write: boolean }[];
  onCreate: (token: NewToken) => void;
  onCancel: () => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Creates a token for an agent or an editor: its purpose, its projects, and its expiry. */
export function McpTokenForm({ projects, onCreate, onCancel, isBusy = false, failure = null }: McpTokenFormProps) {
  const { t } = useTranslation("settings");
  const { t: tTokens } = useTranslation("tokens");
  const errors = useTranslation("errors");
  const now = useNow();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    projects.length === 1 ? projects.map(({ slug }) => slug) : [],
  );
  const [lifetime, setLifetime] = useState<Lifetime>("90");
  const [writes, setWrites] = useState(false);
  const mayWrite = projects.every(({ slug, may_write: may }) => may || !chosen.includes(slug));
  const first = useInitialFocus();
  const required = errors.t("required");
  const create = (): void => {
    const expires = lifetime === "never" ? null : expiryAfter(now, Number(lifetime));
    onCreate({ name: name.trim(), projects: [...chosen], expires_at: expires, ...(writes && mayWrite && { writes }) });
  };
  return (
    <Form
      label={tTokens("create")}
      faults={{
        name: name.trim() === "" ? required : null,
        projects: chosen.length === 0 ? required : null,
        expires_at: null,
        writes: null,
      }}
      failure={failure}
      failureTitle={tTokens("createFailed")}
      isBusy={isBusy}
      onSubmit={create}
    >
      {({ errorsOf }) => (
        <>
          <TextField
            name="token-name"
            label={tTokens("name")}
            help={t("mcp.nameHelp")}
            errors={errorsOf("name")}
            inputRef={first}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={name}
            onChange={setName}
          />
          <TokenProjectsField
            label={t("mcp.projects")}
            projects={projects}
            chosen={chosen}
            errors={errorsOf("projects")}
            onChange={setChosen}
          />
          <FormField label={tTokens("expires")} errors={errorsOf("expires_at")}>
            {(control) => (
              <Select
                {...control}
                value={lifetime}
                options={LIFETIMES.map((value) => ({
                  value,
                  text: value === "never" ? t("mcp.never") : tTokens("days", { count: Number(value) }),
                }))}
                onValueChange={setLifetime}
              />
            )}
          </FormField>
          <TokenWritesField
            isChosen={writes && mayWrite}
            isAllowed={mayWrite}
            errors={errorsOf("writes")}
            onChange={setWrites}
          />
          <FormActions action={tTokens("createAction")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
