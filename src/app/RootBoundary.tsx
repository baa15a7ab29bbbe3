import { Component, type ReactNode } from 'react';
import { StartFailure } from './StartFailure.tsx';

interface RootBoundaryProps {
  language: () => string | undefined;
  /** Begins anew. */
  retry: () => void;
  children: ReactNode;
}

/** The last net: whatever no node, page or layout kept to itself explains itself here. A blank window never. */
export class RootBoundary extends Component<RootBoundaryProps, { failure: { error: unknown } | undefined }> {
  override state: { failure: { error: unknown } | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    console.error('The application failed:', error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <StartFailure language={this.props.language()} error={failure.error} retry={this.props.retry} />;
  }
}
