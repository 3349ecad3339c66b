import { Text } from "../ui/Text.tsx";
import { PanelCard } from "./PanelCard.tsx";

export interface EmptyPanelProps {
  title: string;
  /** Why it is empty. */
  text: string;
}

/** A panel without findings: one line. */
export function EmptyPanel({ title, text }: EmptyPanelProps) {
  return <PanelCard title={title} badge={<Text tone="muted">{text}</Text>} />;
}
