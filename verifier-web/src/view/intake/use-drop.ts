import { useLayoutEffect, useState } from "preact/hooks";
import { useSession } from "../session-context.js";

/**
 * Accepts drops and pastes anywhere on the page. Otherwise the browser would open a file dropped beside the zone.
 *
 * @returns whether files are being dragged over the page.
 */
export function useDrop(): boolean {
  const session = useSession();
  const [isOver, setOver] = useState(false);
  // Before the page is painted: a file dropped onto it from then on is taken.
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.dataTransfer?.types.includes("Files") ?? false);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null) session.addTransfer(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      // Text pasted into a field belongs to that field.
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (clipboardData === null || (isField && clipboardData.files.length === 0)) return;
      event.preventDefault();
      session.addTransfer(clipboardData);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [session]);
  return isOver;
}
