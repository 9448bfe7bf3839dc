import { useEffect, useState } from "preact/hooks";
import { readTransfer } from "../../intake/read-transfer.js";
import { useSession } from "../session-context.js";

export interface Drop {
  /** Files are held over the page. */
  readonly isOver: boolean;
  /** What of the last drop could not be opened. */
  readonly unreadableCount: number;
}

/**
 * Takes what is dropped or pasted anywhere on the page: whoever misses the zone must not have the browser open the file
 * instead.
 */
export function useDrop(): Drop {
  const session = useSession();
  const [isOver, setOver] = useState(false);
  const [unreadableCount, setUnreadable] = useState(0);
  useEffect(() => {
    const take = async (data: DataTransfer) => {
      const { files, text, unreadableCount: unread } = await readTransfer(data);
      setUnreadable(unread);
      if (files.length > 0) session.add(files);
      else if (text !== null) session.addText(text);
    };
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
      if (event.dataTransfer !== null) void take(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      // A text for a field is the field's.
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (clipboardData === null || (isField && clipboardData.files.length === 0)) return;
      event.preventDefault();
      void take(clipboardData);
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
  return { isOver, unreadableCount };
}
