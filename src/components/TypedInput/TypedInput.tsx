import { InputGroup, type InputGroupProps } from "@blueprintjs/core";
import { useTypedText, type TypedTextOptions } from "./useTypedText.ts";

export interface TypedInputProps
  extends Omit<InputGroupProps, "value" | "onChange" | "onValueChange">, TypedTextOptions {
  /** The owner's text; it may arrive late. */
  value: string;
  /** Called when the user pauses typing. */
  onSettle: (text: string) => void;
}

/**
 * A text field for a value that is stored elsewhere, for example in the address. A value that arrives late does not overwrite typed text.
 */
export function TypedInput({ value, onSettle, pause, normalize, returned, ...input }: TypedInputProps) {
  const typed = useTypedText(value, onSettle, {
    ...(pause !== undefined && { pause }),
    ...(normalize && { normalize }),
    returned,
  });
  return (
    <InputGroup
      {...input}
      value={typed.text}
      onValueChange={typed.type}
      onKeyDown={(event) => {
        if (event.key === "Enter") typed.commit();
        input.onKeyDown?.(event);
      }}
    />
  );
}
