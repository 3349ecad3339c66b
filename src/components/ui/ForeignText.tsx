import { Fragment } from "react";
import { markHidden } from "../../domain/hiddenCharacters.ts";
import "../../theme/hiddenCharacter.css";

export interface ForeignTextProps {
  text: string;
}

/**
 * A title, a name or a path that another person wrote, within the app's own text. Its direction ends with it, and characters that are not
 * visible are shown by their numbers, as in code.
 */
export function ForeignText({ text }: ForeignTextProps) {
  return (
    <bdi>
      {markHidden(text).map((piece, at) =>
        piece.isHidden ? (
          <span key={at} className="hidden-character">
            {piece.text}
          </span>
        ) : (
          <Fragment key={at}>{piece.text}</Fragment>
        ),
      )}
    </bdi>
  );
}
