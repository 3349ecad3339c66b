import { Classes } from "@blueprintjs/core";
import { Button } from "./Button.tsx";
import { CaretDownIcon } from "./icons.ts";

export interface ButtonSkeletonProps {
  /** The text of the expected button, which gives the placeholder its width. */
  text: string;
}

/** A placeholder for a button that opens a menu and whose choices load. Screen readers and the Tab key skip it. */
export const ButtonSkeleton = ({ text }: ButtonSkeletonProps) => (
  <Button
    className={Classes.SKELETON}
    variant="outlined"
    disabled
    aria-hidden
    text={text}
    endIcon={<CaretDownIcon />}
  />
);
