import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { CustomSource, ImportToken, NewImportToken } from "../../../contract/sources/imports.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopiedText } from "../patterns/CopiedText.tsx";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SecretNotice } from "../patterns/SecretNotice.tsx";
import { TokenRow } from "../patterns/TokenRow.tsx";
import { useDiscardQuestion } from "../patterns/useDiscardQuestion.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { DocumentOpenIcon } from "../ui/icons.ts";

export interface ImportDialogProps {
  /** Name of the source. */
  name: string;
  /** Null while it is loaded. */
  source: CustomSource | null;
  tokens: readonly ImportToken[];
  /** The token that was just created: its secret is shown once. */
  created: NewImportToken | null;
  /** The address of this server. */
  server: string;
  /** A token is being created. */
  isBusy?: boolean;
  /** Why loading failed. */
  failure?: string | undefined;
  /** Why the last token was not created. */
  refusal?: FormErrorInfo | null;
  /** Opens the import of a file that the reader chooses. */
  onFile: () => void;
  onCreate: (name: string) => void;
  onRevoke: (token: ImportToken) => void;
  onCopy: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** How items come into a custom source: what it has, the command that sends a file, and the tokens of its importers. */
export function ImportDialog({
  name,
  source,
  created,
  failure,
  server,
  onFile,
  onCopy,
  onClose,
  ...tokens
}: ImportDialogProps) {
  const { t, format } = useTranslation("imports");
  const [tokenName, setTokenName] = useState("");
  // The next token has a name of its own; the name stays when none was created.
  const [named, setNamed] = useState(created?.id);
  if (named !== created?.id) {
    setNamed(created?.id);
    setTokenName("");
  }
  const { close, question } = useDiscardQuestion(tokenName, onClose);
  return (
    <>
      <Dialog
        isOpen
        title={t("dialog.title", { name })}
        isDismissedOutside={false}
        failure={failure}
        actions={<Button text={t("dialog.close")} onClick={close} />}
        onClose={close}
      >
        {source === null ? (
          failure === undefined && <Skeleton shape="rows" count={3} height="2rem" />
        ) : (
          <Stack gap={4}>
            <p>
              {source.imported_at === null
                ? t("dialog.empty")
                : source.holds.includes("page")
                  ? t("dialog.pages", { count: source.items.page, formatted: format.number(source.items.page) })
                  : t("dialog.issues", {
                      issues: format.number(source.items.issue),
                      requests: format.number(source.items.request),
                    })}{" "}
              {source.imported_at !== null && (
                <Text size="small" tone="muted">
                  <RelativeTime at={source.imported_at} />
                </Text>
              )}
            </p>
            {source.run !== null && (
              <Callout intent="primary" role="note">
                {t("dialog.running")}
              </Callout>
            )}
            <div>
              <Button intent="primary" icon={<DocumentOpenIcon />} text={t("file.open")} onClick={onFile} />
            </div>
            <Command text={`clew import FILE --server ${server} --source ${source.id}`} onCopy={onCopy} />
            {created && <CreatedToken token={created} onCopy={onCopy} />}
            {/* A new one after each token, without the faults of the last name. */}
            <TokenList key={created?.id} {...tokens} name={tokenName} onName={setTokenName} />
          </Stack>
        )}
      </Dialog>
      {question}
    </>
  );
}

function Command({ text, onCopy }: { text: string; onCopy: ImportDialogProps["onCopy"] }) {
  const { t } = useTranslation("imports");
  return (
    <Stack as="section" gap={2} aria-label={t("command.title")}>
      <h3>{t("command.title")}</h3>
      <Text as="p" tone="muted">
        {t("command.text")}
      </Text>
      <CopiedText text={text} action={t("command.copy")} onCopy={onCopy} />
    </Stack>
  );
}

function CreatedToken({ token, onCopy }: { token: NewImportToken; onCopy: ImportDialogProps["onCopy"] }) {
  const { t } = useTranslation("tokens");
  return (
    <SecretNotice
      title={t("createdTitle", { name: token.name })}
      text={t("createdText")}
      secrets={[{ value: token.token }]}
      copyText={t("copy")}
      onCopy={onCopy}
    />
  );
}

type TokenListProps = Pick<ImportDialogProps, "tokens" | "isBusy" | "refusal" | "onCreate" | "onRevoke"> & {
  /** The name of the next token. */
  name: string;
  onName: (name: string) => void;
};

function TokenList({ tokens, isBusy = false, refusal = null, name, onName, onCreate, onRevoke }: TokenListProps) {
  const { t } = useTranslation("imports");
  const { t: tTokens } = useTranslation("tokens");
  return (
    <Stack as="section" gap={2} aria-label={t("token.title")}>
      <h3>{t("token.title")}</h3>
      <Text as="p" tone="muted">
        {t("token.text")}
      </Text>
      {tokens.length > 0 && (
        <Stack as="ul" gap={2}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              name={token.name}
              preview={token.preview}
              lastUsedAt={token.last_used_at}
              onRevoke={() => onRevoke(token)}
            >
              <Text size="small" tone="muted" overflow="anywhere">
                {tTokens("createdBy", { name: token.created_by })}
              </Text>
            </TokenRow>
          ))}
        </Stack>
      )}
      <Form
        label={tTokens("createAction")}
        faults={{ name: name.trim() === "" ? t("form.required") : null }}
        failure={refusal}
        failureTitle={tTokens("createFailed")}
        isBusy={isBusy}
        onSubmit={() => onCreate(name.trim())}
      >
        {({ errorsOf }) => (
          <>
            <TextField
              name="token"
              label={t("token.name")}
              help={t("token.nameHelp")}
              errors={errorsOf("name")}
              maxLength={TEXT_LIMITS.name}
              isReadOnly={isBusy}
              isSpellChecked
              value={name}
              onChange={onName}
            />
            <div>
              <Button type="submit" text={tTokens("createAction")} loading={isBusy} />
            </div>
          </>
        )}
      </Form>
    </Stack>
  );
}
