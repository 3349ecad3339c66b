import { useState } from "react";
import { MAX_COMMENT_LENGTH, MAX_NEW_TITLE_LENGTH } from "../../../contract/issues/issueActions.ts";
import type { NewIssue, NewIssueForm as NewIssueOffer } from "../../../contract/issues/issueWrites.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FacetFilter } from "../patterns/FacetFilter.tsx";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import type { Option } from "../ui/option.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Select } from "../ui/Select.tsx";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";
import type { WriteNotice } from "./IssueWritePanel.tsx";

export interface NewIssueFormProps {
  trackers: readonly Option<string>[];
  tracker: string;
  onTracker: (id: string) => void;
  /** What a new issue of this tracker can have; null until that is loaded. */
  offer: NewIssueOffer | null;
  /** The draft. It is editable until it is sent. */
  initial: { readonly title: string; readonly body: string };
  isSending: boolean;
  notice: WriteNotice | null;
  /** Fetches the outcome of the issue that was sent: until it is known no other one is sent. Omitted where it is known. */
  onLookAgain?: (() => void) | undefined;
  onConnect?: (() => void) | undefined;
  onSubmit: (issue: NewIssue) => void;
  /** Where leaving without an issue leads. */
  cancelHref: string;
}

/** A new issue of a tracker. What the tracker asks for and this form does not have is named before anything is sent. */
export function NewIssueForm(props: NewIssueFormProps) {
  const { trackers, tracker, offer, initial, isSending, notice, onLookAgain, onConnect, cancelHref } = props;
  const { t } = useTranslation("issueWrites");
  const states = useTranslation("states");
  const [title, setTitle] = useState(initial.title);
  const [body, setBody] = useState(initial.body);
  const [labels, setLabels] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const types = offer?.types ?? [];
  const type = types.find(({ id }) => id === chosen) ?? types.find(({ missing }) => missing.length === 0) ?? types[0];
  const missing = type?.missing ?? [];
  const offered = labels.filter((id) => offer?.labels.some((label) => label.id === id));
  const isBlocked = offer === null || offer.blocked !== null || missing.length > 0 || onLookAgain !== undefined;
  return (
    <Form
      label={t("new.title")}
      faults={{
        title: title.trim() === "" ? t("new.titleRequired") : null,
        body: body.length > MAX_COMMENT_LENGTH ? t("new.tooLong", { limit: MAX_COMMENT_LENGTH }) : null,
      }}
      isBusy={isSending}
      onSubmit={() => {
        if (!isBlocked)
          props.onSubmit({
            action: "create",
            title: title.trim(),
            body: body.trim(),
            labels: offered,
            type: type?.id ?? null,
          });
      }}
    >
      {({ errorsOf }) => (
        <>
          {notice && (
            <Callout intent={notice.tone} role="alert">
              <Text as="p" overflow="anywhere">
                {notice.text}
              </Text>
              {onLookAgain && <Button size="small" text={t("lookAgain")} loading={isSending} onClick={onLookAgain} />}
            </Callout>
          )}
          {trackers.length > 1 && (
            <FormField label={t("new.tracker")}>
              {({ id }) => <Select id={id} options={trackers} value={tracker} onValueChange={props.onTracker} />}
            </FormField>
          )}
          {offer?.blocked && (
            <Callout intent="warning" role="status">
              <Text as="p" overflow="anywhere">
                {offer.blocked.text}
              </Text>
              {onConnect && <Button size="small" text={t("connect")} onClick={onConnect} />}
            </Callout>
          )}
          {offer?.account && (
            <Text as="p" size="small" tone="muted">
              {t("as", { account: offer.account })}
            </Text>
          )}
          {type && (
            <FormField
              label={t("new.type")}
              errors={missing.length > 0 ? [t("new.missing", { fields: missing.join(", ") })] : []}
            >
              {({ id, ...control }) => (
                <Select
                  {...control}
                  id={id}
                  options={types.map((one) => ({ value: one.id, text: one.name }))}
                  value={type.id}
                  onValueChange={setChosen}
                />
              )}
            </FormField>
          )}
          <FormField label={t("new.subject")} errors={errorsOf("title")}>
            {(control) => (
              <InputGroup {...control} maxLength={MAX_NEW_TITLE_LENGTH} value={title} onValueChange={setTitle} />
            )}
          </FormField>
          <FormField label={t("new.text")} help={t("comment.placeholder")} errors={errorsOf("body")}>
            {(control) => (
              <TextArea
                {...control}
                fill
                rows={16}
                value={body}
                onChange={(event) => setBody(event.currentTarget.value)}
              />
            )}
          </FormField>
          <Inline align="stretch">
            {offer && offer.labels.length > 0 && (
              <FacetFilter
                name={t("action.labels")}
                choices={offer.labels.map(({ id, name }) => ({ value: id, label: name }))}
                chosen={offered}
                onChange={setLabels}
              />
            )}
            <Button type="submit" intent="primary" text={t("new.send")} disabled={isBlocked} loading={isSending} />
            <LinkButton variant="minimal" text={states.t("cancel")} href={cancelHref} />
          </Inline>
        </>
      )}
    </Form>
  );
}
