import { useId, useState } from "react";
import type { ApiTokenBody } from "../../../contract/access/apiTokens.ts";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { TOKEN_SCOPES } from "../../../contract/access/tokenScopes.ts";
import { expiryAfter, lifetimesWithin } from "../../domain/tokenLifetime.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { Form } from "../patterns/Form.tsx";
import { FormActions } from "../patterns/FormActions.tsx";
import { useNow } from "../ui/Clock.ts";
import { Radio, RadioGroup } from "../ui/Radio.ts";
import { Select } from "../ui/Select.tsx";
import { useInitialFocus } from "../ui/useInitialFocus.ts";
import { TokenProjectsField } from "./TokenProjectsField.tsx";

/** Lifetimes of a token in days, as far as the company allows them. */
const LIFETIMES = [7, 30, 90, 180, 365];
const DEFAULT_DAYS = 90;

export interface ApiTokenFormProps {
  projects: readonly { readonly slug: string; readonly name: string }[];
  /** The greatest age of a token. */
  maxDays: number;
  onCreate: (token: ApiTokenBody) => void;
  onCancel: () => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Creates a personal API token: its purpose, what it may do, its projects and its expiry. */
export function ApiTokenForm({
  projects,
  maxDays,
  onCreate,
  onCancel,
  isBusy = false,
  failure = null,
}: ApiTokenFormProps) {
  const { t } = useTranslation("access");
  const { t: tTokens } = useTranslation("tokens");
  const errors = useTranslation("errors");
  const now = useNow();
  const id = useId();
  const lifetimes = lifetimesWithin(LIFETIMES, maxDays);
  const [name, setName] = useState("");
  const [scope, setScope] = useState<ApiTokenBody["scope"]>("read");
  const [isLimited, setLimited] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [days, setDays] = useState(() => lifetimes.findLast((each) => each <= DEFAULT_DAYS) ?? lifetimes[0] ?? maxDays);
  const first = useInitialFocus();
  const required = errors.t("required");
  return (
    <Form
      label={tTokens("create")}
      faults={{
        name: name.trim() === "" ? required : null,
        projects: isLimited && chosen.length === 0 ? required : null,
        expires_at: null,
      }}
      failure={failure}
      failureTitle={tTokens("createFailed")}
      isBusy={isBusy}
      onSubmit={() =>
        onCreate({
          name: name.trim(),
          scope,
          projects: isLimited ? [...chosen] : null,
          expires_at: expiryAfter(now, days),
        })
      }
    >
      {({ errorsOf }) => (
        <>
          <TextField
            name="token-name"
            label={tTokens("name")}
            help={t("tokens.nameHelp")}
            errors={errorsOf("name")}
            inputRef={first}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={name}
            onChange={setName}
          />
          <RadioGroup
            label={t("tokens.scope")}
            name={`${id}scope`}
            selectedValue={scope}
            onChange={({ currentTarget: { value } }) => setScope(value === "write" ? "write" : "read")}
          >
            {TOKEN_SCOPES.map((value) => (
              <Radio key={value} value={value} label={t(`tokens.scopes.${value}`)} />
            ))}
          </RadioGroup>
          <RadioGroup
            label={t("tokens.projects")}
            name={`${id}limit`}
            selectedValue={isLimited ? "some" : "all"}
            onChange={({ currentTarget: { value } }) => setLimited(value === "some")}
          >
            <Radio value="all" label={t("tokens.allProjects")} />
            <Radio value="some" label={t("tokens.someProjects")} disabled={projects.length === 0} />
          </RadioGroup>
          {isLimited && (
            <TokenProjectsField
              label={t("tokens.chosen")}
              projects={projects}
              chosen={chosen}
              errors={errorsOf("projects")}
              onChange={setChosen}
            />
          )}
          <FormField
            label={tTokens("expires")}
            help={t("tokens.expiresHelp", { count: maxDays })}
            errors={errorsOf("expires_at")}
          >
            {(control) => (
              <Select
                {...control}
                value={String(days)}
                options={lifetimes.map((count) => ({ value: String(count), text: tTokens("days", { count }) }))}
                onValueChange={(value) => setDays(Number(value))}
              />
            )}
          </FormField>
          <FormActions action={tTokens("createAction")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
