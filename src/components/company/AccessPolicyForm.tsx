import { useId, useState } from "react";
import type { AccessPolicy, AccessPolicyBody } from "../../../contract/access/accessPolicy.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Select } from "../ui/Select.tsx";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";

const MINUTES_OF_HOUR = 60;
const HOURS_OF_DAY = 24;
const MINUTES_OF_DAY = MINUTES_OF_HOUR * HOURS_OF_DAY;
/** What is offered; a stored value that is not among these is offered too. */
const IDLE_MINUTES = [15, 30, 60, 240, 480, MINUTES_OF_DAY, 7 * MINUTES_OF_DAY];
const MAX_HOURS = [8, 12, HOURS_OF_DAY, 7 * HOURS_OF_DAY, 30 * HOURS_OF_DAY];
const TOKEN_DAYS = [7, 30, 90, 180];
const NONE = "none";

export interface AccessPolicyFormProps {
  policy: AccessPolicy;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (policy: AccessPolicyBody) => void;
}

/** How long sessions last, how old tokens may be, and the networks that users come from. */
export function AccessPolicyForm({ policy, isBusy = false, failure = null, onSave }: AccessPolicyFormProps) {
  const { t } = useTranslation("access");
  const [idle, setIdle] = useState(policy.session_idle_minutes);
  const [hours, setHours] = useState(policy.session_max_hours);
  const [days, setDays] = useState(policy.token_max_days);
  const [clients, setClients] = useState(policy.oauth_clients);
  const [networks, setNetworks] = useState(policy.networks.join("\n"));
  const clientsHelp = useId();
  const spanOf = (minutes: number): string => {
    if (minutes % MINUTES_OF_DAY === 0) return t("policy.days", { count: minutes / MINUTES_OF_DAY });
    if (minutes % MINUTES_OF_HOUR === 0) return t("policy.hours", { count: minutes / MINUTES_OF_HOUR });
    return t("policy.minutes", { count: minutes });
  };
  return (
    <Form
      label={t("policy.title")}
      faults={{ session_idle_minutes: null, session_max_hours: null, token_max_days: null, networks: null }}
      failure={failure}
      failureTitle={t("policy.saveFailed")}
      isBusy={isBusy}
      onSubmit={() =>
        onSave({
          session_idle_minutes: idle,
          session_max_hours: hours,
          token_max_days: days,
          networks: networks.split(/[\s,;]+/).filter((text) => text !== ""),
          oauth_clients: clients,
        })
      }
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("policy.idle")} errors={errorsOf("session_idle_minutes")}>
            {(control) => (
              <LimitSelect
                {...control}
                value={idle}
                offered={IDLE_MINUTES}
                textOf={spanOf}
                none={t("policy.idleNone")}
                onChange={setIdle}
              />
            )}
          </FormField>
          <FormField label={t("policy.max")} errors={errorsOf("session_max_hours")}>
            {(control) => (
              <LimitSelect
                {...control}
                value={hours}
                offered={MAX_HOURS}
                textOf={(value) => spanOf(value * MINUTES_OF_HOUR)}
                none={t("policy.maxNone")}
                onChange={setHours}
              />
            )}
          </FormField>
          <FormField label={t("policy.tokenAge")} help={t("policy.tokenAgeHelp")} errors={errorsOf("token_max_days")}>
            {(control) => (
              <LimitSelect
                {...control}
                value={days}
                offered={TOKEN_DAYS}
                textOf={(value) => t("policy.days", { count: value })}
                none={t("policy.tokenAgeNone")}
                onChange={setDays}
              />
            )}
          </FormField>
          <div>
            <Checkbox
              label={t("policy.clients")}
              aria-describedby={clientsHelp}
              checked={clients}
              onChange={({ currentTarget: { checked } }) => setClients(checked)}
            />
            <Text as="p" size="small" tone="muted" id={clientsHelp}>
              {t("policy.clientsHelp")}
            </Text>
          </div>
          <FormField
            label={t("policy.networks")}
            help={t("policy.networksHelp", { address: policy.your_address })}
            errors={errorsOf("networks")}
          >
            {(control) => (
              <TextArea
                {...control}
                fill
                rows={4}
                spellCheck={false}
                value={networks}
                onChange={({ currentTarget: { value } }) => setNetworks(value)}
              />
            )}
          </FormField>
          <div>
            <Button type="submit" intent="primary" text={t("policy.save")} loading={isBusy} />
          </div>
        </>
      )}
    </Form>
  );
}

interface LimitSelectProps {
  id: string;
  value: number | null;
  offered: readonly number[];
  textOf: (value: number) => string;
  /** The text of no limit. */
  none: string;
  onChange: (value: number | null) => void;
}

function LimitSelect({ value, offered, textOf, none, onChange, ...control }: LimitSelectProps) {
  const values = [...new Set(value === null ? offered : [...offered, value])].toSorted((a, b) => a - b);
  return (
    <Select
      {...control}
      value={value === null ? NONE : String(value)}
      options={[{ value: NONE, text: none }, ...values.map((one) => ({ value: String(one), text: textOf(one) }))]}
      onValueChange={(chosen) => onChange(chosen === NONE ? null : Number(chosen))}
    />
  );
}
