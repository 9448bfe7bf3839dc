import { Stated } from "@svc-proof/ui/components";
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePageTexts } from "../texts/use-texts.js";

/**
 * A component whose code is loaded when it is first rendered. If loading fails, for example offline on a first visit, it
 * says so and tries again at the next rendering.
 *
 * @param load may be called several times: the module is downloaded once.
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
    return (
      <p role="status">
        <Stated>{isFailed ? page.loadingFailed : page.loading}</Stated>
      </p>
    );
  };
}
