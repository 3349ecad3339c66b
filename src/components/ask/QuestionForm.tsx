import { useState } from "react";
import type { AskBody } from "../../../contract/search/ask.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { TextArea } from "../ui/TextArea.ts";

export type AskTask = AskBody["task"];

export interface QuestionFormProps {
  task: AskTask;
  question: string;
  /** Characters of a question. */
  maxLength: number;
  /** Called for the task that the form is for now, before it is sent. */
  onTask?: (task: AskTask) => void;
  onAsk: (task: AskTask, question: string) => void;
}

/** Characters with which a question can be looked for. */
const MIN_QUESTION = 3;
/** Characters of the key of an issue. */
const MAX_KEY = 60;

/** A question about a project, or the issue that needs a plan. */
export function QuestionForm({ task: openTask, question, maxLength, onTask, onAsk }: QuestionFormProps) {
  const { t } = useTranslation("ask");
  const [task, setTask] = useState(openTask);
  const [text, setText] = useState(question);
  const isPlan = task === "plan";
  const fault =
    text.trim().length < (isPlan ? 1 : MIN_QUESTION) ? t(isPlan ? "issueMissing" : "questionMissing") : null;
  return (
    <Form label={t("form")} faults={{ question: fault }} onSubmit={() => onAsk(task, text.trim())}>
      {({ errorsOf }) => (
        <>
          <SegmentedControl
            label={t("task")}
            value={task}
            options={(["answer", "plan"] as const).map((value) => ({ value, text: t(`tasks.${value}`) }))}
            onValueChange={(value) => {
              setTask(value);
              onTask?.(value);
              setText("");
            }}
          />
          <FormField
            label={t(isPlan ? "issue" : "question")}
            help={t(isPlan ? "issueHelp" : "questionHelp")}
            errors={errorsOf("question")}
          >
            {(control) =>
              isPlan ? (
                <InputGroup {...control} maxLength={MAX_KEY} spellCheck={false} value={text} onValueChange={setText} />
              ) : (
                <TextArea
                  {...control}
                  fill
                  rows={3}
                  maxLength={maxLength}
                  value={text}
                  onChange={({ currentTarget: { value } }) => setText(value)}
                />
              )
            }
          </FormField>
          <Inline>
            <Button type="submit" intent="primary" text={t("ask")} />
          </Inline>
        </>
      )}
    </Form>
  );
}
