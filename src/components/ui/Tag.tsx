import { Tag as BlueprintTag, type TagProps } from "@blueprintjs/core";

export type { TagProps };

/** A state or a label of one or two words. It is tinted: a filled one looks like a button. */
export const Tag = ({ minimal = true, ...props }: TagProps) => <BlueprintTag {...props} minimal={minimal} />;
