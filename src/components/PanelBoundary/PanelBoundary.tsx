import { Component, type ReactNode } from "react";

export interface PanelBoundaryProps {
  /** With another value a panel that broke is tried again. */
  resetKey: unknown;
  /** Drawn in place of a panel that broke while it was drawn. */
  fallback: (error: Error) => ReactNode;
  children: ReactNode;
}

interface PanelBoundaryState {
  readonly error: Error | null;
  readonly resetKey: unknown;
}

/** Keeps the fault of one panel from its neighbours. */
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
