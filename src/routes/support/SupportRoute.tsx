import { AnchorButton, InputGroup, Intent, TextArea } from "@blueprintjs/core";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { FormField } from "../../components/FormField/FormField.tsx";
import { PageHeader } from "../../components/PageHeader/PageHeader.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { usePageTitle } from "../usePageTitle.ts";
import { mailTo, SUPPORT_ADDRESS } from "./mailTo.ts";
import styles from "./SupportRoute.module.css";

/** Long addresses do not reach every mail program; about 2000 characters do. */
const MESSAGE_LIMIT = 1500;

export const Component = observer(function SupportRoute() {
  const { notifications } = useStore();
  const { t } = useWords("help");
  const [search] = useSearchParams();
  const [subject, setSubject] = useState(search.get("topic") === "upgrade" ? t("support.upgradeSubject") : "");
  const [message, setMessage] = useState("");
  const requestId = notifications.lastRequestId;
  const body = requestId ? `${message}\n\n${requestId}` : message;
  usePageTitle(t("support.title"));
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("support.title")}
        description={SUPPORT_ADDRESS ? t("support.text") : `${t("support.text")} ${t("support.noAddress")}`}
      />
      <FormField label={t("support.subject")}>
        {(control) => <InputGroup {...control} maxLength={200} value={subject} onValueChange={setSubject} />}
      </FormField>
      <FormField label={t("support.message")} help={requestId ? t("support.requestId", { requestId }) : undefined}>
        {(control) => (
          <TextArea
            {...control}
            fill
            rows={8}
            maxLength={MESSAGE_LIMIT}
            value={message}
            onChange={(event) => {
              setMessage(event.currentTarget.value);
            }}
          />
        )}
      </FormField>
      <AnchorButton intent={Intent.PRIMARY} text={t("support.open")} href={mailTo({ subject, body })} />
    </div>
  );
});
