/** Files and text for the person: download, clipboard, and the device's share sheet (Web Share API). */

/** Download a file by a temporary link to a blob URL. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

export const downloadJson = (name: string, text: string): void => download(name, new Blob([text], { type: 'application/json' }));

/** Copy to the clipboard; false where that is not allowed, as on a page over plain http. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return (
    (await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )) ?? false
  );
}

/** Share a link; false where the device has no share sheet. A share that the person cancels counts as done. */
export async function shareLink(url: string, text?: string): Promise<boolean> {
  if (!navigator.share) return false;
  await navigator.share({ url, title: 'Kaiten', ...(text && { text }) }).catch(() => undefined);
  return true;
}

/** Share a file, or download it where files cannot be shared; whether it was shared. */
export async function shareFile(name: string, content: Blob, title: string): Promise<boolean> {
  const file = new File([content], name, { type: content.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return true;
    }
  }
  download(name, content);
  return false;
}
