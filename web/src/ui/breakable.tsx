import { Fragment } from 'preact';

/** Text whose addresses may be broken behind their signs, so that no word inside a long address is broken on a narrow screen. */
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
