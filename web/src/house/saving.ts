/** Hand a file to the person: by the device's own way of sharing where there is one, else as a download. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

/** Whether it is on the clipboard now; a page over plain http has none. */
export async function copied(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return (await clipboard?.writeText(text).then(() => true, () => false)) ?? false;
}

/** Whether it was shared; false where it has been downloaded. */
export async function shared(name: string, content: Blob, title: string): Promise<boolean> {
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
