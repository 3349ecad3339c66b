import { Component, type ReactNode } from "react";

export interface PanelBoundaryProps {
  /** A new value retries a panel that failed. */
  resetKey: unknown;
  /** Rendered instead of a panel that failed to render. */
  fallback: (error: Error) => ReactNode;
  children: ReactNode;
}

interface PanelBoundaryState {
  readonly error: Error | null;
  readonly resetKey: unknown;
}

/** Error boundary of one panel: its neighbours keep working. */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  override state: PanelBoundaryState = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<PanelBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(
    props: PanelBoundaryProps,
    state: PanelBoundaryState,
  ): Partial<PanelBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children;
  }
}
