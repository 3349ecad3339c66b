import { InputGroup, type InputGroupProps } from "./InputGroup.ts";
import { useDebouncedText, type DebouncedTextOptions } from "./useDebouncedText.ts";

export interface DebouncedInputProps
  extends Omit<InputGroupProps, "value" | "onChange" | "onValueChange">, DebouncedTextOptions {
  /** The owner's text; it may arrive late. */
  value: string;
  /** Called when the user pauses typing. */
  onSettle: (text: string) => void;
}

/**
 * A text field for a value that is stored elsewhere, for example in the address. A value that arrives late does not overwrite typed text.
 */
export function DebouncedInput({ value, onSettle, pause, normalize, historyKey, ...input }: DebouncedInputProps) {
  const typed = useDebouncedText(value, onSettle, {
    ...(pause !== undefined && { pause }),
    ...(normalize && { normalize }),
    historyKey,
  });
  return (
    <InputGroup
      {...input}
      value={typed.text}
      onValueChange={typed.type}
      onKeyDown={(event) => {
        // Enter in an input method takes a word.
        if (event.key === "Enter" && !event.nativeEvent.isComposing) typed.commit();
        input.onKeyDown?.(event);
      }}
    />
  );
}
