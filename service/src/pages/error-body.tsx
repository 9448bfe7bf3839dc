import type { JSX } from "preact";

export function errorBody(title: string, text: string): JSX.Element {
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  );
}
