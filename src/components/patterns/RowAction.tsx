import type { ReactElement } from "react";
import { Button } from "../ui/Button.tsx";

export interface RowActionProps {
  icon: ReactElement;
  /** Names the action and the row. */
  name: string;
  loading?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** A button of a row that shows its icon alone; its name is the tooltip too. */
export const RowAction = ({ icon, name, loading = false, disabled = false, onClick }: RowActionProps) => (
  <Button
    size="small"
    variant="minimal"
    icon={icon}
    aria-label={name}
    title={name}
    loading={loading}
    disabled={disabled}
    onClick={onClick}
  />
);
