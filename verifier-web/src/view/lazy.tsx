import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePageTexts } from "../texts/use-texts.js";

/**
 * A component whose code is loaded when it is first drawn. What cannot be loaded, as on a first visit that loses its
 * network, is said, and tried again at the next drawing.
 *
 * @param load several calls are one download: module loading sees to that.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props) {
    const { page } = usePageTexts();
    const [Component, setComponent] = useState(() => loaded);
    const [isFailed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setComponent(() => component);
        },
        () => setFailed(true),
      );
    }, []);
    if (Component !== undefined) return <Component {...props} />;
    return <p role="status">{isFailed ? page.loadingFailed : page.loading}</p>;
  };
}
