import { Component, type ReactNode } from 'react';
import { Problem } from './problem.tsx';

/** Error boundary: a failing page leaves the other pages working. */
export class PageErrors extends Component<
  { readonly children: ReactNode },
  { readonly error: unknown }
> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <section className="page">
        <h1>This page failed</h1>
        <Problem error={this.state.error} retry={() => this.setState({ error: null })} />
      </section>
    );
  }
}
