import { useEffect, useRef, useState } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "./FormField.tsx";
import { readEmails } from "../../domain/emailList.ts";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Tag } from "../ui/Tag.tsx";
import { CrossIcon } from "../ui/icons.ts";
import styles from "./EmailListField.module.css";

export interface EmailListFieldProps {
  emails: readonly string[];
  /** Existing members. */
  taken?: readonly string[];
  help?: string;
  errors?: readonly string[] | undefined;
  isBusy?: boolean;
  onChange: (emails: string[]) => void;
}

/** A list of addresses: typed one by one or pasted together, each removable by its own button. */
export function EmailListField({
  emails,
  taken = [],
  help,
  errors = [],
  isBusy = false,
  onChange,
}: EmailListFieldProps) {
  const { t } = useTranslation("controls");
  const [text, setText] = useState("");
  const [mistake, setMistake] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const commit = (typed: string) => {
    if (typed.trim() === "") return;
    const { emails: found, rest } = readEmails(typed);
    const known = new Set([...emails, ...taken.map((email) => email.toLowerCase())]);
    const fresh = found.filter((email) => !known.has(email));
    if (fresh.length > 0) onChange([...emails, ...fresh]);
    setText(rest.join(" "));
    setMistake(rest.length > 0 ? t("emails.invalid") : fresh.length === 0 ? t("emails.twice") : undefined);
  };

  const commitTyped = useStableCallback(() => commit(text));
  const isPointerDown = useIsPointerDown();
  // Typed text that was not added yet counts as well, also when the form is left by its own Next.
  useEffect(() => () => commitTyped(), [commitTyped]);
  const handleBlur = () => {
    if (!isPointerDown.current) {
      commit(text);
      return;
    }
    // The new line of the list would move the button away from the pointer, and its click would be lost.
    document.addEventListener("pointerup", () => setTimeout(commitTyped), { once: true });
  };

  return (
    <div>
      <FormField label={t("emails.label")} help={help} errors={[...(mistake ? [mistake] : []), ...errors]}>
        {(control) => (
          <div className={styles.entry}>
            <InputGroup
              {...control}
              inputRef={input}
              className={styles.input}
              type="email"
              // `multiple` lets the browser accept commas in an e-mail field.
              multiple
              autoComplete="off"
              spellCheck={false}
              value={text}
              readOnly={isBusy}
              intent={mistake ? "danger" : "none"}
              onValueChange={(typed) => {
                setMistake(undefined);
                if (/[,;]$/.test(typed)) commit(typed);
                else setText(typed);
              }}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData("text");
                if (!/[\s,;]/.test(pasted.trim())) return;
                event.preventDefault();
                commit(`${text} ${pasted}`);
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || text.trim() === "") return;
                event.preventDefault();
                commit(text);
              }}
              onBlur={handleBlur}
            />
            <Button
              variant="outlined"
              text={t("emails.addOne")}
              disabled={isBusy}
              onClick={() => {
                commit(text);
                input.current?.focus();
              }}
            />
          </div>
        )}
      </FormField>
      {emails.length > 0 && (
        <ul className={styles.list} aria-label={t("emails.added")}>
          {emails.map((email) => (
            <li key={email}>
              <Tag size="large" className={styles.email}>
                {email}
              </Tag>
              <Button
                variant="minimal"
                size="small"
                icon={<CrossIcon />}
                aria-label={t("emails.remove", { email })}
                disabled={isBusy}
                onClick={() => {
                  onChange(emails.filter((other) => other !== email));
                  input.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useIsPointerDown() {
  const isDown = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    document.addEventListener("pointerdown", () => void (isDown.current = true), options);
    for (const end of ["pointerup", "pointercancel"] as const) {
      document.addEventListener(end, () => void (isDown.current = false), options);
    }
    return () => controller.abort();
  }, []);
  return isDown;
}
