import { Component, h, type FunctionComponent, type VNode } from 'preact';

/** Draws again only when a property is another object. Signals that are read inside draw it whenever they change. */
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

/** A page that draws what it reads by itself, and never since something around it is drawn again. It takes no properties. */
export function still(Drawn: FunctionComponent): FunctionComponent {
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
