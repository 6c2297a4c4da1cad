import { Fragment } from 'preact';

/**
 * A text that may break after the "@" and "." of an address, so that a long e-mail address does not break
 * inside a word on narrow screens.
 */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[@.])(?=\S)/u).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
