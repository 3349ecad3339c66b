import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";
import styles from "./ProviderAddressFields.module.css";

export interface ProviderAddressFieldsProps<Provider extends string> {
  provider: Provider;
  /** The providers that can be chosen, with their names. */
  providers: readonly { readonly value: Provider; readonly text: string }[];
  url: string;
  /** The words above the address, and those below it. */
  label: string;
  help: string;
  /** A folder of the server is no URL, which the browser would refuse. */
  isFolder?: boolean;
  isBusy: boolean;
  errors: { readonly provider: readonly string[] | undefined; readonly url: readonly string[] | undefined };
  onProvider: (provider: Provider) => void;
  onUrl: (url: string) => void;
}

/** Where a source or a group is: the provider, and the address at it. */
export function ProviderAddressFields<Provider extends string>({
  provider,
  providers,
  url,
  label,
  help,
  isFolder = false,
  isBusy,
  errors,
  onProvider,
  onUrl,
}: ProviderAddressFieldsProps<Provider>) {
  const { t } = useTranslation("project");
  return (
    <div className={styles.where}>
      <FormField label={t("form.provider")} errors={errors.provider}>
        {(control) => (
          <Select {...control} fill disabled={isBusy} value={provider} options={providers} onValueChange={onProvider} />
        )}
      </FormField>
      <FormField label={label} help={help} errors={errors.url}>
        {(control) => (
          <InputGroup
            {...control}
            name="url"
            type={isFolder ? "text" : "url"}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={TEXT_LIMITS.url}
            intent={errors.url ? "danger" : "none"}
            value={url}
            readOnly={isBusy}
            onValueChange={onUrl}
          />
        )}
      </FormField>
    </div>
  );
}
