import type { ReactElement } from "react";
import { Button } from "../ui/Button.tsx";

export interface RowActionProps {
  icon: ReactElement;
  /** Names the action and the row. */
  name: string;
  /** A word of the name that is shown next to the icon; omit where the icon is known, or the rows are many. */
  text?: string;
  loading?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** A button of a row that shows its icon, alone or with one word; its name is the tooltip too. */
export const RowAction = ({ icon, name, text, loading = false, disabled = false, onClick }: RowActionProps) => (
  <Button
    size="small"
    variant="minimal"
    icon={icon}
    text={text}
    aria-label={name}
    title={name}
    loading={loading}
    disabled={disabled}
    onClick={onClick}
  />
);
