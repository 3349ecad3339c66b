import { InputGroup, type InputGroupProps } from "@blueprintjs/core";
import { useTypedText, type TypedTextOptions } from "./useTypedText.ts";

export interface TypedInputProps
  extends Omit<InputGroupProps, "value" | "onChange" | "onValueChange">, TypedTextOptions {
  /** The text that the owner has; it may arrive late. */
  value: string;
  /** Called after a pause in typing. */
  onSettle: (text: string) => void;
}

/** A text field above a value that is kept elsewhere, for example in the address. No key press is lost to a value that arrives late. */
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
