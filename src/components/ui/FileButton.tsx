import { useRef } from "react";
import { Button, type ButtonProps } from "./Button.tsx";

export interface FileButtonProps extends Pick<ButtonProps, "icon" | "size" | "loading"> {
  text: string;
  /** The name of the field for the file. */
  label: string;
  /** Media types and endings, as `accept` of the field has them. */
  accept: string;
  onChoose: (file: File) => Promise<void>;
}

/** A button that opens the browser's choice of a file. The same file can be chosen again once it is read. */
export function FileButton({ label, accept, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void onChoose(chosen).finally(() => (currentTarget.value = ""));
        }}
      />
    </>
  );
}
