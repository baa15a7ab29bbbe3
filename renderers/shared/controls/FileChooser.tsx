import type { RefObject } from 'react';

interface FileChooserProps {
  /** Whoever shows the button opens it: `chooser.current?.click()`. */
  chooser: RefObject<HTMLInputElement>;
  /** Endings and media types. */
  accept: readonly string[] | undefined;
  multiple: boolean | undefined;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** The browser's own choice of files, behind a button of ours. The same file can be chosen again after a failure. */
export function FileChooser({ chooser, accept, multiple = false, disabled, onFiles }: FileChooserProps) {
  return (
    <input
      ref={chooser}
      type="file"
      hidden
      tabIndex={-1}
      aria-hidden="true"
      accept={accept?.join(',')}
      multiple={multiple}
      disabled={disabled}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
}
