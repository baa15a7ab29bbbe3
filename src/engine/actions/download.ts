/** Hands a file to the browser's downloads under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.style.display = 'none';
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click: it must live a little longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
