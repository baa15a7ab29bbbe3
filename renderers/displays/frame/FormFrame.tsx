import { useEffect, useId, useRef } from 'react';

interface FormFrameProps {
  address: string;
  title: string;
  fields: Readonly<Record<string, string>>;
  sandbox: string;
}

/** Another application in a frame that a form opens: what the fields hold stands in no address, no history and no log. */
export function FormFrame({ address, title, fields, sandbox }: FormFrameProps) {
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const sent = JSON.stringify([address, fields]);
  useEffect(() => {
    // Whatever is sent now is what is drawn: the fields are part of what it depends on.
    if (sent !== '') form.current?.submit();
  }, [sent]);
  return (
    <>
      <form ref={form} action={address} method="post" target={name} hidden>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
      </form>
      <iframe
        name={name}
        title={title}
        sandbox={sandbox}
        allow="clipboard-read; clipboard-write; fullscreen"
        referrerPolicy="no-referrer"
      />
    </>
  );
}
