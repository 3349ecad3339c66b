import type { ComponentType } from "react";
import type { SVGIconProps } from "./icons.ts";

export interface IconProps {
  /** A component of components/ui/icons.ts. */
  of: ComponentType<SVGIconProps>;
  /** Pixels: 16 next to text of the body. */
  size?: 10 | 12 | 14 | 16;
  /** The meaning, where no text next to the icon has it; without it screen readers skip the icon. */
  label?: string;
  /** For its place in the layout. */
  className?: string | undefined;
}

/** An icon in the colour of the text around it. */
export function Icon({ of: Drawing, size = 16, label, className }: IconProps) {
  return label === undefined ? (
    <Drawing size={size} className={className} aria-hidden title={false} />
  ) : (
    <Drawing size={size} className={className} title={label} />
  );
}
