import type { ComponentType } from "react";
import type { SVGIconProps } from "./icons.ts";

export interface IconProps {
  /** A component of components/ui/icons.ts. */
  of: ComponentType<SVGIconProps>;
  /** Pixels: 16 next to text of the body. From 20 on the icon is drawn with finer lines. */
  size?: 10 | 12 | 14 | 16 | 20 | 32 | 40;
  /** The meaning, where no text next to the icon has it; without it screen readers skip the icon. */
  label?: string;
}

/** An icon in the colour of the text around it. */
export function Icon({ of: Drawing, size = 16, label }: IconProps) {
  return label === undefined ? (
    <Drawing size={size} aria-hidden title={false} />
  ) : (
    <Drawing size={size} title={label} />
  );
}
