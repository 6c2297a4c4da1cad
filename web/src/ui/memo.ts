import { Component, h, type FunctionComponent, type VNode } from 'preact';

/**
 * Renders a component again only if one of its properties other than `children` is a different value. A change of a
 * signal that the component reads still renders it again.
 */
export function memo<P extends object>(Drawn: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as Record<string, unknown>;
      const after = next as Record<string, unknown>;
      const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
      return [...keys].some((key) => key !== 'children' && before[key] !== after[key]);
    }

    override render(): VNode {
      return h(Drawn as FunctionComponent, this.props as never);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}

/**
 * Wraps a page without properties, so that it is rendered again only by the signals that it reads and not
 * because its parent is rendered.
 */
export function memoPage(Drawn: FunctionComponent): FunctionComponent {
  class Still extends Component {
    override shouldComponentUpdate(): boolean {
      return false;
    }

    override render(): VNode {
      return h(Drawn, {});
    }
  }
  return Still as unknown as FunctionComponent;
}
